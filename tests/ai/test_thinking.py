"""From a view to a thought: the search is given all that the view tells, the seed and the evaluation that was asked for."""

import time

import numpy as np
import pytest

from splendor.ai import Budget, ai_view, thinking
from splendor.ai.core.codes import action_of, code_of
from splendor.ai.core.net import SHAPES, new_net
from splendor.ai.core.search import LOOKS_AT_CLOCK
from splendor.ai.core.tree import NONE
from splendor.ai.thinking import taken, think, weights
from splendor.engine.actions import Pass
from splendor.engine.rules import apply
from splendor.engine.state import ACTION
from splendor.engine.tokens import NO_TOKENS
from tests.ai.core.searching import BY_HAND, random_net, search_view
from tests.ai.thoughts import in_a_thread_of_its_own, returns_after_takes, several
from tests.engine.builders import NO_DECKS, NO_MARKET, bonuses, reserve, seat, table, take, tok

pytestmark = [pytest.mark.usefixtures("compiled"), pytest.mark.timeout(600)]


def thought_about(choice, simulations=60, seed=None, **how):
    return think(choice.view, choice.start, choice.seed if seed is None else seed, Budget(simulations), **how)


def by_action(thought):
    """As tests.ai.core.searching has it."""
    actions = [action_of(code) for code in thought.codes]
    won = {action: won for action, won, n in zip(actions, thought.won, thought.tried, strict=True) if n}
    return thought.simulations, dict(zip(actions, thought.tried, strict=True)), won


@pytest.mark.parametrize("by_hand", [True, False], ids=["by hand", "net"])
def test_it_is_the_search_with_all_that_the_view_tells(by_hand):
    """The seed, the hidden cards, what the turn took, and the evaluation: without any of them these would differ."""
    net = BY_HAND if by_hand else new_net(weights())
    for choice in (one for one in several(40) if one.state.phase == ACTION):
        found = search_view(choice.state, net=net, seed=choice.seed, simulations=60)
        assert by_action(thought_about(choice, by_hand=by_hand)) == found
    for choice, undone in returns_after_takes(10):
        begun = code_of(take(*undone.tokens))
        found = search_view(choice.state, net=net, seed=choice.seed, simulations=60, take=begun)
        assert by_action(thought_about(choice, by_hand=by_hand)) == found


def test_return_of_what_the_turn_took_is_not_thought_of():
    for choice, undone in returns_after_takes(20):
        thought = thought_about(choice)
        assert {action_of(code) for code in thought.codes} == set(choice.actions) - {undone}
        # Whoever takes a seat over in the middle of a turn does not know how it began.
        assert undone in by_action(think(choice.view, choice.view, 0, Budget(5)))[1]


@pytest.mark.parametrize("action", [take(1, 1, 1), take(r=1, k=1, g=1), take(u=2)])
def test_take_is_known_from_the_tokens_that_the_turn_brought(action):
    state = table(seat(tok(w=3, g=3, gold=3)), seat())
    assert taken(ai_view(apply(state, action), 0), ai_view(state, 0)) == code_of(action)


def test_turn_that_began_otherwise_took_nothing():
    """A reserve brings gold, which no take does; and a turn that has not begun has brought nothing."""
    state = table(seat(tok(2, 2, 2, 2, 2)), seat())
    assert taken(ai_view(apply(state, reserve("L3-01")), 0), ai_view(state, 0)) == NONE
    assert taken(ai_view(state, 0), ai_view(state, 0)) == NONE


def test_each_simulation_deals_the_hidden_cards_of_others_anew():
    """The last turn: seat 0, one ahead, can only pass, and seat 1 wins if it can pay for the card that it drew unseen.

    It can for three of seventeen, among them the one that the guess of the view begins with. Which one it has plays no part.
    """
    ahead = seat(tok(4, 4, 2), purchased="L1-08", reserved="L3-01 L3-05 L3-09")
    for name in ("L3-20", "L3-13"):
        behind = seat(tok(g=2, r=4, k=4), purchased=bonuses(r=3, k=3), reserved=f"{name}?")
        state = table(ahead, behind, market=NO_MARKET, decks=NO_DECKS, supply=NO_TOKENS, round_=100)
        _, tried, won = by_action(think(ai_view(state, 0), ai_view(state, 0), 1, Budget(500), by_hand=True))
        assert tried == {Pass(): 499}
        assert won[Pass()] == pytest.approx(14 / 17, abs=0.06)


@pytest.mark.parametrize("by_hand", [True, False], ids=["by hand", "net"])
def test_another_seed_is_another_thought(by_hand):
    """Small or large; and the same seed is the same thought."""
    seeds = [0, 1, 2, 3, 2**63, 2**200 + 5]
    different = 0
    for choice in several(10):
        thoughts = [thought_about(choice, 100, seed, by_hand=by_hand) for seed in seeds]
        assert thoughts == [thought_about(choice, 100, seed, by_hand=by_hand) for seed in seeds]
        different += len({str(thought) for thought in thoughts}) == len(seeds)
    assert different > 5


def test_hand_made_evaluation_shipped_weights_and_others_think_differently(tmp_path):
    net, file = random_net(7), tmp_path / "other.npz"
    np.savez(file, **{name: getattr(net, name) for name in SHAPES})
    for choice in several(10):
        by_hand, shipped = thought_about(choice, by_hand=True), thought_about(choice)
        others = thought_about(choice, file=str(file))
        assert by_action(others) == search_view(choice.state, net=net, seed=choice.seed, simulations=60)
        assert len({str(by_hand), str(shipped), str(others)}) == 3
        assert [thought_about(choice, by_hand=True), thought_about(choice)] == [by_hand, shipped]


@pytest.mark.parametrize("simulations", [None, 5000])
def test_time_that_is_up_allows_no_more_than_until_the_first_look_at_the_clock(simulations):
    """By the clock that budgets are told in, to the instant: `until` is now, not some time ago."""
    choice = several(1)[0]
    for _ in range(5):
        budget = Budget(simulations, time.monotonic())
        assert think(choice.view, choice.start, 0, budget, by_hand=True).simulations == LOOKS_AT_CLOCK


def test_time_that_is_left_is_used_up_to_the_next_look_at_the_clock():
    choice = several(1)[0]
    until = time.monotonic() + 0.02
    thought = think(choice.view, choice.start, 0, Budget(until=until))
    assert time.monotonic() >= until
    assert thought.simulations % LOOKS_AT_CLOCK == 0
    assert sum(thought.tried) == thought.simulations - 1


@pytest.mark.parametrize("until", [1e12, float("inf")])
def test_end_beyond_all_clocks_is_none(until):
    choice = several(1)[0]
    assert think(choice.view, choice.start, 1, Budget(20, until)).simulations == 20


def test_budget_without_any_limit_is_refused():
    choice = several(1)[0]
    for budget in (Budget(), Budget(0)):
        with pytest.raises(ValueError, match="a number of simulations, an end, or both"):
            think(choice.view, choice.start, 0, budget)


@pytest.mark.parametrize("nodes", [4, 5, 8, 50])
def test_room_that_is_too_small_leaves_a_thought_all_the_same(nodes, monkeypatch):
    """Four nodes are the least that have room for what may be legal at the root."""
    monkeypatch.setattr(thinking, "NODES", nodes)
    for choice in several(12):
        thought = in_a_thread_of_its_own(thought_about, choice, 200)
        assert len(thought.codes) >= 1
        assert sum(thought.tried) == thought.simulations - 1 == 199
