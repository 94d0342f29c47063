"""Waiting for a game to change. Pub/sub only wakes: what happened stands in the game, which the woken read again.

One thread and one connection a process listen for all waiters; both start with the first of them, so after any fork. The
order is subscribe, read, wait: a commit after the read finds the subscription. After a reconnection everyone reads again,
spread over a moment; and who was not woken reads again every few seconds all the same.
"""

import contextlib
import os
import random
import threading
import time
from collections.abc import Iterator

from .errors import StoreUnavailable, TooManyWaiters
from .listener import Listener
from .wire import Client

SWEEP_S = 5.0
CONFIRMED_S = 1.0
SPREAD_S = 0.5


class Waiter:
    """One reader who waits; woken at least every few seconds."""

    def __init__(self) -> None:
        self._woken = threading.Event()
        self._delay = 0.0

    def wait(self, timeout_s: float) -> bool:
        """Wait until it is time to read again (True), at most `timeout_s` (False, if nothing happened until then)."""
        until = time.monotonic() + timeout_s
        sweep = SWEEP_S * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load, hides nothing
        woken = self._woken.wait(min(timeout_s, sweep))
        if woken and self._delay:
            time.sleep(max(0.0, min(self._delay, until - time.monotonic())))
        self._delay = 0.0
        self._woken.clear()
        return woken or sweep < timeout_s

    def wake(self, within_s: float = 0.0) -> None:
        """End the wait, at a moment drawn from the next `within_s` seconds."""
        self._delay = random.uniform(0.0, within_s)  # noqa: S311
        self._woken.set()


class _Watched:
    """The waiters of one game, and whether the server has confirmed that we listen."""

    def __init__(self) -> None:
        self.waiters: set[Waiter] = set()
        self.listening = threading.Event()


class Waiters:
    """All who wait in this process, `cap` at most."""

    def __init__(self, client: Client, cap: int) -> None:
        self._client = client
        self._cap = cap
        self.released = False
        """True once nobody shall wait any more: the process is about to end."""
        self._reset()

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._games: dict[str, _Watched] = {}
        self._count = 0
        self._listener: Listener | None = None

    @property
    def count(self) -> int:
        """How many wait now."""
        return self._count

    @contextlib.contextmanager
    def watch(self, game_id: str) -> Iterator[Waiter]:
        """Subscribe to the game's commits; read inside, then wait.

        Raises TooManyWaiters over the cap, StoreUnavailable where the server does not confirm within a second.
        """
        if self._pid != os.getpid():
            self._reset()
        waiter = Waiter()
        watched = self._enter(game_id, waiter)
        try:
            if not watched.listening.wait(CONFIRMED_S):
                raise StoreUnavailable("the server did not confirm a subscription")
            yield waiter
        finally:
            self._leave(game_id, waiter)

    def _enter(self, game_id: str, waiter: Waiter) -> _Watched:
        with self._lock:
            if self._count >= self._cap:
                raise TooManyWaiters(f"{self._cap} are waiting")
            self._count += 1
            if self._listener is None:
                self._listener = Listener(self._client.subscriber, self._heard, self._confirmed, self._reconnected)
                for other in self._games:
                    self._listener.subscribe(other)
            watched = self._games.get(game_id)
            if watched is None:
                watched = self._games[game_id] = _Watched()
                self._listener.subscribe(game_id)
            watched.waiters.add(waiter)
            return watched

    def _leave(self, game_id: str, waiter: Waiter) -> None:
        with self._lock:
            self._count -= 1
            watched = self._games[game_id]
            watched.waiters.discard(waiter)
            if not watched.waiters:
                del self._games[game_id]
                if self._listener is not None:
                    self._listener.unsubscribe(game_id)

    def _heard(self, game_id: str) -> None:
        with self._lock:
            watched = self._games.get(game_id)
            for waiter in watched.waiters if watched else ():
                waiter.wake()

    def _confirmed(self, game_id: str) -> None:
        with self._lock:
            if game_id in self._games:
                self._games[game_id].listening.set()

    def _reconnected(self) -> None:
        with self._lock:
            for watched in self._games.values():
                for waiter in watched.waiters:
                    waiter.wake(SPREAD_S)

    def release(self) -> None:
        """Wake everyone for good: whoever waits answers with what there is, so that the process can end."""
        with self._lock:
            self.released = True
            for watched in self._games.values():
                for waiter in watched.waiters:
                    waiter.wake()

    def close(self) -> None:
        """Stop listening; the thread ends. A later `watch` starts anew."""
        with self._lock:
            listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
