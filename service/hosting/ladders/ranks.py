"""The order of a table: by conservative rating, the best first, equals by id."""

from service.hosting.ladders.values import Standing
from service.store.ladder_keys import PEOPLE
from splendor.ratings.rating import conservative

FAR = 10_000_000
"""In points: no rating is so high or so low."""


def rank_of(standing: Standing) -> int:
    """By what a standing comes in its table, the least first."""
    return FAR - conservative(standing.rating)


def kept_rank(ladder_id: str, standing: Standing) -> int | None:
    """The same where it is kept with the standing: people may be very many. The entries of other ladders are ordered anew."""
    return rank_of(standing) if ladder_id == PEOPLE and standing.games else None
