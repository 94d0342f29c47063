"""The end of a game (E1 to E4, H2, H3, H8), examples X7 and X10, cases A20, A23, A24, A26 and A29."""

from typing import Any

import pytest

from splendor.engine.actions import ReturnTokens
from splendor.engine.exits import flag, resign
from splendor.engine.outcome import Outcome, Standing, outcome
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, OVER, Seat, State
from splendor.engine.turn import Turn, play
from tests.engine.builders import bonuses, buy, nobles, result, seat, table, take, tok

# Fourteen prestige and two white bonuses: with two white tokens L1-32 (4 white, one point) makes it fifteen.
FOURTEEN = "L3-02 L3-07 L3-10 L2-03"
READY = seat(tok(w=2), FOURTEEN)
MARKET = "L1-32 L1-24 L1-16 L1-40 L2-15 L2-01 L2-02 L2-04 L3-01 L3-05 L3-09 L3-13"


def board(*seats: Seat, **more: Any) -> State:
    return table(*seats, market=MARKET, **more)


def last_turn(*seats: Seat) -> Outcome:
    """Play the last turn of a last round, by the highest seat taking tokens, and give the outcome."""
    state = apply(table(*seats, to_act=len(seats) - 1, last_round=True), take(w=1, u=1, g=1))
    assert state.phase == OVER
    return result(state)


def places(found: Outcome) -> list[tuple[int, int]]:
    return [(standing.seat, standing.place) for standing in found.ranking]


def test_no_outcome_before_the_end() -> None:
    assert outcome(table(seat(), seat())) is None


@pytest.mark.parametrize(("reaching", "moving_after"), [(0, [1, 2, 3]), (2, [3]), (3, [])])
def test_a20_e1_the_round_is_played_to_its_end(reaching: int, moving_after: list[int]) -> None:
    """A20, E1: four seats; everyone has had the same number of turns."""
    state = board(*(READY if number == reaching else seat() for number in range(4)), to_act=reaching)
    state = apply(state, buy("L1-32"))
    moved = []
    while state.phase != OVER:
        assert state.last_round
        moved.append(state.to_act)
        state = apply(state, take(u=1, g=1, r=1))
    assert moved == moving_after
    assert state.last_round
    assert result(state).termination == "prestige"
    assert result(state).winners == (reaching,)


def test_a20_reaching_it_later_in_the_last_round_changes_nothing() -> None:
    """A20, E1: seat 2 sets it off, seat 3 too passes the target; nobles still visit."""
    third = seat(tok(k=4), FOURTEEN.replace("L2-03", "L3-14") + " " + bonuses(g=3, u=2))
    state = board(seat(), seat(), READY, third, to_act=2, nobles="N06")
    state = apply(apply(state, buy("L1-32")), buy("L1-24"))
    assert state.phase == OVER
    assert state.seats[3].prestige == 16 + 1


def test_e1_nobles_count_and_still_visit() -> None:
    """E1: 12 points and the visit set off the last round, and in it another seat is visited."""
    met = "L3-02 L3-07 L3-08 " + bonuses(w=3, u=2)
    other = seat(purchased="L2-01 L2-02 L2-04 L2-05 L2-13 L2-14 L2-15 L2-16")
    state = table(seat(purchased=met), other, nobles="N01", decks=("", "", ""))
    assert state.seats[0].prestige == 13
    state = apply(state, take(w=1, u=1, g=1))
    assert (state.last_round, state.seats[0].prestige, state.to_act) == (True, 16, 1)
    state = apply(state._replace(nobles=nobles("N01 N02"), seats=(state.seats[0], other._replace(bonuses=(4, 4, 0, 0, 0)))),
                  take(w=1, u=1, g=1))  # fmt: skip
    assert state.phase == OVER
    assert state.seats[1].nobles == nobles("N01")


def test_e1_checked_at_the_end_of_the_own_turn_only() -> None:
    """E1: a position where the other seat has fifteen already goes on until that seat has moved."""
    state = board(seat(), seat(purchased=FOURTEEN + " L1-08"))
    state = apply(state, take(u=1, g=1, r=1))
    assert not state.last_round
    assert apply(state, take(u=1, g=1, k=1)).phase == OVER


def test_x7_a_later_one_with_more_wins() -> None:
    """X7, E2: seat 0 ends on 15, seat 1 in the same round on 16."""
    second = seat(tok(g=4, gold=1), "L3-14 L3-18 L3-06 L2-09")
    state = board(READY, second)
    state = apply(state, buy("L1-32"))
    assert (state.phase, state.to_act, state.last_round) == (ACTION, 1, True)
    state = apply(state, buy("L2-15"))
    found = result(state)
    assert [held.prestige for held in state.seats] == [15, 16]
    assert (found.termination, found.winners) == ("prestige", (1,))


def test_e2_tokens_and_reserved_cards_count_for_nothing() -> None:
    assert last_turn(seat(tok(2, 2, 2, 2, 2), "", "L3-04 L3-08 L3-12"), seat(purchased="L1-08")).winners == (1,)


def test_a23_prestige_before_fewer_cards() -> None:
    """A23, E2, E3: A 15 points with 9 cards, B 18 with 13, C 14 with 5."""
    a = seat(purchased="L3-04 L3-08 L3-12 " + bonuses(r=6))
    b = seat(purchased="L3-16 L3-20 L3-02 L3-07 " + bonuses(k=7, g=2))
    c = seat(purchased="L3-10 L3-14 L3-18 L2-03 " + bonuses(u=1))
    assert last_turn(a, b, c).ranking == (
        Standing(1, 1, 18, 13),
        Standing(0, 2, 15, 9),
        Standing(2, 3, 14, 5),
    )


def test_e3_fewer_cards_break_a_tie() -> None:
    a = seat(purchased="L3-04 L3-08 L3-12 " + bonuses(r=1))
    b = seat(purchased="L3-16 L3-20 L3-02 L1-08")
    assert (b.prestige, len(b.purchased)) == (15, 4)
    assert last_turn(a, b).winners == (0, 1)
    assert last_turn(seat(purchased="L3-04 L3-08 L3-12"), b).winners == (0,)


A24_A = seat(purchased="L3-04 L3-08 L3-12 " + bonuses(r=7))
A24_B = seat(purchased="L3-16 L3-20 L3-02 L1-08 " + bonuses(k=6))
A24_C = seat(purchased="L3-07 L3-10 L3-14")


def test_a24_shared_victory_of_three() -> None:
    """A24, E3: 15 points and ten cards twice: places 1, 1, 3, whatever tokens are left."""
    found = last_turn(A24_A._replace(tokens=tok(k=3)), A24_B, A24_C)
    assert found.winners == (0, 1)
    assert places(found) == [(0, 1), (1, 1), (2, 3)]


def test_a24_shared_victory_of_two() -> None:
    assert last_turn(A24_A, A24_B).winners == (0, 1)


def test_e3_the_same_order_gives_every_place() -> None:
    """E3: winner, two equal seconds, then the fourth place; the order is by place, then seat."""
    found = last_turn(seat(purchased="L1-08"), seat(purchased="L1-16"), seat(), A24_A)
    assert places(found) == [(3, 1), (0, 2), (1, 2), (2, 4)]


@pytest.mark.parametrize(("target", "before", "at"), [(21, 16, 21), (18, 16, 18), (10, 9, 10)])
def test_a29_e4_the_games_own_target(target: int, before: int, at: int) -> None:
    """A29, E4: nothing at fewer, the last round at the target."""
    points = {9: "L3-04 L3-02", 10: "L3-04 L3-08", 16: "L3-04 L3-08 L2-06 L2-12", 18: "L3-04 L3-08 L3-02 L3-07",
              21: "L3-04 L3-08 L3-02 L3-07 L2-06"}  # fmt: skip
    for prestige, sets_off in ((before, False), (at, True)):
        held = seat(purchased=points[prestige])
        assert held.prestige == prestige
        assert apply(table(held, seat(), target=target), take(w=1, u=1, g=1)).last_round == sets_off


def test_x10_the_seat_to_move_resigns_in_the_last_round() -> None:
    """X10, H2, H8: three seats, seat 2 resigns: over at once, by prestige, seat 2 third."""
    state = resign(table(seat(), seat(purchased="L1-08"), seat(purchased=FOURTEEN), to_act=2, last_round=True), 2)
    assert state.phase == OVER
    assert result(state).termination == "prestige"
    assert places(result(state)) == [(1, 1), (0, 2), (2, 3)]


def test_h2_the_last_round_stays_set() -> None:
    """H2: the seat that set it off goes out; the others finish the round."""
    state = apply(board(READY, seat(), seat()), buy("L1-32"))
    state = resign(state, 0)
    assert (state.last_round, state.to_act) == (True, 1)
    state = apply(apply(state, take(u=1, g=1, r=1)), take(u=1, g=1, r=1))
    assert (state.phase, result(state).termination) == (OVER, "prestige")
    assert result(state).winners == (1, 2)


def test_h2_ends_with_the_last_seat_still_in() -> None:
    """H2: four seats in the last round; seat 3 goes out in the turn of seat 2, which then is the last to move."""
    state = table(seat(), seat(), seat(), seat(), to_act=2, last_round=True)
    state = flag(state, 3)
    assert (state.phase, state.to_act) == (ACTION, 2)
    assert apply(state, take(w=1, u=1, g=1)).phase == OVER


def test_h2_not_before_a_seat_in_the_middle_of_its_turn() -> None:
    """H2, H5: all others after it are out, but the seat to move still has its turn."""
    state = table(seat(), seat(tok(5, 5)), seat(), to_act=1, last_round=True, supply=tok(5, 5, 5, 5, 5, 5))
    state = resign(apply(state, take(r=2)), 2)
    assert state.to_act == 1
    assert apply(state, ReturnTokens(tok(w=2))).phase == OVER


def test_h3_ends_when_the_round_is_complete() -> None:
    state = table(seat(), seat(purchased="L1-08"), round_=20, max_rounds=20)
    state = apply(state, take(w=1, u=1, g=1))
    assert (state.phase, state.round) == (ACTION, 20)
    state = apply(state, take(w=1, u=1, g=1))
    assert state.phase == OVER
    assert (result(state).termination, result(state).winners) == ("max_rounds", (1,))


def test_h3_an_exit_can_complete_the_round() -> None:
    state = resign(table(seat(), seat(), seat(), to_act=2, round_=20, max_rounds=20), 2)
    assert result(state).termination == "max_rounds"


def test_h8_prestige_comes_before_max_rounds() -> None:
    state = apply(board(seat(), READY, to_act=1, round_=20, max_rounds=20), buy("L1-32"))
    assert result(state).termination == "prestige"


def test_a26_two_that_only_shuffle_tokens() -> None:
    """A26, H3: ten tokens each, three reserved cards, take three and return them for ever: over after 100 rounds."""
    first = seat(tok(r=4, k=4, gold=2), "", "L3-01 L3-05 L3-09")
    second = seat(tok(3, 3, 2, 0, 0, 2), "", "L3-13 L3-17 L3-02", "N01")
    state, turns = table(first, second), 0
    while state.phase != OVER:
        state = play(state, Turn(take(w=1, u=1, g=1), tok(w=1, u=1, g=1)))[-1].after
        turns += 1
    assert turns == 200
    assert state.round == 100
    assert (result(state).termination, result(state).winners) == ("max_rounds", (1,))
