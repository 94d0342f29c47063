"""What each stream gets once in ten seconds: a heartbeat, and a look whether its client and its token are still good."""

import time
from collections.abc import Iterable, Iterator

from service.store.errors import StoreError
from service.store.players import PlayerStore
from service.store.presence import Presence
from service.store.tickets import TicketStore
from service.streaming.feed import Feed
from service.streaming.stream import Stream

TURNS = 10
"""A round has so many turns, one a second; the streams are spread over them."""
PAUSE_S = 5.0
"""For how long a store that does not answer is not asked again for tokens: each time may cost a second."""
SWEEPS = 20
"""After so many turns each feed is read even where nobody said that there is something new."""


class Rounds:
    """All streams, by the turn in which it is theirs."""

    def __init__(self, players: PlayerStore, tickets: TicketStore, presence: Presence) -> None:
        self._players, self._tickets, self._presence = players, tickets, presence
        self._turns: list[set[Stream]] = [set() for _ in range(TURNS)]
        self._added = self._now = 0
        self._asks_from = 0.0

    def add(self, stream: Stream) -> None:
        """Gives a stream its turn."""
        stream.turn = self._added % len(self._turns)
        self._added += 1
        self._turns[stream.turn].add(stream)

    def discard(self, stream: Stream) -> None:
        """Forgets a stream."""
        self._turns[stream.turn].discard(stream)

    def all(self) -> list[Stream]:
        """All of them."""
        return [stream for turn in self._turns for stream in turn]

    def present(self) -> list[Stream]:
        """Those whose turn it is."""
        return list(self._turns[self._now % len(self._turns)])

    def turn(self) -> None:
        """It is the next ones' turn."""
        self._now += 1

    def stalled(self) -> list[Stream]:
        """Those whose clients have taken nothing for too long."""
        now = time.monotonic()
        return [stream for stream in self.present() if stream.stalled(now)]

    def unwelcome(self) -> list[Stream]:
        """Those whose token is gone; the tickets of the others are renewed. Nobody is where the store is away."""
        streams = [stream for stream in self.present() if stream.credential]
        if not streams or time.monotonic() < self._asks_from:
            return []
        try:
            valid = self._players.valid(sorted({stream.credential for stream in streams}))
            self._tickets.renew({stream.ticket for stream in streams if stream.ticket and stream.credential in valid})
        except StoreError:
            self._asks_from = time.monotonic() + PAUSE_S
            return []
        return [stream for stream in streams if stream.credential not in valid]

    def note_presence(self) -> None:
        """Whoever holds a stream open is there: entries of ladders are put into games only then."""
        if time.monotonic() >= self._asks_from:
            self._presence.see_each({stream.player_id for stream in self.present()})

    def sweep(self, feeds: Iterable[Feed]) -> Iterator[Feed]:
        """The feeds whose turn it is to be read."""
        turn = self._now % SWEEPS
        return (feed for feed in feeds if hash(feed.topic) % SWEEPS == turn)
