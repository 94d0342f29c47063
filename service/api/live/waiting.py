"""Waiting for something that concerns the caller."""

import time
from collections.abc import Callable, Collection
from typing import TypeVar

from service.api.call import Call
from service.api.connections import client_gone

T = TypeVar("T")

LOOK_S = 2.0
"""How often a waiting request looks whether its client is still there: others need its place."""


def wait_for(call: Call, look: Callable[[Collection[str] | None], T], found: Callable[[T], object]) -> T:
    """What `look` gives once there is something `found` in it, or when the time is over.

    Subscribed first, then looked, so that nothing slips through. `look` is told what was heard of since its last call:
    ids of games, `log` for an addition to the log; None: anything may have happened.
    """
    ends = time.monotonic() + call.query["wait_ms"] / 1000
    with call.services.waiters.watch(call.player_id) as watch:
        while True:
            result = look(watch.heard())
            left = ends - time.monotonic()
            if found(result) or left <= 0 or call.services.waiters.released:
                return result
            watch.wait(min(left, LOOK_S))
            if client_gone(call.http):
                return result


def waits(call: Call) -> bool:
    """Whether the call asks to wait. HEAD asks for headers, which nothing that happens would change."""
    return bool(call.query["wait_ms"]) and call.http.method != "HEAD"
