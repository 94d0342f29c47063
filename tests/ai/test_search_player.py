"""Players by search: what they hand to the search, when it ends, and which of its findings they play."""

import time

import pytest

from splendor.ai import Budget, ask, thinking
from splendor.ai.core.codes import CODE_MASK, action_of, code_of
from splendor.ai.core.search import LOOKS_AT_CLOCK
from splendor.ai.levels import LEVELS
from splendor.ai.search_player import SearchPlayer, _most_tried, with_code
from splendor.ai.thinking import Thought, think
from splendor.engine.actions import Pass
from splendor.engine.state import ACTION
from tests.ai.thoughts import in_a_thread_of_its_own, returns_after_takes, several
from tests.engine.builders import buy, take, tok

pytestmark = [pytest.mark.usefixtures("compiled"), pytest.mark.timeout(600)]
SEARCHERS = [level for level in LEVELS if isinstance(level, SearchPlayer)]
searchers = pytest.mark.parametrize("level", SEARCHERS, ids=lambda level: level.name)
FAR = 1e6
"""Seconds that no search takes."""


@pytest.fixture
def thoughts(monkeypatch):
    """Every thought that a player has had in this test, in their order."""
    had = []

    def overheard(*given, **how):
        had.append(think(*given, **how))
        return had[-1]

    monkeypatch.setattr(thinking, "think", overheard)
    return had


def choose(player, choice, budget=None, seed=None):
    return ask(player, choice.view, choice.actions, choice.seed if seed is None else seed, choice.start, budget)


@pytest.mark.parametrize(
    ("tried", "won", "best"),
    [
        ([3, 9, 5], [0.9, 0.1, 0.5], 1),
        ([9, 3, 5], [0.1, 0.9, 0.5], 0),
        ([2, 7, 7], [0.9, 0.3, 0.4], 2),
        ([7, 7, 2], [0.4, 0.3, 0.9], 0),
        ([0, 0, 0], [0.0, 0.0, 0.0], 0),
        ([4, 4, 4], [0.5, 0.5, 0.5], 0),
        ([0, 1, 0], [0.0, 0.0, 0.0], 1),
    ],
)
def test_choice_is_the_action_tried_most_and_of_equals_the_one_that_won_most(tried, won, best):
    """However well another one did; what is equal in both goes by the order in which the actions are listed."""
    codes = [12, 40, 200]
    assert _most_tried(Thought(codes, tried, won, sum(tried) + 1)) == codes[best]


def test_action_is_found_by_its_code_whatever_it_pays_with():
    listed = [take(1, 1, 1), buy("L1-09", tok(k=2, gold=1)), buy("L1-06", tok(u=3)), Pass()]
    for action in listed:
        assert with_code(listed, code_of(action) & CODE_MASK) is action


@searchers
def test_choice_is_what_its_own_thought_says(level, thoughts):
    """Levels search by what they are set to, with the seed of the choice: another one is another thought."""
    for choice in several(12):
        chosen = choose(level, choice, Budget(40))
        assert code_of(chosen) & CODE_MASK == _most_tried(thoughts[-1])
        expected = think(
            choice.view, choice.start, choice.seed, Budget(thoughts[-1].simulations), by_hand=level.by_hand
        )
        assert thoughts[-1] == expected
        choose(level, choice, Budget(40), choice.seed + 1)
    assert sum(one != other for one, other in zip(thoughts[::2], thoughts[1::2], strict=True)) > 6


@searchers
def test_no_level_returns_just_what_it_took(level, thoughts):
    """Given the view when the turn began, as hosts do, none so much as thinks of it."""
    for choice, undone in returns_after_takes(12):
        assert choose(level, choice, Budget(40)) != undone
        assert undone not in map(action_of, thoughts[-1].codes)


@searchers
def test_every_level_ends_where_its_time_is_up(level, thoughts):
    """Those set by simulations too: a host gives them an end just before the limit."""
    choice = several(1)[0]
    choose(level, choice, Budget(until=time.monotonic()))
    choose(level, choice, Budget(5000, time.monotonic()))
    assert [thought.simulations for thought in thoughts] == [LOOKS_AT_CLOCK] * 2


@pytest.mark.parametrize("own", [1, 24, 128])
def test_player_set_by_simulations_thinks_no_longer_for_a_longer_budget(own, thoughts):
    player, choice = SearchPlayer(name="counting", simulations=own), several(1)[0]
    later = time.monotonic() + FAR
    budgets = [None, Budget(), Budget(1000), Budget(until=later), Budget(9), Budget(9, later)]
    for budget in budgets:
        choose(player, choice, budget)
    assert [thought.simulations for thought in thoughts] == [own] * 4 + [min(own, 9)] * 2


def test_player_set_by_time_thinks_until_its_time_is_up_or_the_budget_ends(thoughts):
    player, choice = SearchPlayer(name="timed", think_ms=20), several(1)[0]
    assert choice.state.phase == ACTION
    began = time.monotonic()
    choose(player, choice)
    assert time.monotonic() >= began + 0.018, "nine tenths of a turn are for its action"
    assert thoughts[-1].simulations > 1
    choose(player, choice, Budget(15))
    assert thoughts[-1].simulations == 15


@searchers
def test_choice_does_not_depend_on_what_the_thread_thought_before(level, thoughts):
    """Nor does the thought: the room of a search is used again, and as large for a thread's first one as after a long one."""
    choices = several(60)
    budgets = [Budget(3 + 7 * (number % 12)) for number in range(len(choices))]

    def after_much():
        last = choices[-1]
        think(last.view, last.start, 1, Budget(until=time.monotonic() + 0.1), by_hand=level.by_hand)
        return [choose(level, choice, budget) for choice, budget in zip(choices, budgets, strict=True)]

    first = [in_a_thread_of_its_own(choose, level, *given) for given in zip(choices, budgets, strict=True)]
    assert in_a_thread_of_its_own(after_much) == first
    assert thoughts[len(first) :] == thoughts[: len(first)]


@pytest.mark.parametrize("simulations", range(1, 9))
@pytest.mark.parametrize("by_hand", [True, False], ids=["by hand", "net"])
def test_however_few_simulations_leave_a_choice(simulations, by_hand):
    """The first one tries no action at all."""
    player = SearchPlayer(name="hasty", simulations=simulations, by_hand=by_hand)
    for choice in several(20):
        assert in_a_thread_of_its_own(choose, player, choice) in choice.actions
