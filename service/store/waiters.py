"""Waiting for something to change. Pub/sub only wakes: what happened stands in the store, which the woken read again.

What can be waited for is a topic: the id of a game, of a player or of an app. One thread and one connection a process
listen for all; both start with the first of them, so after any fork. The order is subscribe, read, wait: a change after
the read finds the subscription. After a reconnection everyone reads again, spread over a moment; and who was not woken
reads again every few seconds all the same.
"""

import contextlib
import os
import random
import threading
import time
from collections.abc import Iterator
from typing import Protocol

from .errors import StoreUnavailable, TooManyWaiters
from .listener import Listener
from .places import Places
from .wire import Client

SWEEP_S = 5.0
CONFIRMED_S = 1.0
SPREAD_S = 0.5


class Watcher(Protocol):
    """Is told of topics, from the listener's thread; no call may take long."""

    def wake(self, topic: str, payload: str | None) -> None:
        """Something has happened there; `payload` is what the sender says of it, None: read everything again."""


class Waiter:
    """One reader who waits; woken at least every few seconds."""

    def __init__(self) -> None:
        self._woken = threading.Event()
        self._delay = 0.0
        self._lock = threading.Lock()
        self._heard: set[str] | None = None
        self._sweep_at = _next_sweep()

    def wait(self, timeout_s: float) -> bool:
        """Wait until it is time to read again (True), at most `timeout_s` (False, if nothing happened until then)."""
        began = time.monotonic()
        woken = self._woken.wait(max(0.0, min(timeout_s, self._sweep_at - began)))
        if woken and self._delay:
            time.sleep(max(0.0, min(self._delay, began + timeout_s - time.monotonic())))
        self._delay = 0.0
        self._woken.clear()
        swept = time.monotonic() >= self._sweep_at
        if swept:
            self._sweep_at = _next_sweep()
            self._hear(None)
        return woken or swept

    def heard(self) -> set[str] | None:
        """What was said since the last call; None: read everything again, as at first."""
        with self._lock:
            heard, self._heard = self._heard, set()
            return heard

    def wake(self, _topic: str, payload: str | None) -> None:
        """See Watcher."""
        self._hear(payload)
        if payload is None:
            self._delay = random.uniform(0.0, SPREAD_S)  # noqa: S311 - spreads load, hides nothing
        self._woken.set()

    def end(self) -> None:
        """End the wait at once."""
        self._hear(None)
        self._woken.set()

    def _hear(self, payload: str | None) -> None:
        with self._lock:
            if payload is None:
                self._heard = None
            elif self._heard is not None:
                self._heard.add(payload)


def _next_sweep() -> float:
    return time.monotonic() + SWEEP_S * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load, hides nothing


class _Watched:
    """Who waits for one topic, and whether the server has confirmed that we listen."""

    def __init__(self) -> None:
        self.waiters: set[Waiter] = set()
        self.watchers: set[Watcher] = set()
        self.listening = threading.Event()

    def all(self) -> list[Watcher]:
        return [*self.waiters, *self.watchers]


class Waiters:
    """All who wait in this process; of requests `cap` at most, and of one holder's a share of that (see Places)."""

    def __init__(self, client: Client, cap: int) -> None:
        self._client = client
        self._cap = cap
        self.released = False
        """True once nobody shall wait any more: the process is about to end."""
        self._reset()

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._topics: dict[str, _Watched] = {}
        self._places = Places(self._cap)
        self._listener: Listener | None = None

    @property
    def count(self) -> int:
        """How many requests wait now."""
        return self._places.taken

    @contextlib.contextmanager
    def hold(self, holder: str = "") -> Iterator[None]:
        """Count a request that keeps a thread for long, whatever it waits for.

        Raises TooManyWaiters over the cap, and where its holder has all that one may have.
        """
        self._check_process()
        places = self._places
        if not places.take(holder):
            raise TooManyWaiters(f"{places.taken} are waiting")
        try:
            yield
        finally:
            places.give_back(holder)

    @contextlib.contextmanager
    def watch(self, *topics: str, holder: str = "") -> Iterator[Waiter]:
        """Subscribe to topics; read inside, then wait.

        Raises TooManyWaiters as `hold` does, StoreUnavailable where the server does not confirm within a second.
        """
        with self.hold(holder):
            waiter = Waiter()
            entered = [(topic, self._enter(topic, waiter)) for topic in topics]
            until = time.monotonic() + CONFIRMED_S
            try:
                for _, watched in entered:
                    if not watched.listening.wait(max(0.0, until - time.monotonic())):
                        raise StoreUnavailable("the server did not confirm a subscription")
                yield waiter
            finally:
                for topic, _ in entered:
                    self._leave(topic, waiter)

    def subscribe(self, topic: str, watcher: Watcher) -> None:
        """Tell `watcher` of a topic until `unsubscribe`; first, with no payload, once the subscription holds.

        Such watchers are not counted.
        """
        self._check_process()
        watched = self._enter(topic, watcher)
        if watched.listening.is_set():
            watcher.wake(topic, None)

    def unsubscribe(self, topic: str, watcher: Watcher) -> None:
        """Tell `watcher` no more, which has subscribed to the topic."""
        self._leave(topic, watcher)

    def _check_process(self) -> None:
        if self._pid != os.getpid():
            self._reset()

    def _enter(self, topic: str, watcher: Watcher) -> _Watched:
        with self._lock:
            if self._listener is None:
                self._listener = Listener(self._client.subscriber, self._heard, self._confirmed, self._reconnected)
                for other in self._topics:
                    self._listener.subscribe(other)
            watched = self._topics.get(topic)
            if watched is None:
                watched = self._topics[topic] = _Watched()
                self._listener.subscribe(topic)
            if isinstance(watcher, Waiter):
                watched.waiters.add(watcher)
            else:
                watched.watchers.add(watcher)
            return watched

    def _leave(self, topic: str, watcher: Watcher) -> None:
        with self._lock:
            watched = self._topics.get(topic)
            if watched is None:
                return
            if isinstance(watcher, Waiter):
                watched.waiters.discard(watcher)
            else:
                watched.watchers.discard(watcher)
            if not watched.all():
                del self._topics[topic]
                if self._listener is not None:
                    self._listener.unsubscribe(topic)

    def _watching(self, topic: str) -> list[Watcher]:
        with self._lock:
            watched = self._topics.get(topic)
            return watched.all() if watched else []

    def _heard(self, topic: str, payload: str) -> None:
        for watcher in self._watching(topic):
            watcher.wake(topic, payload)

    def _confirmed(self, topic: str) -> None:
        with self._lock:
            watched = self._topics.get(topic)
            first = watched is not None and not watched.listening.is_set()
            watchers = list(watched.watchers) if watched and first else []
            if watched:
                watched.listening.set()
        for watcher in watchers:
            watcher.wake(topic, None)

    def _reconnected(self) -> None:
        with self._lock:
            watching = [(topic, watched.all()) for topic, watched in self._topics.items()]
        for topic, watchers in watching:
            for watcher in watchers:
                watcher.wake(topic, None)

    def release(self) -> None:
        """Wake all waiters for good: whoever waits answers with what there is, so that the process can end."""
        with self._lock:
            self.released = True
            waiters = [waiter for watched in self._topics.values() for waiter in watched.waiters]
        for waiter in waiters:
            waiter.end()

    def close(self) -> None:
        """Stop listening; the thread ends. A later `watch` starts anew."""
        with self._lock:
            listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
