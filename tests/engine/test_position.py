"""Start positions: what is left out is filled up, and every fault of a bad one is named, all at once."""

from copy import deepcopy
from typing import Any

import pytest

from splendor.engine.action_json import Json
from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.nobles import NOBLES
from splendor.engine.position import start_from
from splendor.engine.setup import deal, shuffled_level, shuffled_nobles
from splendor.engine.state import ACTION, Options, State
from tests.engine.builders import cards

SEED = bytes(range(32))
OPTIONS = Options(3)

GIVEN: Json = {
    "seats": [
        {
            "tokens": {"white": 1, "gold": 2},
            "purchased": ["L1-01", "L2-01", "L3-04"],
            "reserved": [{"card_id": "L3-01", "hidden": True}, {"card_id": "L1-02", "hidden": False}],
            "nobles": ["N03"],
        },
        {"tokens": {"red": 5}},
        {},
    ],
    "market": [
        ["L1-10", "L1-11", "L1-12", "L1-13"],
        ["L2-10", "L2-11", "L2-12", "L2-13"],
        ["L3-10", "", "L3-12", ""],
    ],
    "decks": [["L1-20", "L1-03"], ["L2-20"], []],
    "nobles": ["N01", "N02"],
    "seat_to_act": 2,
    "round": 7,
}


def changed(*edits: tuple[str, Any]) -> Json:
    """The position above with values put at JSON pointers."""
    position = deepcopy(GIVEN)
    for pointer, value in edits:
        *path, last = [int(part) if part.isdecimal() else part for part in pointer.split("/")[1:]]
        at: Any = position
        for part in path:
            at = at[part]
        at[last] = value
    return position


def test_everything_given() -> None:
    state = start_from(GIVEN, OPTIONS, SEED)
    first = state.seats[0]
    assert first.tokens == (1, 0, 0, 0, 0, 2)
    assert first.bonuses == (3, 0, 0, 0, 0)
    assert first.purchased == cards("L1-01 L2-01 L3-04")
    assert first.prestige == sum(CARDS[card].prestige for card in first.purchased) + 3
    assert (first.reserved, first.blind) == (cards("L3-01 L1-02"), (True, False))
    assert state.supply == (4, 5, 5, 0, 5, 3)
    assert state.market[8:] == (*cards("L3-10"), EMPTY, *cards("L3-12"), EMPTY)
    assert state.decks == (cards("L1-20 L1-03"), cards("L2-20"), ())
    assert [NOBLES[noble].id for noble in state.nobles] == ["N01", "N02"]
    assert (state.to_act, state.round, state.turn, state.phase) == (2, 7, 21, ACTION)
    assert (state.last_round, state.exits, state.passes) == (False, (), 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_given_is_the_deal_of_the_seed(seats: int) -> None:
    options = Options(seats)
    assert start_from({"seats": [{}] * seats}, options, SEED) == deal(options, SEED)


def test_what_is_left_out_comes_in_the_order_of_the_seed() -> None:
    """Market from the deck tops, decks from what remains, nobles up to n + 1 less those held."""
    dealt = deal(OPTIONS, SEED)
    held = NOBLES[dealt.nobles[1]].id
    bought = CARDS[dealt.market[0]].id
    state = start_from({"seats": [{"purchased": [bought], "nobles": [held]}, {}, {}]}, OPTIONS, SEED)
    left = [card for card in shuffled_level(SEED, 1) if card != dealt.market[0]]
    assert state.market[:4] == tuple(left[:4])
    assert state.decks[0] == tuple(left[4:])
    assert state.decks[1:] == dealt.decks[1:]
    assert state.nobles == tuple(noble for noble in shuffled_nobles(SEED) if noble != dealt.nobles[1])[:3]


def test_given_decks_fill_the_market_from_their_tops_and_nothing_else_is_in_the_game() -> None:
    decks = [["L1-01", "L1-02", "L1-03", "L1-04", "L1-05"], ["L2-01"], []]
    state = start_from({"seats": [{}] * 3, "decks": decks}, OPTIONS, SEED)
    assert state.market[:4] == cards("L1-01 L1-02 L1-03 L1-04")
    assert state.market[4:] == (*cards("L2-01"), *[EMPTY] * 7)
    assert state.decks == (cards("L1-05"), (), ())


def test_a_given_market_leaves_the_rest_to_the_decks() -> None:
    position = changed(("/market/2", ["L3-10", "L3-11", "L3-12", "L3-13"]))
    del position["decks"]
    state = start_from(position, OPTIONS, SEED)
    assert [len(deck) for deck in state.decks] == [40 - 4 - 2, 30 - 4 - 1, 20 - 4 - 2]
    assert all_once(state)


def all_once(state: State) -> bool:
    """Is every card in one place?"""
    held = [card for seat in state.seats for card in seat.purchased + seat.reserved]
    everywhere = [*held, *(card for card in state.market if card != EMPTY), *(c for deck in state.decks for c in deck)]
    return sorted(everywhere) == list(range(90))


def test_fewer_nobles_are_allowed_where_given() -> None:
    assert start_from(changed(("/nobles", [])), OPTIONS, SEED).nobles == ()


def test_held_nobles_need_not_be_earned() -> None:
    position = {"seats": [{"nobles": ["N01", "N02", "N03"]}, {}]}
    state = start_from(position, Options(2), SEED)
    assert state.seats[0].prestige == 9
    assert state.nobles == ()


@pytest.mark.parametrize(("target", "last"), [(10, True), (14, True), (15, False)])
def test_the_round_is_the_last_if_a_seat_has_the_target(target: int, last: bool) -> None:
    """E1: 14 prestige, nobles counted."""
    position = {"seats": [{}, {"purchased": ["L3-04", "L2-06"], "nobles": ["N01", "N02"]}], "seat_to_act": 1}
    state = start_from(position, Options(2, target), SEED)
    assert state.seats[1].prestige == 14
    assert state.last_round is last


def test_options_are_those_of_the_game() -> None:
    with pytest.raises(ValueError, match="seats"):
        start_from({"seats": [{}] * 5}, Options(5), SEED)


def test_a_held_noble_is_not_drawn_again() -> None:
    """A15."""
    for number in range(10):
        state = start_from({"seats": [{"nobles": [NOBLES[number].id]}, {}]}, Options(2), SEED)
        assert number not in state.nobles
        assert len(state.nobles) == 2
