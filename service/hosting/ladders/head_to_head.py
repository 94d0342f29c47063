"""What two entries of a ladder have made of each other."""

from typing import NamedTuple

from service.hosting.host import Host
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.values import standing_of
from service.store.ladders import meeting
from splendor.ratings.chances import chance_better, likely_better


class HeadToHead(NamedTuple):
    """What came of the games of two entries, seen from the first one: how often it came in before the other, and so on.

    likely_better: the chance that it is the better one, from these games alone. rated_better: the same from all of
    their ratings.
    """

    games: int
    won: int
    shared: int
    lost: int
    likely_better: float
    rated_better: float


def head_to_head(host: Host, ladder_id: str, one: str, other: str) -> HeadToHead:
    """What two entries have made of each other. Raises LadderNotFound."""
    find_ladder(host, ladder_id)
    names = (meeting(one, other), meeting(one, other, shared=True), meeting(other, one))
    won, shared, lost = host.ladders.met(ladder_id, names)
    mine, theirs = (standing_of(stored) for stored in host.ladders.standings(ladder_id, [one, other]))
    better = chance_better(mine.rating, theirs.rating)
    return HeadToHead(won + shared + lost, won, shared, lost, likely_better(won, shared, lost), better)
