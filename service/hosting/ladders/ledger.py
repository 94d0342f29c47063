"""What a game does to the standings of its entries.

The one function both for a game that has just ended and for a ledger that is gone through again, so the two cannot differ.
"""

import hashlib
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import msgspec

from service.hosting.ladders.values import KEPT_CONDUCT, LETTERS, Cause, LedgerEntry, Participation, Standing, Void
from service.store.ladders import meeting
from splendor.ratings.rating import ALGORITHM, Rating, rate

METHOD = f"{ALGORITHM.partition(' ')[0]} {hashlib.sha256(ALGORITHM.encode()).hexdigest()[:8]}"
"""The algorithm as the ledger notes it, with each game: its name, and a digest of it with all its values."""


class Seat(NamedTuple):
    """How a game ended for one of its seats: place from 1, shared by equals, 0 where there is no result; and why."""

    entry: str
    place: int
    cause: Cause


class Result(NamedTuple):
    """How a game ended, by seat; `at` in ms since 1970. `void`: why it is not rated."""

    game_id: str
    at: int
    seats: tuple[Seat, ...]
    void: Void = ""


class Effect(NamedTuple):
    """What a result leads to: its entry in the ledger, the standings that change, and what is counted of meetings."""

    entry: LedgerEntry
    standings: dict[str, Standing]
    met: tuple[str, ...]


def effect_of(result: Result, standings: Mapping[str, Standing]) -> Effect:
    """What follows from a result where its entries stand so.

    Who has erred in a game that is not rated has erred all the same; only the service's own failures count for nothing.
    """
    before = {seat.entry: standings.get(seat.entry, Standing()) for seat in result.seats}
    after = dict(before)
    if not result.void:
        rated = rate([before[seat.entry].rating for seat in result.seats], [seat.place for seat in result.seats])
        after = {
            seat.entry: _rated(before[seat.entry], result, number, rating)
            for number, (seat, rating) in enumerate(zip(result.seats, rated, strict=True))
        }
    changed = {} if result.void == "infrastructure" else _noted(after, result)
    shown = after | changed
    seats = (
        Participation(seat.entry, seat.place, seat.cause, _numbers(before[seat.entry]), _numbers(shown[seat.entry]))
        for seat in result.seats
    )
    entry = LedgerEntry(result.game_id, result.at, tuple(seats), METHOD, result.void)
    return Effect(entry, changed, () if result.void else tuple(meetings(result)))


def result_of(entry: LedgerEntry) -> Result:
    """The result that an entry of the ledger tells of."""
    seats = (Seat(seat.entry, seat.place, seat.cause) for seat in entry.seats)
    return Result(entry.game_id, entry.at, tuple(seats), entry.void)


def meetings(result: Result) -> Iterator[str]:
    """What is counted of any two entries that met in a game."""
    for one, other in combinations(result.seats, 2):
        better, worse = sorted((one, other), key=lambda seat: seat.place)
        yield meeting(better.entry, worse.entry, shared=better.place == worse.place)


def _rated(standing: Standing, result: Result, number: int, rating: Rating) -> Standing:
    winners = sum(seat.place == 1 for seat in result.seats)
    won = int(result.seats[number].place == 1)
    shared = int(won and winners > 1)
    place = f"{len(result.seats)}-{number}"
    games, wins, ties = standing.places.get(place, (0, 0, 0))
    return msgspec.structs.replace(
        standing,
        mean=rating.mean,
        deviation=rating.deviation,
        games=standing.games + 1,
        won=standing.won + won,
        shared=standing.shared + shared,
        places=standing.places | {place: (games + 1, wins + won, ties + shared)},
    )


def _noted(standings: Mapping[str, Standing], result: Result) -> dict[str, Standing]:
    """The standings with the conduct of their entries in this game."""
    return {
        seat.entry: msgspec.structs.replace(
            standings[seat.entry],
            recent=(standings[seat.entry].recent + LETTERS[seat.cause])[-KEPT_CONDUCT:],
            idle_since=max(standings[seat.entry].idle_since, result.at),
            revision=standings[seat.entry].revision + 1,
        )
        for seat in result.seats
    }


def _numbers(standing: Standing) -> tuple[int, int]:
    return standing.mean, standing.deviation
