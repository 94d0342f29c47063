"""Going out (H1 to H8), examples X10 and X11."""

from collections.abc import Callable

import pytest

from splendor.engine.actions import ReturnTokens
from splendor.engine.errors import IllegalAction
from splendor.engine.exits import flag, resign
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, ACTIVE, CHOOSE_NOBLE, FLAGGED, OVER, RESIGNED, RETURN_TOKENS, State
from tests.engine.builders import bonuses, cards, nobles, result, seat, table, take, tok, total_tokens

GoingOut = Callable[[State, int], State]

RICH = seat(tok(1, 2, 0, 1, 0, 2), "L3-04 L1-08", "L2-20? L1-31", "N01")


def rule_of(going_out: GoingOut, state: State, number: int) -> str:
    with pytest.raises(IllegalAction) as caught:
        going_out(state, number)
    return caught.value.rule


def places(state: State) -> list[tuple[int, int]]:
    return [(standing.seat, standing.place) for standing in result(state).ranking]


def test_h1_what_a_seat_leaves_behind() -> None:
    """H1: its tokens go back, its cards and nobles stay shown as they were and out of play."""
    before = table(RICH, seat(), seat(), nobles="N02", to_act=1)
    state = resign(before, 0)
    gone = state.seats[0]
    assert gone.tokens == tok()
    assert (gone.purchased, gone.reserved, gone.blind, gone.nobles) == (
        cards("L3-04 L1-08"),
        cards("L2-20 L1-31"),
        (True, False),
        nobles("N01"),
    )
    assert (gone.prestige, gone.bonuses, gone.status) == (5 + 1 + 3, RICH.bonuses, RESIGNED)
    assert (state.market, state.decks, state.nobles) == (before.market, before.decks, before.nobles)


def test_h1_totals_stay_those_of_the_original_seats() -> None:
    before = table(RICH, seat(tok(u=3)), seat(), to_act=1)
    state = flag(before, 0)
    assert state.supply == tok(5, 2, 5, 5, 5, 5)
    assert total_tokens(state) == total_tokens(before) == tok(5, 5, 5, 5, 5, 5)


def test_h1_turns_are_skipped() -> None:
    state = resign(table(seat(), seat(), seat()), 1)
    seen = []
    for _ in range(4):
        seen.append((state.to_act, state.round))
        state = apply(state, take(w=1, u=1, g=1))
    assert seen == [(0, 1), (2, 1), (0, 2), (2, 2)]


def test_e1_h2_a_round_without_seat_0() -> None:
    """E1: the borders of a round do not move; without seat 0 it begins at the lowest seat still in."""
    state = resign(table(seat(), seat(), seat()), 0)
    assert (state.to_act, state.turn, state.round) == (1, 2, 1)
    seen = []
    for _ in range(4):
        seen.append((state.to_act, state.round))
        state = apply(state, take(w=1, u=1, g=1))
    assert seen == [(1, 1), (2, 1), (1, 2), (2, 2)]


def test_e1_the_highest_seat_going_out_completes_the_round() -> None:
    state = resign(table(seat(), seat(), seat(), to_act=2, round_=4), 2)
    assert (state.to_act, state.round, state.phase) == (0, 5, ACTION)


@pytest.mark.parametrize(
    ("going_out", "reason", "status"), [(resign, "resignation", RESIGNED), (flag, "flag", FLAGGED)]
)
@pytest.mark.parametrize("number", [0, 1])
def test_h1_h8_a_single_seat_left_wins(going_out: GoingOut, reason: str, status: int, number: int) -> None:
    """H1, H8: whatever it has, and whosever turn it was."""
    state = going_out(table(RICH, seat(purchased="L1-16")), number)
    assert (state.phase, state.to_act, state.last_round) == (OVER, -1, False)
    assert result(state).termination == reason
    assert result(state).winners == (1 - number,)
    assert places(state) == [(1 - number, 1), (number, 2)]
    assert state.seats[number].status == status


def test_h8_the_kind_of_the_last_exit_is_the_reason() -> None:
    assert result(flag(resign(table(seat(), seat(), seat()), 2), 1)).termination == "flag"
    assert result(resign(flag(table(seat(), seat(), seat()), 2), 1)).termination == "resignation"


def test_h8_a_single_seat_left_even_in_the_last_round() -> None:
    """H8: a seat left alone by a flag wins by it though the last round was set off."""
    assert result(flag(table(RICH, seat(), last_round=True), 0)).termination == "flag"


def whole_turn(state: State) -> State:
    """Play the first listed action until the turn has passed on."""
    turn = state.turn
    while state.phase != OVER and state.turn == turn:
        state = apply(state, legal_actions(state)[0])
    return state


def test_x11_two_of_four_go_out() -> None:
    """X11: seat 1 resigns in round 5, seat 3 flags in round 7, seats 0 and 2 play on, in that order."""
    state = table(seat(tok(w=2)), seat(tok(u=3, gold=1)), seat(tok(k=1)), seat(tok(r=4)), round_=5, to_act=1)
    state = resign(state, 1)
    while (state.round, state.to_act) != (7, 3):
        assert state.to_act in (0, 2, 3)
        state = whole_turn(state)
    state = flag(state, 3)
    order = []
    for _ in range(4):
        order.append((state.to_act, state.round))
        state = whole_turn(state)
    assert order == [(0, 8), (2, 8), (0, 9), (2, 9)]
    assert total_tokens(state) == tok(7, 7, 7, 7, 7, 5)
    end = whole_turn(whole_turn(state._replace(last_round=True)))
    assert result(end).termination == "prestige"
    assert places(end)[2:] == [(3, 3), (1, 4)]


def test_h1_places_of_those_out_whatever_their_prestige() -> None:
    """H1: behind all still in, the last to go out first."""
    state = table(seat(purchased="L3-04"), seat(), RICH, seat(), to_act=3, last_round=True)
    state = flag(resign(state, 0), 2)
    end = apply(state, take(w=1, u=1, g=1))
    assert places(end) == [(1, 1), (3, 1), (2, 3), (0, 4)]


class TestH5InTheMiddleOfATurn:
    """H5: the action and what it revealed stand, all tokens go back, no noble and no end check."""

    full = seat(tok(2, 2, 2, 2, 2), "L3-04 L3-02 L2-06 " + bonuses(w=1, u=4, k=4))

    def test_h5_while_tokens_are_to_be_returned(self) -> None:
        state = apply(table(self.full, seat(), seat(), nobles="N01"), take(w=1, u=1, g=1))
        assert state.phase == RETURN_TOKENS, State
        state = resign(state, 0)
        assert (state.phase, state.to_act, state.turn) == (ACTION, 1, 2)
        assert state.supply == tok(5, 5, 5, 5, 5, 5)
        assert (state.nobles, state.seats[0].nobles, state.last_round) == (nobles("N01"), (), False)

    def test_h5_while_a_noble_is_to_be_chosen(self) -> None:
        state = apply(table(self.full._replace(tokens=tok()), seat(), nobles="N01 N02"), take(w=1, u=1, g=1))
        state = state._replace(seats=(*state.seats, seat()))
        assert state.phase == CHOOSE_NOBLE
        state = flag(state, 0)
        assert (state.phase, state.to_act) == (ACTION, 1)
        assert (state.nobles, state.last_round) == (nobles("N01 N02"), False)

    def test_h5_no_end_check_for_the_seat_that_goes(self) -> None:
        """H5, E1: it has the target, but its turn was never ended."""
        state = resign(table(seat(purchased="L3-04 L3-08 L3-12"), seat(), seat()), 0)
        assert not state.last_round

    def test_h5_the_turn_of_another_goes_on_undisturbed(self) -> None:
        state = apply(table(self.full, seat(tok(k=2)), seat()), take(w=1, u=1, g=1))
        after = resign(state, 1)
        assert (after.phase, after.to_act, after.turn) == (RETURN_TOKENS, 0, 1)
        assert after.seats[0] == state.seats[0]
        after = apply(after, ReturnTokens(tok(k=2, r=1)))
        assert after.to_act == 2


@pytest.mark.parametrize("phase", [ACTION, RETURN_TOKENS, CHOOSE_NOBLE])
def test_h6_a_flag_is_a_flag_in_every_phase(phase: int) -> None:
    state = flag(table(seat(), seat(), seat())._replace(phase=phase), 0)
    assert (state.seats[0].status, state.to_act, state.phase) == (FLAGGED, 1, ACTION)


def test_h4_a_flag_in_the_first_round_is_a_forfeit() -> None:
    """H4: the engine knows no abort; a flag before the first action is a result like any other."""
    assert result(flag(table(seat(), seat()), 0)).winners == (1,)


def test_h7_who_is_left_plays_the_game_out() -> None:
    """H7: the rules do not ask who sits on a seat: with two of four left the game goes on to its own end."""
    state = resign(resign(table(seat(), seat(), seat(), seat(), round_=99, max_rounds=99), 0), 2)
    state = apply(apply(state, take(w=1, u=1, g=1)), take(w=1, u=1, g=1))
    assert result(state).termination == "max_rounds"
    assert result(state).winners == (1, 3)


@pytest.mark.parametrize("going_out", [resign, flag])
def test_h1_nobody_goes_out_twice_and_nobody_after_the_end(going_out: GoingOut) -> None:
    """H1, T1."""
    state = resign(table(seat(), seat(), seat()), 1)
    assert rule_of(going_out, state, 1) == "H1"
    assert rule_of(going_out, state, 3) == "H1"
    assert rule_of(going_out, state, -1) == "H1"
    over = resign(state, 0)
    assert [held.status for held in over.seats] == [RESIGNED, RESIGNED, ACTIVE]
    for number in range(3):
        assert rule_of(going_out, over, number) == "T1"


def test_h1_exits_are_kept_in_their_order() -> None:
    state = flag(resign(table(seat(), seat(), seat(), seat()), 2), 0)
    assert state.exits == (2, 0)
    assert [held.status for held in state.seats] == [FLAGGED, ACTIVE, RESIGNED, ACTIVE]
