"""What a viewer cannot see changes nothing of what the viewer gets (M4, V4).

Two states that differ only in that give the same bytes: in view, events, records, legal actions, previews, refusals.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import assume, given, settings

from splendor.engine.actions import (
    Action,
    ChooseNoble,
    Pass,
    PurchaseCard,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    TakeTokens,
)
from splendor.engine.errors import IllegalAction
from splendor.engine.events import start_events
from splendor.engine.legal import legal_actions
from splendor.engine.preview import veil
from splendor.engine.recording import entry_view
from splendor.engine.rules import apply
from splendor.engine.state import OVER, State
from splendor.engine.steps import Exit, step_events, take_step
from splendor.engine.tokens import Tokens
from splendor.engine.turn import Turn
from splendor.engine.view import legal_view, view
from tests.engine.games import random_step
from tests.engine.twins import CARD_ID, hides, situations, twin, visible

Situation = tuple[State, int | None, Random]


def as_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def outcome_of(state: State, action: Action) -> str:
    """The refusal of an action in full, or that it is taken."""
    try:
        apply(state, action)
    except IllegalAction as error:
        return f"{error.rule}: {error.message}"
    return "taken"


def conceivable(rng: Random) -> Iterator[Action]:
    """Every action on every card, deck and noble there is, and some on tokens."""
    yield Pass()
    for card in range(90):
        yield ReserveCard(card)
        yield PurchaseCard(card)
        yield PurchaseCard(card, some_tokens(rng))
    for level in (1, 2, 3):
        yield ReserveFromDeck(level)
    for number in range(10):
        yield ChooseNoble(number)
        yield TakeTokens(some_tokens(rng))
        yield ReturnTokens(some_tokens(rng))


def some_tokens(rng: Random) -> Tokens:
    w, u, g, r, k, gold = (rng.choice([0, 0, 0, 1, 1, 2, 3]) for _ in range(6))
    return (w, u, g, r, k, gold)


@given(situations())
@settings(deadline=None)
def test_view_legal_actions_and_start_events_are_the_same(situation: Situation) -> None:
    state, viewer, rng = situation
    other = twin(state, viewer, rng)
    assert as_bytes(view(state, viewer)) == as_bytes(view(other, viewer))
    assert as_bytes(start_events(state, viewer)) == as_bytes(start_events(other, viewer))
    for payments in ("default", "all"):
        assert as_bytes(legal_view(state, viewer, payments)) == as_bytes(legal_view(other, viewer, payments))


@given(situations())
@settings(deadline=None)
def test_refusals_are_the_same(situation: Situation) -> None:
    """What can be asked by the seat to act: which card a refused id is cannot be told, and no text names a card."""
    state, _, rng = situation
    other = twin(state, state.to_act, rng)
    for action in conceivable(rng):
        told = outcome_of(state, action)
        assert told == outcome_of(other, action)
        assert not CARD_ID.search(told)


@given(situations())
@settings(deadline=None)
def test_a_refused_card_is_told_from_no_other(situation: Situation) -> None:
    """One text for all cards that are out of reach: in a deck, in another hand, purchased, out of the game."""
    state, _, _ = situation
    reach = {*state.market, *state.seats[state.to_act].reserved}
    for kind in (ReserveCard, PurchaseCard):
        assert len({outcome_of(state, kind(card)) for card in range(90) if card not in reach}) == 1


@given(situations())
@settings(deadline=None)
def test_previews_are_the_same(situation: Situation) -> None:
    """They are made from the veiled state alone, and that is the same for both."""
    state, _, rng = situation
    viewer = state.to_act
    other = twin(state, viewer, rng)
    assert veil(state) == veil(other)
    for action in legal_actions(state, "all"):
        played = take_step(veil(state), Turn(action))
        known = visible(state, viewer)
        for shown in (view(played.after, viewer), step_events(played, viewer), legal_view(played.after, viewer)):
            assert set(CARD_ID.findall(json.dumps(shown))) <= known


@given(situations())
@settings(deadline=None)
def test_events_and_records_are_the_same(situation: Situation) -> None:
    """A step that shows the viewer nothing new about the two states leaves them alike."""
    state, viewer, rng = situation
    step = random_step(state, rng, exits=0.05)
    other = twin(state, viewer, rng, keep_tops=not drawn_unseen(state, step, viewer))
    try:
        pair = take_step(state, step), take_step(other, step)
    except IllegalAction:
        # A hidden card was purchased that is elsewhere in the twin: purchasing is what makes it known.
        assume(False)
        raise
    assume(pair[0].after.phase != OVER)
    for told in (step_events, entry_view):
        one, two = (as_bytes(told(played, viewer)) for played in pair)
        assert one == two
    one, two = (as_bytes(view(played.after, viewer)) for played in pair)
    assert one == two


def drawn_unseen(state: State, step: Turn | Exit, viewer: int | None) -> bool:
    """Does the step take a card from a deck that the viewer does not get to see?"""
    blind = isinstance(step, Turn) and isinstance(step.action, ReserveFromDeck)
    return blind and hides(state, state.to_act, viewer, True)


@given(situations())
@settings(deadline=None)
def test_a_view_names_what_lies_open_and_nothing_else(situation: Situation) -> None:
    state, viewer, _ = situation
    named = CARD_ID.findall(json.dumps(view(state, viewer)))
    assert sorted(named) == sorted(visible(state, viewer))


@given(situations())
@settings(deadline=None)
def test_the_twin_differs_where_it_may(situation: Situation) -> None:
    """The tests above compare states that really are two: same cards in all, nothing lost."""
    state, viewer, rng = situation
    other = twin(state, viewer, rng)
    assert other != state
    for pair in ((state, other), (state, twin(state, viewer, rng, keep_tops=True))):
        assert sorted(all_cards(pair[0])) == sorted(all_cards(pair[1]))
    assert [deck[:1] for deck in twin(state, viewer, rng, keep_tops=True).decks] == [deck[:1] for deck in state.decks]


def all_cards(state: State) -> list[int]:
    held = [card for seat in state.seats for card in seat.purchased + seat.reserved]
    return [*held, *state.market, *(card for deck in state.decks for card in deck)]
