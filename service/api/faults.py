"""Faults on demand: the calls of a sandbox's creator on that game fail or are late, once it has asked for that.

Nothing of it is looked at for any other game: sandboxes are private, and a private game has been opened already to see
whether it exists for the caller.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Iterator

from service.api.call import Call, Reply
from service.api.connections import can_hang_up, client_gone, hang_up
from service.api.errors import Refused
from service.api.games.call_table import table_of
from service.store.errors import StoreError
from service.store.faults import Faults, OnceFault

LOOK_S = 0.25
"""How often a late reply looks whether anybody still waits for it."""

_log = logging.getLogger(__name__)


def waiting(call: Call) -> Faults | None:
    """The faults that may hit this call, None where there cannot be any."""
    stored = call.stored
    if stored is None or not (stored.private and call.operation.faults and call.player_id):
        return None
    game = table_of(call).game
    if not game.sandbox or game.creator != call.player_id:
        return None
    return call.services.faults.read(stored.id)


def suffer(call: Call, faults: Faults, answer: Callable[[], Reply]) -> Reply:
    """Answers a call that these faults may hit. Raises what `answer` does, Refused `rate-limited`, TooManyWaiters."""
    call.faults = faults
    with _late(call, faults.slow_ms):
        if _hits(call, "rate_limit_once"):
            raise Refused("rate-limited")
        reply = answer()
    if call.http.method == "POST":
        _lose_reply(call)
    return reply


def conflicts(call: Call) -> bool:
    """Whether this call, whose If-Match names the present version, has to be told that it does not."""
    return call.faults is not None and _hits(call, "conflict_once")


def _hits(call: Call, fault: OnceFault) -> bool:
    return getattr(call.faults, fault) and call.services.faults.take(call.game.id, fault)


@contextlib.contextmanager
def _late(call: Call, slow_ms: int) -> Iterator[None]:
    """Whatever the answer is, it comes so much later. Meanwhile a thread is busy: that counts as waiting."""
    if not slow_ms:
        yield
        return
    waiters = call.services.waiters
    with waiters.hold(call.holder):
        try:
            yield
        finally:
            until = time.monotonic() + slow_ms / 1000
            while (left := until - time.monotonic()) > 0 and not waiters.released and not client_gone(call.http):
                time.sleep(min(left, LOOK_S))


def _lose_reply(call: Call) -> None:
    """What was asked for has been done; where the fault cannot be taken any more, the caller is told so after all."""
    try:
        if can_hang_up(call.http) and _hits(call, "drop_reply_once"):
            hang_up(call.http)
    except StoreError:
        _log.warning("a fault could not be taken", extra={"game_id": call.game.id})
