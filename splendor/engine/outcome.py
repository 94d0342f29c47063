"""How a game ended (E2, E3, H1, H8)."""

from typing import NamedTuple

from splendor.engine.state import ACTIVE, OVER, TERMINATION_NAMES, State


class Standing(NamedTuple):
    """The place of one seat, counted from 1; equal seats share a place and the next is skipped (E3)."""

    seat: int
    place: int
    prestige: int
    purchased_count: int


class Outcome(NamedTuple):
    """The result of a game: why it ended, who won, and every seat in order of place, then seat.

    `termination` is one of prestige, resignation, flag, stalemate and max_rounds.
    """

    termination: str
    winners: tuple[int, ...]
    ranking: tuple[Standing, ...]


def outcome(state: State) -> Outcome | None:
    """The result of a game that is over, None before that."""
    if state.phase != OVER:
        return None
    ranking = _ranking(state)
    winners = tuple(standing.seat for standing in ranking if standing.place == 1)
    return Outcome(TERMINATION_NAMES[state.termination], winners, ranking)


def _ranking(state: State) -> tuple[Standing, ...]:
    results = {number: (-seat.prestige, len(seat.purchased)) for number, seat in enumerate(state.seats)}
    still_in = [number for number, seat in enumerate(state.seats) if seat.status == ACTIVE]
    places = {seat: 1 + sum(results[other] < results[seat] for other in still_in) for seat in still_in}
    # H1: the last to go out comes first among those out, each with a place of its own.
    places |= {seat: place for place, seat in enumerate(reversed(state.exits), start=1 + len(still_in))}
    order = sorted(places, key=lambda seat: (places[seat], seat))
    return tuple(Standing(seat, places[seat], -results[seat][0], results[seat][1]) for seat in order)
