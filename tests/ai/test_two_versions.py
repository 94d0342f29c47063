"""`greedy` against the second version in tests/ai/plain_greedy.py: the same choice in every position of many."""

from collections import Counter

import pytest

from splendor.ai import player
from splendor.engine.actions import Pass, PurchaseCard, ReserveCard, TakeTokens
from splendor.engine.legal import legal_actions
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS
from splendor.engine.view import view
from tests.ai import plain_greedy
from tests.ai.drawn import drawn
from tests.ai.play import MIXES, game

GAMES_OF_EACH_KIND = 25
DRAWN = 1000


def both(seen, actions, start):
    """The choice of the one and of the other version."""
    return player("greedy").choose(seen, actions, 0, start), plain_greedy.choose(seen, actions, start)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mix", MIXES)
def test_they_agree_in_games(seats, mix):
    phases = Counter()
    for number in range(GAMES_OF_EACH_KIND):
        for choice in game(number, seats, mix):
            phases[choice.state.phase] += 1
            one, other = both(choice.view, choice.actions, choice.start)
            assert one == other, choice.state
    assert phases[ACTION] > 30 * GAMES_OF_EACH_KIND
    assert phases[RETURN_TOKENS]


def test_they_agree_on_drawn_actions():
    chosen = Counter()
    for number in range(DRAWN):
        state = drawn(number, ACTION)
        seen, actions = view(state, 0), legal_actions(state)
        one, other = both(seen, actions, seen)
        assert one == other, state
        chosen[type(one)] += 1
    assert min(chosen[kind] for kind in (TakeTokens, ReserveCard, PurchaseCard, Pass)) > 5, chosen


def test_they_agree_on_drawn_returns():
    """The turn began in another position: only the bonuses are the same."""
    for number in range(DRAWN):
        state, before = drawn(number, RETURN_TOKENS), drawn(number, ACTION)
        own = before.seats[0]._replace(bonuses=state.seats[0].bonuses)
        start = view(before._replace(seats=(own, *before.seats[1:])), 0)
        actions = legal_actions(state)
        one, other = both(view(state, 0), actions, start)
        assert one == other, (before, state)
        assert one in actions


def test_they_agree_on_drawn_nobles():
    several = 0
    for number in range(DRAWN):
        state = drawn(number, CHOOSE_NOBLE)
        actions = legal_actions(state)
        if not actions:
            continue
        several += len(actions) > 1
        one, other = both(view(state, 0), actions, view(state, 0))
        assert one == other, state
    assert several > DRAWN // 4
