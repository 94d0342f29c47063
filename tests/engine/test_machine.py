"""A state machine over the engine: whatever is done in whatever order, what holds of every game holds (M1 to M3, T1).

Games begin with a deal or from a position that play would hardly reach; then turns in parts or whole, exits, and
actions that are made up follow one another as they come.
"""

from collections import Counter
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from splendor.engine.actions import Action, ChooseNoble, PurchaseCard, ReserveCard, ReturnTokens, TakeTokens
from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.errors import IllegalAction
from splendor.engine.events import start_events
from splendor.engine.legal import PaymentChoice, legal_actions
from splendor.engine.nobles import NOBLES
from splendor.engine.outcome import outcome
from splendor.engine.recording import entry_view, start_view
from splendor.engine.rules import apply
from splendor.engine.state import (
    ACTION,
    ACTIVE,
    CHOOSE_NOBLE,
    FLAGGED,
    OVER,
    PHASE_NAMES,
    RESERVED_CARDS_MODES,
    RESIGNED,
    RETURN_TOKENS,
    TERMINATION_NAMES,
    State,
)
from splendor.engine.steps import Exit, Step, step_events, take_step
from splendor.engine.turn import Turn
from splendor.engine.view import legal_view, view
from tests.engine import strategies
from tests.engine.builders import GEMS_IN_GAME, total_tokens
from tests.engine.games import random_turn
from tests.engine.oracle_bridge import engine_start
from tests.oracle.dealing import deal, scatter

BOUNDED = settings(
    max_examples=60,
    stateful_step_count=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
few = st.sampled_from((0, 0, 1, 1, 2))
near_tokens = st.tuples(few, few, few, few, few, few)
near_misses: st.SearchStrategy[Action] = st.one_of(
    st.builds(TakeTokens, near_tokens),
    st.builds(ReturnTokens, near_tokens),
    st.builds(PurchaseCard, strategies.numbers_of_cards, near_tokens),
)
"""Actions that are more often almost legal than those of any counts."""
picks = st.integers(0, 2**32)
options = st.fixed_dictionaries(
    {
        "target_prestige": st.integers(10, 30),
        "reserved_cards": st.sampled_from(RESERVED_CARDS_MODES),
        "max_rounds": st.integers(20, 30) | st.integers(20, 500),
    }
)


class Game(RuleBasedStateMachine):
    """One game, and what was in it when it began."""

    reached: ClassVar[Counter[str]] = Counter()

    state: State
    cards: list[int]
    nobles: list[int]

    @initialize(seats=st.integers(2, 4), dealt=st.booleans(), seed=picks, chosen=options)
    def begin(self, seats: int, dealt: bool, seed: int, chosen: dict[str, Any]) -> None:
        position = deal(seats, seed) if dealt else scatter(seats, seed)
        rounds = max(position["round"], chosen["max_rounds"])
        self.state = engine_start(position, chosen | {"max_rounds": rounds})
        self.cards, self.nobles = cards_of(self.state), nobles_of(self.state)
        assert len(self.nobles) == seats + 1  # S2
        if dealt:
            assert self.cards == list(range(len(CARDS)))  # S3
        assert_no_none([start_events(self.state, viewer) for viewer in self.viewers()], start_view(self.state))

    @precondition(lambda self: self.state.phase == ACTION)
    @rule(pick=picks, purchasing=st.booleans(), payments=st.sampled_from(("default", "all")))
    def main_action(self, pick: int, purchasing: bool, payments: PaymentChoice) -> None:
        listed = legal_actions(self.state, payments)
        liked = [action for action in listed if isinstance(action, PurchaseCard)] if purchasing else []
        self.step(Turn(one_of(liked or listed, pick)))

    @precondition(lambda self: self.state.phase == RETURN_TOKENS)
    @rule(pick=picks)
    def return_tokens(self, pick: int) -> None:
        """L2."""
        self.step(Turn(one_of(legal_actions(self.state), pick)))
        assert self.state.phase != RETURN_TOKENS

    @precondition(lambda self: self.state.phase == CHOOSE_NOBLE)
    @rule(pick=picks)
    def choose_noble(self, pick: int) -> None:
        """N3."""
        chosen = one_of(legal_actions(self.state), pick)
        assert isinstance(chosen, ChooseNoble)
        self.step(Turn(chosen))
        assert chosen.noble not in self.state.nobles

    @precondition(lambda self: self.state.phase != OVER)
    @rule(pick=picks, count=st.integers(1, 12))
    def whole_turns(self, pick: int, count: int) -> None:
        """Turns with what they lead to, more or less of it in the same request."""
        rng = Random(pick)
        for _ in range(count):
            if self.state.phase != OVER:
                self.step(random_turn(self.state, rng))
                self.check()

    @precondition(lambda self: self.state.phase != OVER and self.state.turn % 4 == 3)
    @rule(pick=picks, status=st.sampled_from((RESIGNED, FLAGGED)))
    def go_out(self, pick: int, status: int) -> None:
        """H1, H5: a seat still in, whoever's turn it is; it cannot go twice."""
        seat = one_of([number for number, held in enumerate(self.state.seats) if held.status == ACTIVE], pick)
        self.step(Exit(seat, status))
        assert self.state.seats[seat].status == status
        self.refuse(Exit(seat, status))

    @rule(action=strategies.actions | near_misses)
    def make_up(self, action: Action) -> None:
        """An action applies if and only if it is listed; a purchase without a payment stands for the default one."""
        payments: PaymentChoice = "all"
        listed = legal_actions(self.state, payments)
        if isinstance(action, PurchaseCard) and action.payment is None:
            listed = [PurchaseCard(one.card) for one in listed if isinstance(one, PurchaseCard)]
        if action not in listed:
            self.refuse(Turn(action))

    @rule(card=strategies.numbers_of_cards)
    def reach_for(self, card: int) -> None:
        """V1, P1: what lies neither open nor in the own hand is out of reach."""
        open_cards = set(self.state.market)
        if card not in open_cards:
            self.refuse(Turn(ReserveCard(card)))
        if self.state.phase != OVER and card not in open_cards | set(self.state.seats[self.state.to_act].reserved):
            self.refuse(Turn(PurchaseCard(card)))

    def viewers(self) -> list[int | None]:
        return [None, *range(len(self.state.seats))]

    def step(self, step: Step) -> None:
        """Take a step that must be legal, and look at all that is told of it."""
        before, copy = self.state, repr(self.state)
        played = take_step(before, step)
        assert repr(before) == copy
        self.state = played.after
        assert played.after.turn >= before.turn
        assert played.after.round >= before.round
        for viewer in self.viewers():
            assert_no_none(step_events(played, viewer), entry_view(played, viewer))

    def refuse(self, step: Step) -> None:
        copy = repr(self.state)
        with pytest.raises(IllegalAction):
            take_step(self.state, step)
        assert repr(self.state) == copy
        self.reached["refused"] += 1

    @invariant()
    def check(self) -> None:
        """M1 to M3, S1, L1, V1: nothing appears and nothing is lost."""
        state = self.state
        gems = GEMS_IN_GAME[len(state.seats)]
        assert total_tokens(state) == (gems, gems, gems, gems, gems, 5)
        assert min(*state.supply, *(count for held in state.seats for count in held.tokens)) >= 0
        assert cards_of(state) == self.cards
        assert nobles_of(state) == self.nobles
        for number, held in enumerate(state.seats):
            assert sum(held.tokens) <= (13 if state.phase == RETURN_TOKENS and number == state.to_act else 10)
            assert len(held.reserved) == len(held.blind) <= 3
            assert held.prestige == sum(CARDS[card].prestige for card in held.purchased) + 3 * len(held.nobles)
            assert held.bonuses == tuple(sum(CARDS[card].bonus == c for card in held.purchased) for c in range(5))

    @invariant()
    def every_listed_action_applies(self) -> None:
        state, copy = self.state, repr(self.state)
        default, every = legal_actions(state), legal_actions(state, "all")
        assert len(set(every)) == len(every)
        assert [action for action in every if action in default] == default
        for action in every:
            apply(state, action)
        assert repr(state) == copy

    @invariant()
    def over_or_not(self) -> None:
        """T1: a game that goes on has something to do for a seat that is in; one that is over has a result only."""
        state = self.state
        goes_on = state.phase != OVER
        assert bool(legal_actions(state)) is goes_on
        assert (outcome(state) is None) is goes_on
        assert (state.to_act >= 0 and state.seats[state.to_act].status == ACTIVE) is goes_on
        self.reached[PHASE_NAMES[state.phase]] += 1
        self.reached[TERMINATION_NAMES[state.termination]] += 1
        if not goes_on:
            for number in range(len(state.seats)):
                self.refuse(Exit(number, RESIGNED))

    @invariant()
    def nothing_shown_is_none(self) -> None:
        for viewer in self.viewers():
            shown = [legal_view(self.state, viewer, payments) for payments in ("default", "all")]
            assert_no_none(view(self.state, viewer), shown)


def one_of(things: list[Any], pick: int) -> Any:
    return things[pick % len(things)]


def cards_of(state: State) -> list[int]:
    held = [card for seat in state.seats for card in seat.purchased + seat.reserved]
    return sorted(
        [*held, *(card for card in state.market if card != EMPTY), *(c for deck in state.decks for c in deck)]
    )


def nobles_of(state: State) -> list[int]:
    assert all(0 <= noble < len(NOBLES) for noble in state.nobles)
    return sorted([*state.nobles, *(noble for seat in state.seats for noble in seat.nobles)])


def assert_no_none(*shown: Any) -> None:
    for value in shown:
        assert value is not None
        if isinstance(value, dict):
            assert_no_none(*value.values())
        elif isinstance(value, list):
            assert_no_none(*value)


def test_whatever_is_done_the_game_stays_sound() -> None:
    """All phases and all ends have to come about: otherwise the machine shows less than it says."""
    Game.reached.clear()
    run_state_machine_as_test(Game, settings=BOUNDED)
    assert Game.reached.keys() >= {*PHASE_NAMES, *TERMINATION_NAMES, "refused"} - {"stalemate"}
