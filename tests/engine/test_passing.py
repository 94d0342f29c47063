"""Passing and stalemate (Q1, Q2), example X9."""

import pytest

from splendor.engine.actions import ChooseNoble, Pass
from splendor.engine.exits import resign
from splendor.engine.legal import PASS, legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, CHOOSE_NOBLE, OVER, State
from splendor.engine.turn_end import next_turn
from tests.engine.builders import (
    NO_DECKS,
    NO_MARKET,
    bonuses,
    buy,
    cards,
    frozen,
    noble,
    nobles,
    refused,
    result,
    seat,
    table,
    take,
    tok,
)


def test_x9_no_action_but_the_pass() -> None:
    """X9, Q1: ten tokens, no gem in the supply, three reserved cards, nothing affordable."""
    state = frozen(2)
    assert sum(state.seats[0].tokens) == 10
    assert legal_actions(state) == legal_actions(state, "all") == [PASS]
    after = apply(state, Pass())
    assert (after.to_act, after.phase, after.passes, after.turn) == (1, ACTION, 1, 2)
    assert after.seats == state.seats


@pytest.mark.parametrize(
    "state",
    [
        table(seat(), seat()),
        frozen(2)._replace(supply=tok(w=1)),
        frozen(2)._replace(decks=((), (), cards("L3-20")), seats=(seat(tok(4, 4, 2)), seat())),
        frozen(2)._replace(
            market=cards(NO_MARKET[:-1] + "L1-40"), seats=(seat(tok(u=4), "", "L3-01 L3-02 L3-05"), seat())
        ),
        frozen(2)._replace(seats=(seat(tok(u=4), "", "L3-01 L3-02 L1-40?"), seat())),
    ],
    ids=["opening", "one token", "a deck", "a card in the market", "a card in the hand"],
)
def test_q1_not_where_any_action_is_legal(state: State) -> None:
    assert PASS not in legal_actions(state)
    assert refused(state, Pass()) == "Q1"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_q2_all_passed_in_a_row(count: int) -> None:
    """Q2, H8: after the last of them the game is over, also in the middle of a round."""
    state = next_turn(frozen(count), last_round=False)
    for _ in range(count):
        assert state.phase == ACTION
        state = apply(state, Pass())
    assert (state.phase, state.to_act, state.last_round) == (OVER, -1, False)
    assert result(state).termination == "stalemate"
    assert result(state).winners == tuple(range(count))


def test_q2_prestige_decides() -> None:
    state = frozen(2, ("", "L1-08"))
    for _ in range(2):
        state = apply(state, Pass())
    assert result(state).winners == (1,)


def test_q2_a_visit_begins_the_row_anew() -> None:
    """Q2, N3: seat 0 passes and is visited, so it takes the passes of both to end it."""
    state = apply(frozen(2, (bonuses(w=4, u=4),), nobles="N01"), Pass())
    assert state.seats[0].nobles == nobles("N01")
    assert state.passes == 0
    state = apply(state, Pass())
    assert state.phase == ACTION
    assert result(apply(state, Pass())).termination == "stalemate"


def test_q2_a_chosen_visit_begins_the_row_anew() -> None:
    state = apply(frozen(2), Pass())
    # None of the three is in reach: each wants more white or blue than the bonuses give, and no such token is held.
    held = seat(state.seats[1].tokens, bonuses(w=4, u=4, k=4), "L3-06 L3-08 L3-11")
    state = state._replace(seats=(state.seats[0], held), nobles=nobles("N01 N02"))
    state = apply(state, Pass())
    assert state.phase == CHOOSE_NOBLE
    state = apply(state, ChooseNoble(noble("N01")))
    assert (state.phase, state.to_act, state.passes) == (ACTION, 0, 0)


def test_q2_an_exit_begins_the_row_anew() -> None:
    """Q2: three seats; after two passes the third one goes out, and the two must pass again."""
    state = apply(apply(frozen(3), Pass()), Pass())
    state = resign(state, 2)
    # Its five black tokens lie in the supply now: take them away, so that passing stays forced.
    state = state._replace(supply=tok(gold=5))
    assert (state.phase, state.to_act, state.passes) == (ACTION, 0, 0)
    state = apply(state, Pass())
    assert state.phase == ACTION
    assert result(apply(state, Pass())).termination == "stalemate"


def test_q2_any_other_action_begins_the_row_anew() -> None:
    state = apply(frozen(2), Pass())
    state = apply(state._replace(supply=tok(r=1)), take(r=1))
    assert state.passes == 0


def test_q2_a_purchase_begins_the_row_anew() -> None:
    state = table(seat(tok(4, 4, 2), "", "L3-01 L3-05 L3-09"), seat(tok(0, 0, 2, 4, 4), "", "L3-13 L3-17 L1-17"),
                  market=NO_MARKET, decks=NO_DECKS)  # fmt: skip
    state = apply(apply(state, Pass()), buy("L1-17"))
    assert (state.to_act, state.passes, state.phase) == (0, 0, ACTION)


def test_h8_in_the_last_round_a_stalemate_is_prestige() -> None:
    """H8, Q2: the reason is `prestige` wherever the last round was set off."""
    state = frozen(3, ("L3-04 L3-08 L3-16",), last_round=True)._replace(to_act=1, passes=1)
    state = apply(state, Pass())
    assert state.phase == ACTION
    state = apply(state, Pass())
    assert result(state).termination == "prestige"
