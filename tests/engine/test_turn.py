"""The turn and its phases (T1 to T3), and whole turns in one request."""

from itertools import pairwise

import pytest

from splendor.engine.actions import Action, ChooseNoble, Pass, PurchaseCard, ReserveFromDeck, ReturnTokens
from splendor.engine.errors import IllegalAction
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, CHOOSE_NOBLE, OVER, RETURN_TOKENS, State
from splendor.engine.turn import Ply, Turn, play
from tests.engine.builders import bonuses, buy, card, noble, nobles, refused, reserve, seat, table, take, tok

TEN = tok(2, 2, 2, 2, 2)
MAIN = [take(w=1, u=1, g=1), take(r=2), reserve("L1-40"), ReserveFromDeck(3), buy("L1-40"), Pass()]
CHOOSING = table(seat(purchased=bonuses(w=4, u=4, k=4)), seat(), nobles="N01 N02")._replace(phase=CHOOSE_NOBLE)


def rule_of(state: State, turn: Turn) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(state, turn)
    return caught.value.rule


@pytest.mark.parametrize("action", [take(w=1, g=1, k=1), take(r=2), reserve("L1-40"), ReserveFromDeck(3), buy("L1-40")])
def test_t1_a_turn_is_one_action(action: Action) -> None:
    start = table(seat(tok(u=4)), seat(), market="L1-40 - - - - - - - - - - -")
    state = apply(start, action)
    assert (state.to_act, state.phase, state.turn, state.round) == (1, ACTION, 2, 1)


def test_t1_seat_order_and_rounds() -> None:
    """S4, E1: turns go round, a round is complete after the highest seat."""
    state, seen = table(seat(), seat(), seat()), []
    for _ in range(7):
        seen.append((state.to_act, state.turn, state.round))
        state = apply(state, take(w=1, u=1, g=1) if state.turn < 5 else take(r=1, k=1))
        state = state._replace(supply=tok(5, 5, 5, 5, 5, 5) if state.turn < 5 else tok(r=5, k=5))
    assert seen == [(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 4, 2), (1, 5, 2), (2, 6, 2), (0, 7, 3)]


@pytest.mark.parametrize("action", [*MAIN, ReturnTokens(tok(w=1)), ChooseNoble(0)])
def test_t1_nothing_is_done_once_the_game_is_over(action: Action) -> None:
    over = table(seat(), seat())._replace(phase=OVER, to_act=-1)
    assert refused(over, action) == "T1"


@pytest.mark.parametrize("action", MAIN)
def test_t2_no_second_action_in_a_turn(action: Action) -> None:
    """T2: while tokens are to be returned or a noble is to be chosen."""
    assert refused(apply(table(seat(TEN), seat()), take(w=1, u=1, g=1)), action) == "T2"
    assert refused(CHOOSING, action) == "T2"


def test_t2_tokens_then_noble_then_end_check() -> None:
    """T2: twelve prestige and two nobles to choose from, over ten tokens: three plies, then the last round."""
    rich = seat(TEN, "L3-04 L3-02 L2-06 " + bonuses(w=1, u=4, k=4))
    start = table(rich, seat(), nobles="N01 N02")
    state = apply(start, take(w=1, u=1, g=1))
    assert (state.phase, state.last_round) == (RETURN_TOKENS, False)
    state = apply(state, ReturnTokens(tok(r=2, k=1)))
    assert (state.phase, state.last_round, state.to_act) == (CHOOSE_NOBLE, False, 0)
    state = apply(state, ChooseNoble(noble("N01")))
    assert (state.phase, state.last_round, state.to_act, state.turn) == (ACTION, True, 1, 2)


def test_t2_whole_turn_in_one_request() -> None:
    rich = seat(TEN, bonuses(w=4, u=4, k=4))
    start = table(rich, seat(), nobles="N01 N02")
    plies = play(start, Turn(take(w=1, u=1, g=1), tok(r=2, k=1), noble("N02")))
    assert [ply.action for ply in plies] == [
        take(w=1, u=1, g=1),
        ReturnTokens(tok(r=2, k=1)),
        ChooseNoble(noble("N02")),
    ]
    assert plies[0].before == start
    assert [first.after == second.before for first, second in pairwise(plies)] == [True, True]
    assert plies[-1].after.seats[0].nobles == nobles("N02")


def test_t3_what_is_missing_leaves_the_turn_open() -> None:
    plies = play(table(seat(TEN), seat()), Turn(ReserveFromDeck(1)))
    assert [ply.after.phase for ply in plies] == [RETURN_TOKENS]
    plies = play(plies[-1].after, Turn(ReturnTokens(tok(gold=1))))
    assert [(ply.after.phase, ply.after.to_act) for ply in plies] == [(ACTION, 1)]


def test_n1_naming_the_noble_that_comes_anyway() -> None:
    start = table(seat(purchased=bonuses(w=4, u=4)), seat(), nobles="N01 N02")
    plies = play(start, Turn(take(w=1, u=1, g=1), None, noble("N01")))
    assert plies == (Ply(start, take(w=1, u=1, g=1), apply(start, take(w=1, u=1, g=1))),)
    full = start._replace(seats=(seat(TEN, bonuses(w=4, u=4)), seat()))
    assert len(play(full, Turn(take(w=1, u=1, g=1), tok(w=3), noble("N01")))) == 2


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        (Turn(take(w=1, u=1, g=1), noble=noble("N02")), "N1"),
        (Turn(take(w=1, u=1, g=1), noble=noble("N10")), "N1"),
        (Turn(take(w=1, u=1, g=1), returned=tok(w=1)), "L3"),
        (Turn(take(w=1, u=1, g=1), returned=tok(w=1), noble=noble("N01")), "L3"),
        (Turn(ReturnTokens(tok(w=1))), "L3"),
        (Turn(ChooseNoble(noble("N01"))), "N1"),
    ],
)
def test_what_is_not_called_for_refuses_the_whole_turn(turn: Turn, rule: str) -> None:
    """L3, N1: N01 comes of itself in this turn, nothing is to be returned."""
    assert rule_of(table(seat(purchased=bonuses(w=4, u=4)), seat(), nobles="N01 N02"), turn) == rule


def test_no_noble_comes_where_none_is_met() -> None:
    assert rule_of(table(seat(), seat(), nobles="N01"), Turn(take(r=2), None, noble("N01"))) == "N1"


def test_t2_a_noble_is_not_chosen_before_the_return() -> None:
    start = table(seat(TEN, bonuses(w=4, u=4, k=4)), seat(), nobles="N01 N02")
    assert rule_of(start, Turn(take(w=1, u=1, g=1), None, noble("N02"))) == "T2"


def test_l3_no_return_with_a_choice_of_nobles() -> None:
    assert rule_of(CHOOSING, Turn(ChooseNoble(noble("N01")), tok(w=1))) == "L3"


def test_n1_l3_after_the_last_turn_of_the_game() -> None:
    """The refusal names what was wrong, not that the game would be over."""
    start = table(seat(), seat(), nobles="N01", to_act=1, last_round=True)
    assert rule_of(start, Turn(take(r=2), tok(w=1))) == "L3"
    assert rule_of(start, Turn(take(r=2), None, noble("N01"))) == "N1"


def test_p4_a_ply_carries_the_payment() -> None:
    """P4: what was paid stays readable though the request left it to the default."""
    start = table(seat(tok(u=3, gold=2)), seat(), market="L1-40 - - - - - - - - - - -")
    (ply,) = play(start, Turn(PurchaseCard(card("L1-40"))))
    assert ply.action == buy("L1-40", tok(u=3, gold=1))
    assert apply(start, ply.action) == ply.after
