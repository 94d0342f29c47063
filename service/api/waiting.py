"""Waiting for something to happen, by a request that keeps its thread meanwhile (long poll)."""

import time
from collections.abc import Callable, Collection
from typing import TypeVar

from service.api.call import Call
from service.api.connections import client_gone
from service.api.fields import QueryInt

T = TypeVar("T")

LOOK_S = 2.0
"""How often a waiting request looks whether its client is still there: others need its place."""
LONGEST_WAIT_MS = 25_000
MOST_EVENTS = 500


def longest_wait() -> QueryInt:
    """The parameter that asks to wait."""
    return QueryInt("How long to wait where there is nothing yet.", 0, LONGEST_WAIT_MS, 0, load_default=0)


def event_limit() -> QueryInt:
    """The parameter for how many events an answer has."""
    return QueryInt("How many events at most.", 1, MOST_EVENTS, 100, load_default=100)


def waits(call: Call) -> bool:
    """Whether the call asks to wait. HEAD asks for headers, which nothing that happens would change."""
    return bool(call.query["wait_ms"]) and call.http.method != "HEAD"


def wait_for(call: Call, topic: str, look: Callable[[Collection[str] | None], T], found: Callable[[T], object]) -> T:
    """What `look` gives once there is something `found` in it, or when the time is over.

    Subscribed first, then looked, so that nothing slips through. `look` is told what was heard of the topic since its
    last call, see service.store.waiters; None: anything may have happened. Raises TooManyWaiters.
    """
    ends = time.monotonic() + call.query["wait_ms"] / 1000
    with call.services.waiters.watch(topic, holder=call.holder) as watch:
        while True:
            result = look(watch.heard())
            left = ends - time.monotonic()
            if found(result) or left <= 0 or call.services.waiters.released:
                return result
            watch.wait(min(left, LOOK_S))
            if client_gone(call.http):
                return result
