"""A state machine over the engine: whatever is done in whatever order, what holds of every game holds.

Games begin with a deal or from a position that play would hardly reach; then turns in parts or whole, exits, and
actions that are made up follow one another as they come.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from splendor.engine.actions import Action, ChooseNoble, PurchaseCard, ReserveCard, ReturnTokens, TakeTokens
from splendor.engine.errors import IllegalAction
from splendor.engine.events import start_events
from splendor.engine.legal import PaymentChoice, legal_actions
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
from tests.engine import soundness, strategies
from tests.engine.games import random_turn
from tests.engine.oracle_bridge import engine_start
from tests.oracle.dealing import deal, scatter
from tests.oracle.make_perft import FILE

Thing = TypeVar("Thing")
Liking = Callable[[State, Action], bool]

CORPUS = json.loads(FILE.read_text(encoding="utf-8"))
ODD = [entry["position"] for entry in CORPUS]
TO_CHOOSE = [entry["position"] for entry in CORPUS if "N3" in entry["about"] or "X12" in entry["about"]]
"""Several nobles come at once, which in random play they hardly ever do."""
LIKINGS: tuple[Liking, ...] = (
    lambda _, __: True,
    lambda _, action: isinstance(action, PurchaseCard),
    lambda state, action: apply(state, action).phase in (RETURN_TOKENS, CHOOSE_NOBLE),
)
"""What a main action is chosen for, where there is one of the kind."""

picks = st.integers(0, 2**32)
starts: st.SearchStrategy[tuple[str, Any]] = st.one_of(
    st.tuples(st.just("deal"), st.builds(deal, st.integers(2, 4), picks)),
    st.tuples(st.just("scatter"), st.builds(scatter, st.integers(2, 4), picks)),
    st.tuples(st.just("odd"), st.sampled_from(ODD) | st.sampled_from(TO_CHOOSE)),
)
options = st.fixed_dictionaries(
    {
        "target_prestige": st.integers(10, 30),
        "reserved_cards": st.sampled_from(RESERVED_CARDS_MODES),
        "max_rounds": st.integers(20, 30) | st.integers(20, 500),
    }
)
few = st.sampled_from((0, 0, 1, 1, 2))
near_tokens = st.tuples(few, few, few, few, few, few)
near_misses: st.SearchStrategy[Action] = st.one_of(
    st.builds(TakeTokens, near_tokens),
    st.builds(ReturnTokens, near_tokens),
    st.builds(PurchaseCard, strategies.numbers_of_cards, near_tokens),
)
"""Actions that are more often almost legal than those of any counts."""


class Game(RuleBasedStateMachine):
    """One game, and the cards and nobles that were in it when it began."""

    reached: ClassVar[Counter[str]] = Counter()
    """Over all games: phases and ends that they came to, and refusals."""

    state: State
    cards: list[int]
    nobles: list[int]

    @initialize(start=starts, chosen=options)
    def begin(self, start: tuple[str, Any], chosen: dict[str, Any]) -> None:
        kind, position = start
        rounds = max(position["round"], chosen["max_rounds"])
        self.state = engine_start(position, chosen | {"max_rounds": rounds})
        self.cards, self.nobles = soundness.cards_of(self.state), soundness.nobles_of(self.state)
        if kind == "deal":
            assert len(self.nobles) == len(self.state.seats) + 1  # S2
            assert self.cards == list(range(90))  # S3
        soundness.check_no_none(*[start_events(self.state, viewer) for viewer in self.viewers()])
        soundness.check_no_none(start_view(self.state))

    @precondition(lambda self: self.state.phase == ACTION)
    @rule(pick=picks, liking=st.sampled_from(LIKINGS), payments=st.sampled_from(("default", "all")))
    def main_action(self, pick: int, liking: Liking, payments: PaymentChoice) -> None:
        listed = legal_actions(self.state, payments)
        liked = [action for action in listed if liking(self.state, action)]
        self.step(Turn(one_of(liked or listed, pick)))

    @precondition(lambda self: self.state.phase == RETURN_TOKENS)
    @rule(pick=picks)
    def return_tokens(self, pick: int) -> None:
        """L2: one return is enough."""
        seat = self.state.to_act
        self.step(Turn(one_of(legal_actions(self.state), pick)))
        assert sum(self.state.seats[seat].tokens) == 10

    @precondition(lambda self: self.state.phase == CHOOSE_NOBLE)
    @rule(pick=picks)
    def choose_noble(self, pick: int) -> None:
        """N3: it comes to the seat, and the others stay."""
        seat, chosen = self.state.to_act, one_of(legal_actions(self.state), pick)
        stay = [noble for noble in self.state.nobles if chosen != ChooseNoble(noble)]
        self.step(Turn(chosen))
        assert chosen == ChooseNoble(self.state.seats[seat].nobles[-1])
        assert list(self.state.nobles) == stay

    @precondition(lambda self: self.state.phase != OVER)
    @rule(pick=picks, count=st.integers(1, 12))
    def whole_turns(self, pick: int, count: int) -> None:
        """Turns with what they lead to, more or less of it in the same request."""
        rng = Random(pick)
        for _ in range(count):
            if self.state.phase != OVER:
                self.step(random_turn(self.state, rng))
                self.nothing_is_lost()

    @precondition(lambda self: self.state.phase != OVER and self.state.turn % 6 == 5)
    @rule(pick=picks, status=st.sampled_from((RESIGNED, FLAGGED)))
    def go_out(self, pick: int, status: int) -> None:
        """H1, H5: a seat still in, whoever's turn it is; it cannot go twice."""
        seat = one_of([number for number, held in enumerate(self.state.seats) if held.status == ACTIVE], pick)
        self.step(Exit(seat, status))
        assert self.state.seats[seat].status == status
        self.refuse(Exit(seat, status))

    @rule(action=strategies.actions | near_misses)
    def make_up(self, action: Action) -> None:
        """What is not listed is refused; a purchase without a payment stands for the default one."""
        listed = legal_actions(self.state, "all")
        if isinstance(action, PurchaseCard) and action.payment is None:
            listed = [PurchaseCard(one.card) for one in listed if isinstance(one, PurchaseCard)]
        if action not in listed:
            self.refuse(Turn(action))

    @rule(card=strategies.numbers_of_cards)
    def reach_for(self, card: int) -> None:
        """V1, P1: what lies neither open nor in the own hand is out of reach."""
        own = self.state.seats[self.state.to_act].reserved if self.state.phase != OVER else ()
        if card not in self.state.market:
            self.refuse(Turn(ReserveCard(card)))
        if card not in self.state.market + own:
            self.refuse(Turn(PurchaseCard(card)))

    def viewers(self) -> list[int | None]:
        return [None, *range(len(self.state.seats))]

    def step(self, step: Step) -> None:
        """Take a step that must be legal, and look at all that is told of it."""
        before, copy = self.state, repr(self.state)
        played = take_step(before, step)
        assert repr(before) == copy
        self.state = played.after
        assert (played.after.turn, played.after.round) >= (before.turn, before.round)
        for ply in played.plies:
            soundness.check_visit(ply)
        for viewer in self.viewers():
            soundness.check_no_none(step_events(played, viewer), entry_view(played, viewer))

    def refuse(self, step: Step) -> None:
        copy = repr(self.state)
        with pytest.raises(IllegalAction):
            take_step(self.state, step)
        assert repr(self.state) == copy
        self.reached["refused"] += 1

    @invariant()
    def nothing_is_lost(self) -> None:
        """Each card and noble of the start is in one place, and every token with a seat or in the supply."""
        assert soundness.cards_of(self.state) == self.cards
        assert soundness.nobles_of(self.state) == self.nobles
        soundness.check_tokens(self.state)
        soundness.check_seats(self.state)

    @invariant()
    def what_can_be_done_can_be_done(self) -> None:
        soundness.check_listed(self.state)
        soundness.check_end(self.state)
        if self.state.phase == OVER:
            for number in range(len(self.state.seats)):
                self.refuse(Exit(number, RESIGNED))

    @invariant()
    def nothing_shown_is_none(self) -> None:
        for viewer in self.viewers():
            listed = [legal_view(self.state, viewer, payments) for payments in ("default", "all")]
            soundness.check_no_none(view(self.state, viewer), listed)

    @invariant()
    def note(self) -> None:
        self.reached.update((PHASE_NAMES[self.state.phase], TERMINATION_NAMES[self.state.termination]))


def one_of(things: Sequence[Thing], pick: int) -> Thing:
    return things[pick % len(things)]
