"""The streams of a process: who gets a place, and the thread that serves them."""

import os
import threading
from collections.abc import Callable

from service.hosting.host import Host
from service.store.places import Places
from service.store.players import PlayerStore
from service.store.presence import Presence
from service.store.tickets import TicketStore
from service.store.waiters import Waiters
from service.streaming.errors import TooManyStreams
from service.streaming.feed import Seen
from service.streaming.loop import Loop
from service.streaming.messages import farewell
from service.streaming.place import Handover
from service.streaming.rounds import Rounds
from service.streaming.stream import Stream


def _nobody_counts(_: int) -> None:
    """Where no metrics are kept."""


class Streamer:
    """All streams of this process, `cap` at most, of one holder's a share of that (see Places).

    Its thread starts with the first of them, so after any fork.
    """

    def __init__(
        self,
        waiters: Waiters,
        players: PlayerStore,
        tickets: TicketStore,
        presence: Presence,
        cap: int,
        count: Callable[[int], None] = _nobody_counts,
    ) -> None:
        self._waiters, self._players, self._tickets, self._presence = waiters, players, tickets, presence
        self._cap, self._tell = cap, count
        self.serves = False
        """Set by a server that lets its connections be taken over."""
        self.released = False
        self._reset()

    def _reset(self) -> None:
        self._pid = os.getpid()
        # Another thread may give a place back while this one takes one: objects are forgotten at any moment.
        self._lock = threading.RLock()
        self._places = Places(self._cap)
        self._loop: Loop | None = None

    @property
    def count(self) -> int:
        """How many places are taken."""
        return self._places.taken

    def prepare(self, host: Host, stream: Stream, seen: Seen) -> Handover:
        """A place for a stream.

        Raises TooManyStreams where none is left, none for its holder, or the process is about to end.
        """
        if self._pid != os.getpid():
            self._reset()
        with self._lock:
            if self.released or not self._places.take(stream.holder):
                raise TooManyStreams("All places for streams are taken.")
            self._tell(self._places.taken)
        return Handover(host, stream, seen, self._begin, self._give_back)

    def release(self) -> None:
        """Ask all clients to come again, somewhere else, and take no more: the process is about to end."""
        with self._lock:
            self.released = True
            loop = self._loop
        if loop is not None:
            loop.stop()

    def close(self, within_s: float = 2.0) -> None:
        """Release, and wait until that is done."""
        self.release()
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.join(within_s)

    def _begin(self, handover: Handover) -> None:
        with self._lock:
            if self._loop is None and self.released:
                handover.stream.turn_away(farewell())
                self._give_back(handover.stream)
                return
            if self._loop is None:
                rounds = Rounds(self._players, self._tickets, self._presence)
                self._loop = Loop(self._waiters, rounds, self._give_back)
            self._loop.admit(handover)

    def _give_back(self, stream: Stream) -> None:
        with self._lock:
            self._places.give_back(stream.holder)
            self._tell(self._places.taken)
