"""Pairing: who plays whom, without rounds. Whoever is free now is put into games, by these rules.

1. Forbidden pairings never happen: nobody meets an entry of the same owner or one that either has blocked, plays while
   paused, resting, unseen for a minute or in as many games as it wants.
2. Who needs a game most is served first: the longest wait, which counts up to NEWCOMER_FACTOR times for newcomers.
3. It gets opponents near in rating whom it has met seldom and who have waited, too; one time in FAR they are sought
   around a place anywhere in the ladder, so that groups of different strength stay comparable.
4. Two who have met more often than either has met its neighbours wait a little for others to be free, no longer than
   their patience. Without that, in a ladder where all are busy, the two that end a game would at once begin the next.
5. Everybody has each seat about equally often (splendor.ratings.seating).

So a candidate waits no longer than its patience and the time until one that it may meet is free and nobody needs a game more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from splendor.ratings.candidates import Candidate, History, may_meet
from splendor.ratings.line import Line
from splendor.ratings.rating import POINT
from splendor.ratings.seating import seated
from splendor.ratings.tally import Tally

PATIENCE_MS = 30_000
"""How long a candidate waits for another opponent than one it has met too often; best about as long as a game of the ladder."""
NEWCOMER_FACTOR = 4
NEWCOMER_GAMES = 10
"""After so many games half of the newcomers' advance is gone."""
FAR = 8
REACH = 400 * POINT
"""A difference of ratings beyond which one is as far as another."""
WINDOW = 16
"""How many possible opponents are looked at closely."""
OF_ONE_OWNER = 3
"""How many of them may be of one owner, lest they be in each other's way where there are more than two seats."""
MANY = 10**9
TRIES = 8
"""With how many first opponents a game of three or four is tried."""
REPEATED, QUEUED, CHANCE = 0.75, 0.25, 0.1
"""Beside nearness (0 to 1): what meeting again, having waited little and chance weigh."""


class Pairing(NamedTuple):
    """A game to be: the ids of its entries, seat 0 first."""

    seats: tuple[str, ...]


def pair(
    candidates: Iterable[Candidate],
    seats: int,
    now_ms: int,
    history: History,
    rng: Random,
    *,
    anchor_games: int = MANY,
    patience_ms: int = PATIENCE_MS,
) -> list[Pairing]:
    """Games to begin now, of `seats` entries each (2 to 4), those most needed first; the first few of them are as good.

    `candidates` are all entries of the ladder, the busy ones too: who is only busy is worth waiting for. A game of AI
    players alone begins for one that has played fewer than `anchor_games`. The same arguments, in any order of candidates, and an `rng` in the same state
    give the same games.
    """
    present = sorted((one for one in candidates if one.present(now_ms)), key=lambda one: (one.rating.mean, one.id))
    tally = Tally(present, history)
    found: list[Pairing] = []
    while True:
        turn = _Turn(tally, seats, now_ms, rng, anchor_games, patience_ms)
        games = list(turn.games())
        if not games:
            return found
        found += games


class _Turn:
    """Once around: everybody who has room is put into one game at most. Candidates go by their place in the tally."""

    def __init__(self, tally: Tally, seats: int, now_ms: int, rng: Random, anchor_games: int, patience_ms: int) -> None:
        self._tally, self._seats, self._rng = tally, seats, rng
        self._anchor_games, self._patience_ms = anchor_games, patience_ms
        self._waited = [tally.waited(at, now_ms) for at in range(len(tally.present))]
        free = [at for at, one in enumerate(tally.present) if one.room(now_ms) > tally.begun[at]]
        self._queue = sorted(free, key=lambda at: (-self._need(at), rng.random()))
        self._rank = {at: rank / len(free) for rank, at in enumerate(self._queue)}
        self._owners = Counter(self._owner(at) for at in free)
        self._line = Line(free, [one.rating.mean for one in tally.present])

    def games(self) -> Iterator[Pairing]:
        """The games of this turn."""
        for head in self._queue:
            if len(self._owners) < self._seats:
                return
            if head not in self._line or not self._begins(head):
                continue
            group = self._group(head)
            if len(group) == self._seats:
                self._leave(group)
                order = seated(group, self._tally.seats, self._rng)
                self._tally.begin(order)
                yield Pairing(tuple(self._tally.present[at].id for at in order))

    def _begins(self, head: int) -> bool:
        """Whether games are begun for it. AI players that are well known wait until others need them."""
        return not self._tally.present[head].anchor or self._tally.games(head) < self._anchor_games

    def _leave(self, group: Iterable[int]) -> None:
        for at in group:
            self._line.remove(at)
            owner = self._owner(at)
            self._owners[owner] -= 1
            if not self._owners[owner]:
                del self._owners[owner]

    def _owner(self, at: int) -> str:
        """Whom it belongs to; AI players each to themselves."""
        one = self._tally.present[at]
        return one.id if one.owner is None else one.owner

    def _need(self, at: int) -> float:
        newness = NEWCOMER_GAMES / (NEWCOMER_GAMES + self._tally.games(at))
        return (self._waited[at] + 1) * (1 + (NEWCOMER_FACTOR - 1) * newness)

    def _group(self, head: int) -> list[int]:
        """The head with its opponents, fewer than a game has seats if there are not enough."""
        costs = self._costs(head)
        group = self._grown(head, costs)
        for _ in range(TRIES):
            if not 1 < len(group) < self._seats:
                break
            del costs[group[1]]
            group = self._grown(head, costs)
        return group

    def _grown(self, head: int, costs: dict[int, float]) -> list[int]:
        """The head with the opponents of least cost who may all meet each other, one after the other."""
        group, tally = [head], self._tally
        while costs and len(group) < self._seats:
            new = min(costs, key=costs.__getitem__)
            group.append(new)
            if len(group) < self._seats:
                costs = {
                    at: cost + REPEATED * tally.repeated(new, at)
                    for at, cost in costs.items()
                    if may_meet(tally.present[new], tally.present[at])
                }
        return group

    def _costs(self, head: int) -> dict[int, float]:
        """Opponents for the head, and what speaks against each."""
        start = head if self._rng.randrange(FAR) else self._rng.randrange(len(self._tally.present))
        return {at: self._cost(head, at, start) for at in self._window(head, start)}

    def _cost(self, head: int, at: int, start: int) -> float:
        apart = abs(self._tally.present[at].rating.mean - self._tally.present[start].rating.mean)
        repeated, queued = self._tally.repeated(head, at), self._rank[at]
        return min(apart / REACH, 1.0) + REPEATED * repeated + QUEUED * queued + CHANCE * self._rng.random()

    def _window(self, head: int, start: int) -> list[int]:
        """Free candidates near that place whom the head may meet, and need not wait to have somebody else."""
        own, window = self._tally.present[head], list[int]()
        owners: Counter[str | None] = Counter({None: -WINDOW})
        for at in self._line.outward(start):
            other = self._tally.present[at]
            if owners[other.owner] < OF_ONE_OWNER and may_meet(own, other) and self._willing(head, at):
                owners[other.owner] += 1
                window.append(at)
                if len(window) == WINDOW:
                    break
        return window

    def _willing(self, a: int, b: int) -> bool:
        patient = self._waited[a] < self._patience_ms and self._waited[b] < self._patience_ms
        return not (patient and self._tally.too_often(a, b))
