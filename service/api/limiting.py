"""Rate limits: whom a request counts against, and what the caller is told of it.

What can be said before the request is known is counted in its first round trip: against the address where there is no
token, else against the token. A seat in a running game has limits of its own, for that game alone, so whatever else its
holder does is never in the way of a clock. Whether the caller has one is known when the game has been read; all others on
a game count against the same limits as everywhere.
"""

import math
from collections.abc import Sequence

from service.api import addresses
from service.api.call import Call
from service.api.errors import Refused
from service.api.games.call_table import table_of
from service.api.headers import LIMITS
from service.config import Rate
from service.metrics import LIMITED
from service.store.keys import is_game_id
from service.store.limits import Left, Limit, Use, of_address, of_token

_GAME, _STREAM = "game", "stream"
Counted = list[tuple[Limit, Left]]


def uses(call: Call, parameters: dict[str, str]) -> list[Use]:
    """What the request counts against as far as that is known before the first round trip, in which this is counted."""
    bucket = call.operation.bucket_of(changes=call.changes)
    if not bucket or _is_exempt(call):
        return []
    if call.operation.game and call.credential and is_game_id(call.path["game_id"]):
        return [Use(limit) for limit in (_of_game(call, bucket), *_of_stream(call))]
    return [Use(limit) for limit in _general(call, bucket, parameters)]


def count(call: Call, counted: Sequence[Use], parameters: dict[str, str]) -> None:
    """Raises Refused `rate-limited` where a limit is reached. Caller and game have been read, counting `counted`."""
    if not counted:
        return
    if counted[0].limit.game_id and not _plays(call):
        # What is the same for those who play has been counted.
        done = {use.limit: use for use in counted[1:]}
        bucket = call.operation.bucket_of(changes=call.changes)
        counted = [done.get(limit) or Use(limit) for limit in _general(call, bucket, parameters)]
        call.services.limits.take([use for use in counted if use.limit not in done])
    _tell(call, counted)


def count_stranger(call: Call) -> None:
    """For a token that there is not: it counts against the address. Raises Refused `rate-limited`."""
    bucket = call.operation.bucket_of(changes=call.changes)
    if bucket and not _is_exempt(call):
        counted = [Use(_of_address(call, bucket))]
        call.services.limits.take(counted)
        _tell(call, counted)


def _is_exempt(call: Call) -> bool:
    mode = call.services.settings.rate_limits
    return mode == "off" or (mode == "not-loopback" and addresses.is_here(call.http.environ))


def _plays(call: Call) -> bool:
    """Whether the caller has a seat in the game, and the game is running."""
    if call.stored is None:
        return False
    table = table_of(call)
    return table.viewer is not None and table.game.status == "playing"


def _general(call: Call, bucket: str, parameters: dict[str, str]) -> list[Limit]:
    waits = call.streams or (parameters.get("wait_ms", "").strip("0") and bucket == "read")
    names = (bucket, _STREAM) if waits else (bucket,)
    if not call.credential:
        return [_of_address(call, name) for name in names]
    return [of_token(call.credential, name, *_terms(_rate(call, name))) for name in names]


def _of_game(call: Call, bucket: str) -> Limit:
    """Reading has one of its own: who asks for the game without end can still play."""
    name = _GAME if call.changes else f"{_GAME}-{bucket}"
    return of_token(call.credential, name, *_terms(_rate(call, _GAME)), call.path["game_id"])


def _of_stream(call: Call) -> list[Limit]:
    """A stream counts as one wherever it is: opening it takes more than reading, and no action waits for it."""
    return [of_token(call.credential, _STREAM, *_terms(_rate(call, _STREAM)))] if call.streams else []


def _of_address(call: Call, name: str) -> Limit:
    address = addresses.caller_address(call.http.environ)
    return of_address(address, name, *_terms(_rate(call, name)))


def _rate(call: Call, name: str) -> Rate:
    rate: Rate = getattr(call.services.settings, f"limit_{name}")
    return rate


def _terms(rate: Rate) -> tuple[int, int]:
    return rate.quota, rate.seconds * 1000


def _tell(call: Call, counted: Sequence[Use]) -> None:
    """Notes the limits for the headers of the reply, whatever that will be. Raises Refused where one is reached."""
    found = [(use.limit, left) for use in counted if (left := call.services.limits.left(use)) is not None]
    if len(found) < len(counted):
        LIMITED.labels(counted[0].limit.name, "uncounted").inc()
    if not found:
        return
    call.http.environ[LIMITS] = _headers(found)
    wait_ms = max(left.retry_ms for _, left in found)
    if not all(left.allowed for _, left in found):
        LIMITED.labels(found[0][0].name, "refused").inc()
        raise Refused("rate-limited", retry_after_ms=max(1, wait_ms))


def _headers(counted: Counted) -> dict[str, str]:
    """As in draft-ietf-httpapi-ratelimit-headers: two lists of structured fields (RFC 9651), an item for each limit."""
    left = [f'"{limit.name}";r={left.remaining};t={math.ceil(left.reset_ms / 1000)}' for limit, left in counted]
    policies = [f'"{limit.name}";q={limit.quota};w={limit.window_ms // 1000}' for limit, _ in counted]
    return {"RateLimit": ", ".join(left), "RateLimit-Policy": ", ".join(policies)}
