"""Who could be put into a game of a ladder: what pairing knows of each entry, and which entries may not meet."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from splendor.ratings.rating import Rating

SEEN_WITHIN_MS = 60_000


class Candidate(NamedTuple):
    """One entry of a ladder. All times are in ms of one clock."""

    id: str
    owner: str | None
    """Entries of one owner never meet. AI players belong to nobody."""
    rating: Rating
    games: int = 0
    """Finished in this ladder."""
    running: int = 0
    most: int = 1
    """Games at once."""
    idle_since_ms: int = 0
    """Since when it has waited for a game: the end of its last game or rest, or the last time it was put into one while it
    wanted more, or when it came (back)."""
    seen_ms: int | None = None
    """When its program was last heard of; None for an AI player (an anchor), which is always there."""
    rest_until_ms: int = 0
    blocked: frozenset[str] = frozenset()
    """Ids of entries, owners and persons that it does not play against; they do not play against it either."""
    paused: bool = False
    person: str | None = None
    """The player behind it where that is not the whole owner: itself, or whose bot it is. Its entries never meet either."""

    @property
    def anchor(self) -> bool:
        """Is it an AI player?"""
        return self.seen_ms is None

    def present(self, now_ms: int) -> bool:
        """Does it take part now, be it free or busy?"""
        return not self.paused and (self.seen_ms is None or now_ms - self.seen_ms <= SEEN_WITHIN_MS)

    def room(self, now_ms: int) -> int:
        """How many further games it may begin now."""
        return self.most - self.running if self.present(now_ms) and self.rest_until_ms <= now_ms else 0


class History(NamedTuple):
    """What was played so far in a ladder, running games included."""

    together: Mapping[frozenset[str], int]
    """How many games two entries have had together; pairs that are missing have had none."""
    seats: Mapping[str, Sequence[int]]
    """How many games each entry has had in each seat, of games with as many seats as are to be paired now."""


def may_meet(a: Candidate, b: Candidate) -> bool:
    """May these two sit in one game? Neither themselves, nor two of one owner or person, nor where one has blocked the other."""
    if a.id == b.id or (a.owner is not None and a.owner == b.owner) or (a.person is not None and a.person == b.person):
        return False
    return not (_blocks(a, b) or _blocks(b, a))


def _blocks(a: Candidate, b: Candidate) -> bool:
    return bool(a.blocked) and (b.id in a.blocked or b.owner in a.blocked or b.person in a.blocked)
