"""The end of the turn (T2): token limit, noble visit, end-of-game check, and whose turn comes next."""

from operator import ge

from splendor.engine.nobles import NOBLES
from splendor.engine.state import (
    ACTION,
    ACTIVE,
    CHOOSE_NOBLE,
    MAX_ROUNDS,
    OVER,
    PRESTIGE,
    RETURN_TOKENS,
    STALEMATE,
    Seat,
    State,
)
from splendor.engine.tokens import TOKEN_LIMIT

FEWEST_BONUSES = min(sum(noble.demand) for noble in NOBLES)
"""Below this number of purchased cards no noble can come: most turns need not look further."""


def end_turn(state: State) -> State:
    """The state after the action of `to_act` has been done: its end of turn as far as it needs no choice."""
    if sum(state.seats[state.to_act].tokens) > TOKEN_LIMIT:  # L1
        return state._replace(phase=RETURN_TOKENS)
    return visit(state)


def visit(state: State) -> State:
    """The noble visit (N1, N3) and what follows; several nobles leave the choice open."""
    seat = state.seats[state.to_act]
    if len(seat.purchased) >= FEWEST_BONUSES:
        met = nobles_met(state)
        if len(met) == 1:
            return complete_turn(with_noble(state, met[0]))
        if met:
            return state._replace(phase=CHOOSE_NOBLE)
    return complete_turn(state)


def nobles_met(state: State) -> list[int]:
    """The nobles on the table whose demand the bonuses of `to_act` meet (N1, N2), by number."""
    bonuses = state.seats[state.to_act].bonuses
    return sorted(noble for noble in state.nobles if all(map(ge, bonuses, NOBLES[noble].demand)))


def with_noble(state: State, noble: int) -> State:
    """The noble has come to `to_act`; its place stays empty (N4), and passes before it count no more (Q2)."""
    seat = state.seats[state.to_act]
    host = seat._replace(prestige=seat.prestige + NOBLES[noble].prestige, nobles=(*seat.nobles, noble))
    rest = tuple(other for other in state.nobles if other != noble)
    return state._replace(seats=with_seat(state, state.to_act, host), nobles=rest, passes=0)


def with_seat(state: State, number: int, seat: Seat) -> tuple[Seat, ...]:
    """All seats, one of them as it is now."""
    return (*state.seats[:number], seat, *state.seats[number + 1 :])


def complete_turn(state: State) -> State:
    """The end-of-game check (E1) for `to_act`, then the next turn."""
    last_round = state.last_round or state.seats[state.to_act].prestige >= state.options.target_prestige
    if state.passes and state.passes >= sum(seat.status == ACTIVE for seat in state.seats):
        return game_over(state, PRESTIGE if last_round else STALEMATE)  # Q2, H8
    return next_turn(state, last_round)


def next_turn(state: State, last_round: bool) -> State:
    """The turn of the next seat still in, or the end of the game at the end of a round (H2, H3).

    A round is complete when no seat still in has a higher number, be seat 0 in or not (E1).
    """
    options, seats, supply, market, decks, nobles, to_act, _, turn, round_, passes, _, exits, termination = state
    for number in range(to_act + 1, len(seats)):
        if seats[number].status == ACTIVE:
            break
    else:
        if last_round or round_ >= options.max_rounds:
            return game_over(state, PRESTIGE if last_round else MAX_ROUNDS)
        round_ += 1
        number = first_active(seats)
    return State(
        options, seats, supply, market, decks, nobles, number, ACTION, turn + 1, round_, passes, last_round, exits,
        termination,
    )  # fmt: skip


def first_active(seats: tuple[Seat, ...]) -> int:
    """The lowest seat still in."""
    return next(number for number, seat in enumerate(seats) if seat.status == ACTIVE)


def game_over(state: State, termination: int) -> State:
    """The game has ended; turn and round stay those of the last turn."""
    last_round = state.last_round or termination == PRESTIGE
    return state._replace(to_act=-1, phase=OVER, termination=termination, last_round=last_round)
