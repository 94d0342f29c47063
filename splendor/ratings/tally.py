"""What pairing counts while it works: the ladder's history and the games that were just made, told by place in the ladder.

A candidate's place is its index among those present, by rating.
"""

from collections import Counter
from collections.abc import Sequence

from splendor.ratings.candidates import Candidate, History, may_meet

NEIGHBOURS = 12
"""How many entries, nearest in rating, a candidate's meetings are compared with."""
OFTEN = 1.25
"""How many times as often as its neighbours somebody is met before that is too often."""


class Tally:
    """Meetings, games and seats, kept up to date with each game that is begun."""

    def __init__(self, present: Sequence[Candidate], history: History) -> None:
        """`present` are all candidates that take part now, free or busy, in the order of their ratings."""
        self.present = present
        self.begun: Counter[int] = Counter()
        """Games that were just made, by place."""
        self._history = history
        self._met: Counter[frozenset[str]] = Counter()
        self._usual: dict[int, float] = {}
        self._seats: dict[str, list[int]] = {}

    def waited(self, at: int, now_ms: int) -> int:
        """How long it has waited, in ms; no time at all if it was just given a game."""
        return 0 if self.begun[at] else max(0, now_ms - self.present[at].idle_since_ms)

    def games(self, at: int) -> int:
        """Games finished, running and just made."""
        one = self.present[at]
        return one.games + one.running + self.begun[at]

    def met(self, a: int, b: int) -> int:
        """How many games these two have had together."""
        both = frozenset((self.present[a].id, self.present[b].id))
        return self._history.together.get(both, 0) + self._met[both]

    def usual(self, at: int) -> float:
        """How many games it has had with each of its neighbours, on average; 0 if there are none."""
        if at not in self._usual:
            near = [other for other in self._near(at) if may_meet(self.present[at], self.present[other])]
            self._usual[at] = sum(self.met(at, other) for other in near) / len(near) if near else 0.0
        return self._usual[at]

    def too_often(self, a: int, b: int) -> bool:
        """Have these two met so often that either had better wait for somebody else?"""
        met = self.met(a, b)
        return met >= 1 + OFTEN * min(self.usual(a), self.usual(b))

    def repeated(self, a: int, b: int) -> float:
        """How often they have met, beside what is usual for the first: about 1 where that is even."""
        return self.met(a, b) / (1 + self.usual(a))

    def seats(self, at: int) -> Sequence[int]:
        """How many games it has had in each seat; empty if it has had none."""
        id_ = self.present[at].id
        return self._seats.get(id_) or self._history.seats.get(id_, ())

    def begin(self, order: Sequence[int]) -> None:
        """Counts a game with these candidates, seat 0 first."""
        for seat, at in enumerate(order):
            counts = list(self.seats(at)) or [0] * len(order)
            counts[seat] += 1
            self._seats[self.present[at].id] = counts
            self.begun[at] += 1
            self._usual.pop(at, None)
            for other in order[:seat]:
                self._met[frozenset((self.present[at].id, self.present[other].id))] += 1

    def _near(self, at: int) -> range:
        low = max(0, min(at - NEIGHBOURS // 2, len(self.present) - NEIGHBOURS - 1))
        return range(low, min(len(self.present), low + NEIGHBOURS + 1))
