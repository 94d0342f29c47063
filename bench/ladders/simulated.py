"""Ladders of players whose strength is known, played by chance: what ratings and pairing are tried on.

A game is a race: each player's strength in points plus noise of Gumbel's distribution gives the places. Any two of its seats
then stand to each other as by Elo (400 points are ten to one), with as many seats as you like (Luce, Individual
Choice Behavior, 1959). Now and then two neighbouring places are shared. Time is that of the simulation.
"""

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from math import log
from random import Random
from typing import NamedTuple

from splendor.ratings.candidates import Candidate, History
from splendor.ratings.pairing import Pairing, pair
from splendor.ratings.rating import NEW, Rating, rate

ELO = 400 / log(10)
LONG_AGO_MS = -(10**9)
SHARED = 0.03
"""How often a place is shared with the one before it."""


class Player(NamedTuple):
    """Somebody in a simulated ladder."""

    id: str
    strength: float = 0.0
    """In points, from any origin."""
    owner: str | None = None
    """None for an AI player."""
    most: int = 1
    """Games at once."""
    game_ms: int = 30_000
    """How long games last that it plays in, about; the slowest player of a game decides."""
    rest_ms: int = 0
    blocked: frozenset[str] = frozenset()
    there_ms: int = 1
    away_ms: int = 0
    """It is there for so long, then away for so long, and so on."""
    from_ms: int = 0
    """When it comes first."""

    def there(self, now_ms: int) -> bool:
        """Is it there? AI players always are."""
        if self.owner is None:
            return True
        return now_ms >= self.from_ms and (now_ms - self.from_ms) % (self.there_ms + self.away_ms) < self.there_ms


class Game(NamedTuple):
    """A game that was played."""

    seats: tuple[str, ...]
    begun_ms: int
    waited_ms: tuple[int, ...]
    """How long each of its players had waited."""


def race(strengths: Sequence[float], rng: Random, shared: float = SHARED) -> list[int]:
    """The places of players of these strengths, in points."""
    reached = [strength - ELO * log(-log(rng.random())) for strength in strengths]
    places, last = [0] * len(reached), 0
    for place, seat in enumerate(sorted(range(len(reached)), key=lambda seat: -reached[seat]), start=1):
        last = last if last and rng.random() < shared else place
        places[seat] = last
    return places


class Ladder:
    """A ladder of `players` with so many seats a game; the same `seed` gives the same games."""

    def __init__(self, players: Sequence[Player], seats: int, seed: int, *, tick_ms: int = 1000) -> None:
        self.players = {one.id: one for one in players}
        self.seats, self.tick_ms, self.now_ms = seats, tick_ms, 0
        self.ratings: dict[str, Rating] = {one.id: NEW for one in players}
        self.games: list[Game] = []
        self.finished: Counter[str] = Counter()
        self.running: Counter[str] = Counter()
        self.together: Counter[frozenset[str]] = Counter()
        self.by_seat: dict[str, list[int]] = {one.id: [0] * seats for one in players}
        self.idle_since_ms: dict[str, int] = {}
        self._rest_until_ms: Counter[str] = Counter()
        self._rng = Random(seed)
        self._ends: list[tuple[int, int, tuple[str, ...]]] = []

    def play(self, games: float) -> None:
        """Goes on until so many games have ended, as a mean over the players."""
        while self.finished.total() < games * len(self.players):
            self.tick()

    def tick(self) -> None:
        """Begins the games that are to begin now, and goes on to the next moment at which something may happen."""
        candidates = self.candidates()
        for pairing in pair(candidates, self.seats, self.now_ms, History(self.together, self.by_seat), self._rng):
            self._begin(pairing)
        self.now_ms += self.tick_ms
        if self._ends and not any(self._waits(one) for one in candidates):
            self.now_ms = max(self.now_ms, self._ends[0][0])
        while self._ends and self._ends[0][0] <= self.now_ms:
            self._end(heappop(self._ends)[2])

    def candidates(self) -> list[Candidate]:
        """All entries, as pairing sees them now."""
        return [self._candidate(one) for one in self.players.values()]

    def _waits(self, one: Candidate) -> bool:
        """Might time alone bring it a game? So it is where somebody waits, rests, or is away."""
        return self.running[one.id] < one.most

    def _candidate(self, one: Player) -> Candidate:
        there = one.there(self.now_ms)
        if there:
            self.idle_since_ms.setdefault(one.id, self.now_ms)
        elif not self.running[one.id]:
            self.idle_since_ms.pop(one.id, None)
        return Candidate(
            id=one.id,
            owner=one.owner,
            rating=self.ratings[one.id],
            games=self.finished[one.id],
            running=self.running[one.id],
            most=one.most,
            idle_since_ms=self.idle_since_ms.get(one.id, self.now_ms),
            seen_ms=None if one.owner is None else self.now_ms if there else -(10**9),
            rest_until_ms=self._rest_until_ms[one.id],
            blocked=one.blocked,
        )

    def _begin(self, pairing: Pairing) -> None:
        ids = pairing.seats
        self.games.append(Game(ids, self.now_ms, tuple(self.now_ms - self.idle_since_ms[id_] for id_ in ids)))
        for seat, id_ in enumerate(ids):
            self.running[id_] += 1
            self.by_seat[id_][seat] += 1
            self.idle_since_ms[id_] = self.now_ms
            self.together.update(frozenset((id_, other)) for other in ids[:seat])
        length = max(self.players[id_].game_ms for id_ in ids) * self._rng.uniform(0.5, 1.5)
        heappush(self._ends, (self.now_ms + round(length), len(self.games), ids))

    def places(self, ids: tuple[str, ...]) -> Sequence[int]:
        """How a game of these ends, by seat: in places, shared by equals."""
        return race([self.players[id_].strength for id_ in ids], self._rng)

    def _end(self, ids: tuple[str, ...]) -> None:
        places = self.places(ids)
        for id_, rating in zip(ids, rate([self.ratings[id_] for id_ in ids], places), strict=True):
            self.ratings[id_] = rating
            self.running[id_] -= 1
            self.finished[id_] += 1
            self._rest_until_ms[id_] = self.now_ms + self.players[id_].rest_ms
            self.idle_since_ms[id_] = self._rest_until_ms[id_]
