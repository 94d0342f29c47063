"""Rate limits: how many requests somebody may still make, counted by the store's clock.

Each count is one small script on one key, which rides along with what the request reads anyway. It only ever says no by
itself: where it fails, the request goes on uncounted.
"""

from collections.abc import Sequence
from typing import NamedTuple

from redis.exceptions import NoScriptError, RedisError

from .errors import StoreError
from .keys import limit_key, token_key
from .scripts import load
from .wire import Client, Rider

_LIMIT = load("limit")


class Limit(NamedTuple):
    """`quota` requests at once, and as many again in `window_ms`.

    Where it is a token's, `token` is the key of that; `game_id` where it is for one game alone.
    """

    name: str
    key: str
    quota: int
    window_ms: int
    token: str = ""
    game_id: str = ""


class Left(NamedTuple):
    """What a count said: whether the request is allowed, and how many more are.

    `reset_ms` until all of them are back, `retry_ms` until a request is allowed again where this one was not.
    """

    allowed: bool
    remaining: int
    reset_ms: int
    retry_ms: int


class Use(Rider):
    """One request to be counted against a limit."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.keys = (limit.key, limit.token) if limit.token else (limit.key,)
        self.arguments = (limit.quota, limit.window_ms)
        super().__init__(("EVALSHA", _LIMIT.sha, len(self.keys), *self.keys, *self.arguments))


def of_token(digest: str, name: str, quota: int, window_ms: int, game_id: str = "") -> Limit:
    """The limit of a token; it lies in the slot of the token's record."""
    token = token_key(digest)
    key = limit_key(token, f"{name}:{game_id}" if game_id else name)
    return Limit(name, key, quota, window_ms, token, game_id)


def of_address(address: str, name: str, quota: int, window_ms: int) -> Limit:
    """The limit of a network address, which the caller has put in one form."""
    return Limit(name, limit_key(f"address:{address}", name), quota, window_ms)


class LimitStore:
    """Counts requests against limits. Nothing here raises because of the store."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def left(self, use: Use) -> Left | None:
        """What came of a use that rode along; None where that is unknown, or there is no such token."""
        reply = use.reply
        if isinstance(reply, NoScriptError):
            reply = self._teach(use)
        if isinstance(reply, Exception) or not reply:
            return None
        allowed, remaining, reset_ms, retry_ms = reply
        return Left(allowed == 1, remaining, reset_ms, retry_ms)

    def take(self, uses: Sequence[Use]) -> None:
        """Count some uses in a round trip of their own."""
        try:
            self._client.calls((), uses)
        except StoreError as error:
            for use in uses:
                use.reply = error

    def _teach(self, use: Use) -> object:
        """The server does not know the script yet (or not any more): its text travels once."""
        try:
            return self._client.run(_LIMIT, use.keys, use.arguments)
        except (StoreError, RedisError) as error:
            return error
