"""A30: a player cannot know what its seat does not see, and answers every forced choice with a plan of its own."""

import random
from functools import lru_cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from splendor.ai import PLAYERS, Budget, ai_view, player
from splendor.engine.cards import CARDS
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import CHOOSE_NOBLE, RESERVED_CARDS_MODES, RETURN_TOKENS
from splendor.engine.view import is_hidden
from tests.ai.play import game
from tests.ai.positions import action_of, position

BUDGET = Budget(simulations=32)
"""For players that are set by time too: so their choices can be told apart by nothing but what they were given."""
pytestmark = pytest.mark.usefixtures("compiled")


@lru_cache(maxsize=64)
def choices_of(number, seats, mode):
    return tuple(game(number, seats, "mixed", reserved_cards=mode))


def dealt_otherwise(state, viewer, rng):
    """The state with all that `viewer` cannot see (decks, opponents' hidden cards) drawn anew, level by level."""
    unseen = {level: [*state.decks[level - 1]] for level in (1, 2, 3)}
    hidden = [
        (seat, place)
        for seat, one in enumerate(state.seats)
        for place, blind in enumerate(one.blind)
        if seat != viewer and is_hidden(state.options.reserved_cards, blind)
    ]
    for seat, place in hidden:
        card = state.seats[seat].reserved[place]
        unseen[CARDS[card].level].append(card)
    for cards in unseen.values():
        rng.shuffle(cards)
    seats = list(state.seats)
    for seat, place in hidden:
        held = list(seats[seat].reserved)
        held[place] = unseen[CARDS[held[place]].level].pop()
        seats[seat] = seats[seat]._replace(reserved=tuple(held))
    return state._replace(seats=tuple(seats), decks=tuple(tuple(unseen[level]) for level in (1, 2, 3)))


@settings(max_examples=300, deadline=None)
@given(
    number=st.integers(0, 7),
    seats=st.integers(2, 4),
    mode=st.sampled_from(RESERVED_CARDS_MODES),
    at=st.integers(0, 400),
    name=st.sampled_from(sorted(PLAYERS)),
    order=st.integers(0, 2**32),
)
def test_a30_the_choice_is_the_same_whatever_the_order_of_the_decks(number, seats, mode, at, name, order):
    played = choices_of(number, seats, mode)
    choice = played[at % len(played)]
    viewer = choice.state.to_act
    other = dealt_otherwise(choice.state, viewer, random.Random(order))
    assume(other != choice.state)
    actions = legal_actions(other)
    one = player(name).choose(ai_view(other, viewer), actions, choice.seed, choice.start, BUDGET)
    assert one == player(name).choose(choice.view, choice.actions, choice.seed, choice.start, BUDGET)


@settings(max_examples=100, deadline=None)
@given(
    number=st.integers(0, 7), seats=st.integers(2, 4), name=st.sampled_from(sorted(PLAYERS)), seed=st.integers(0, 2**64)
)
def test_a30_every_forced_choice_is_answered_legally(number, seats, name, seed):
    forced = [one for one in choices_of(number, seats, "hidden") if one.state.phase in {RETURN_TOKENS, CHOOSE_NOBLE}]
    for choice in forced:
        action = player(name).choose(choice.view, choice.actions, seed, choice.start, BUDGET)
        assert action in choice.actions
        apply(choice.state, action)


def test_a30_a_return_spares_the_reserved_card():
    """Two of each colour and the gold of a reserve: black would go first, but the card in the hand asks for k3."""
    state = position(
        {
            "market": ["", "", "L3-01"],
            "own": {"tokens": "wwuuggrrkk", "reserved": "L1-09"},
            "others": [{}],
        }
    )
    after = apply(state, action_of("reserve L3-01"))
    action = player("greedy").choose(ai_view(after, 0), legal_actions(after), 0, ai_view(state, 0))
    assert action == action_of("return r")
    assert action != legal_actions(after)[0]
