"""Going out of a game (H1, H2, H5): resigning, and forfeiting by the clock."""

from splendor.engine.errors import IllegalAction
from splendor.engine.state import ACTIVE, FLAG, FLAGGED, OVER, RESIGNATION, RESIGNED, State
from splendor.engine.tokens import NO_TOKENS, plus
from splendor.engine.turn_end import game_over, next_turn, with_seat


def resign(state: State, seat: int) -> State:
    """The state after this seat has resigned, at any time and in any phase (H5).

    Raises IllegalAction: T1 once the game is over, H1 where the seat is not in.
    """
    return _go_out(state, seat, RESIGNED, RESIGNATION)


def flag(state: State, seat: int) -> State:
    """The state after this seat has forfeited by the clock; as `resign` otherwise (H1, H6)."""
    return _go_out(state, seat, FLAGGED, FLAG)


def _go_out(state: State, number: int, status: int, termination: int) -> State:
    if state.phase == OVER:
        raise IllegalAction("T1", "The game is over.")
    if not 0 <= number < len(state.seats) or state.seats[number].status != ACTIVE:
        raise IllegalAction("H1", "This seat is not in the game any more.")
    seat = state.seats[number]
    after = state._replace(
        seats=with_seat(state, number, seat._replace(tokens=NO_TOKENS, status=status)),
        supply=plus(state.supply, seat.tokens),
        passes=0,
        exits=(*state.exits, number),
    )
    if sum(other.status == ACTIVE for other in after.seats) == 1:
        return game_over(after, termination)
    # In another seat's turn that goes on, and a round it is the last of ends with it. In the own turn no noble
    # comes and no end check is made (H5).
    return next_turn(after, after.last_round) if number == state.to_act else after
