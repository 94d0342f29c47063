"""Entries of a ladder at one moment, and what pairing makes of them."""

from random import Random

from splendor.ratings.candidates import Candidate, History
from splendor.ratings.pairing import pair
from splendor.ratings.rating import NEW

NOW = 1_000_000
NOTHING = History({}, {})


def entry(id_: str, **given) -> Candidate:
    return Candidate(
        **{"id": id_, "owner": f"owner of {id_}", "rating": NEW, "seen_ms": NOW, "idle_since_ms": NOW, **given}
    )


def anchor(id_: str, **given) -> Candidate:
    return Candidate(**{"id": id_, "owner": None, "rating": NEW, "idle_since_ms": NOW, **given})


def paired(
    *candidates: Candidate, seats: int = 2, history: History = NOTHING, seed: int = 0, **given
) -> list[set[str]]:
    """Who plays whom, in the order of the games."""
    return [set(one.seats) for one in pair(candidates, seats, NOW, history, Random(seed), **given)]
