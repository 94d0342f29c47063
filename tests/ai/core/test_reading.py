"""From a view to the array: all that the seat sees is there, all else is a guess that could be true."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.ai.odd_starts import odd_start
from splendor.ai.core import layout
from splendor.ai.core.dealing import redeal
from splendor.ai.core.layout import (
    BLIND_0,
    CARDS,
    DECK,
    EXITS,
    HAND_0,
    NOBLES,
    PASSES,
    POOL,
    POOL_START,
    SEAT_0,
    SEAT_SIZE,
    SUPPLY,
)
from splendor.ai.core.reading import from_engine, from_view, hidden_places
from splendor.ai.core.rng import new_rng
from splendor.ai.player import ai_view
from splendor.engine.cards import CARDS as ALL_CARDS
from splendor.engine.setup import deal
from splendor.engine.state import OVER, RESERVED_CARDS_MODES, Options
from splendor.engine.view import is_hidden
from tests.engine.builders import card, seat, table
from tests.engine.games import random_game

EXIT_PLACES = range(layout.EXIT_0, SUPPLY)


@st.composite
def seen_states(draw):
    """A state from a deal or an odd position, after some play, and a seat that looks at it."""
    rng = Random(draw(st.integers(0, 2**32)))
    options = Options(draw(st.integers(2, 4)), rng.choice((15, 21)), draw(st.sampled_from(RESERVED_CARDS_MODES)), 40)
    state = odd_start(options, rng) if draw(st.booleans()) else deal(options, rng.randbytes(32))
    for played in random_game(state, rng, exits=0.02, limit=rng.randrange(80)):
        if played.after.phase != OVER:
            state = played.after
    return state, draw(st.integers(0, options.seats - 1))


def hides(state, number, viewer, blind):
    return number != viewer and is_hidden(state.options.reserved_cards, blind)


def as_shown(state, viewer):
    """The state with each hand in the order in which it is shown: cards that the viewer may see, then the others by level.

    A card is marked as blind where it is hidden from the viewer: that is all that the viewer knows of it.
    """
    seats = []
    for number, one in enumerate(state.seats):
        hand = [
            (hides(state, number, viewer, blind), held) for held, blind in zip(one.reserved, one.blind, strict=True)
        ]
        seen = [item for item in hand if not item[0]]
        rest = sorted((item for item in hand if item[0]), key=lambda item: ALL_CARDS[item[1]].level)
        seats.append(one._replace(reserved=tuple(c for _, c in seen + rest), blind=tuple(b for b, _ in seen + rest)))
    return state._replace(seats=tuple(seats))


def level_of(number):
    return ALL_CARDS[number].level


@settings(deadline=None, max_examples=300)
@given(seen_states())
def test_all_that_a_seat_sees_is_in_the_array(situation):
    state, viewer = situation
    view = ai_view(state, viewer)
    expected, found = from_engine(as_shown(state, viewer)), from_view(view)
    hidden = hidden_places(view)
    unknown = {*hidden, *range(CARDS, NOBLES), *range(POOL, CARDS), PASSES, EXITS, *EXIT_PLACES}
    known = [place for place in range(layout.SIZE) if place not in unknown]
    assert found[known].tolist() == expected[known].tolist()
    assert [level_of(number) for number in found[hidden]] == [level_of(number) for number in expected[hidden]]
    marks = [SEAT_0 + number * SEAT_SIZE + BLIND_0 + place for number in range(len(state.seats)) for place in range(3)]
    assert hidden == [mark - BLIND_0 + HAND_0 for mark in marks if found[mark]]


@settings(deadline=None, max_examples=300)
@given(seen_states(), st.integers(0, 2**32))
def test_every_card_is_in_one_place(situation, seed):
    """The cards that the seat does not see lie in the pools or are hidden ones of others; those out of the game as well."""
    state, viewer = situation
    view = ai_view(state, viewer)
    array, hidden = from_view(view), np.array(hidden_places(view), np.int64)
    seen = {number for number in state.market if number >= 0}
    for number, one in enumerate(state.seats):
        seen.update(one.purchased)
        hand = zip(one.reserved, one.blind, strict=True)
        seen.update(held for held, blind in hand if not hides(state, number, viewer, blind))
    for _ in range(3):
        pools = [array[start : start + array[POOL + row]].tolist() for row, start in enumerate(POOL_START)]
        for row, pool in enumerate(pools):
            assert {level_of(number) for number in pool} <= {row + 1}
            assert len(pool) >= array[DECK + row] == len(state.decks[row])
        assert sorted([*seen, *sum(pools, array[hidden].tolist())]) == list(range(90))
        redeal(array, hidden, new_rng(seed))


@settings(deadline=None, max_examples=100)
@given(seen_states(), st.integers(0, 2**32))
def test_what_is_hidden_makes_no_difference(situation, order):
    """The guess is the same whatever the order of the decks and whichever cards are hidden."""
    state, viewer = situation
    rng = Random(order)
    piles = {level: list(state.decks[level - 1]) for level in (1, 2, 3)}
    for number, one in enumerate(state.seats):
        for held, blind in zip(one.reserved, one.blind, strict=True):
            if hides(state, number, viewer, blind):
                piles[level_of(held)].append(held)
    for pile in piles.values():
        rng.shuffle(pile)
    seats = []
    for number, one in enumerate(state.seats):
        hand = zip(one.reserved, one.blind, strict=True)
        drawn = [piles[level_of(c)].pop() if hides(state, number, viewer, blind) else c for c, blind in hand]
        seats.append(one._replace(reserved=tuple(drawn)))
    other = state._replace(seats=tuple(seats), decks=tuple(tuple(pile) for pile in piles.values()))
    assert from_view(ai_view(other, viewer)).tolist() == from_view(ai_view(state, viewer)).tolist()


@pytest.mark.parametrize(
    ("mode", "places"), [("open", []), ("blind_hidden", [(1, 1), (1, 2)]), ("hidden", [(1, 0), (1, 1), (1, 2)])]
)
def test_hidden_cards_stand_behind_those_that_are_seen(mode, places):
    state = table(seat(reserved="L1-01? L1-02"), seat(reserved="L3-01? L2-07 L1-05?"))
    state = state._replace(options=state.options._replace(reserved_cards=mode))
    view = ai_view(state, 0)
    array = from_view(view)
    assert hidden_places(view) == [SEAT_0 + s * SEAT_SIZE + HAND_0 + place for s, place in places]
    own = array[SEAT_0 + HAND_0 :][:3].tolist()
    assert own == [card("L1-01"), card("L1-02"), layout.EMPTY]
    others = array[SEAT_0 + SEAT_SIZE + HAND_0 :][:3].tolist()
    seen = {"open": ["L3-01", "L2-07", "L1-05"], "blind_hidden": ["L2-07"], "hidden": []}[mode]
    assert others[: len(seen)] == [card(name) for name in seen]
    assert [level_of(number) for number in others] == {
        "open": [3, 2, 1],
        "blind_hidden": [2, 1, 3],
        "hidden": [1, 2, 3],
    }[mode]


def test_pool_may_be_larger_than_its_deck():
    """What was left out of a position may be anywhere a card may be, for all that the seat knows."""
    state = table(
        seat(reserved="L3-02"),
        seat(reserved="L3-03?"),
        market="L1-01 - - - - - - - L3-04 L3-05 L3-06 L3-07",
        decks=("", "", "L3-08 L3-09"),
    )
    array = from_view(ai_view(state, 0))
    assert array[DECK : DECK + 3].tolist() == [0, 0, 2]
    # Of level 3 the seat sees five, and one of the others is hidden in another hand.
    assert array[POOL : POOL + 3].tolist() == [39, 30, 14]
