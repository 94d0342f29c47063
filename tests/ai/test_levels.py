"""The levels in every game that there is: each number of seats, target and `reserved_cards`."""

from itertools import product
from pathlib import Path

import pytest

from splendor.ai import Budget, ai_view, ask
from splendor.ai.beginner import BeginnerPlayer
from splendor.ai.levels import LEVELS
from splendor.engine.legal import legal_actions
from splendor.engine.outcome import outcome
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, OVER, RESERVED_CARDS_MODES, Options
from tests.ai.positions import dealt

BRIEF = Budget(simulations=12)
"""So that the one that thinks for a second does not."""
pytestmark = pytest.mark.usefixtures("compiled")


DOCS = Path(__file__).parents[2] / "docs/ai.md"


def documented():
    """The table of levels in docs/ai.md, by rows of cells."""
    section = DOCS.read_text().split("## The levels")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "| `" in line]


def described(level):
    """A level's row in that table, as far as its settings decide it."""
    evaluation = "by the hand-made evaluation" if getattr(level, "by_hand", True) else "by the net"
    if isinstance(level, BeginnerPlayer):
        limit = "-"
    elif level.think_ms:
        limit = f"{level.think_ms / 1000:g} s for a turn, on one core"
    else:
        limit = f"{level.simulations} simulations"
    return [f"`{level.name}`", evaluation, limit, "quick" if level.quick else "slow"]


def test_levels_are_set_as_the_documentation_says():
    """In order of strength; none plays by weights of its own."""
    found = documented()
    assert [[row[0], *row[2:]] for row in found] == [[name, *rest] for name, _, *rest in map(described, LEVELS)]
    for row, level in zip(found, LEVELS, strict=True):
        assert described(level)[1] in row[1]
        assert getattr(level, "weights", "") == ""
        if not isinstance(level, BeginnerPlayer):
            assert (level.simulations is None) is bool(level.think_ms)


def play(number, options, players):
    """The final state and how many choices it took; each choice is checked against the list."""
    state, chosen = dealt(number, options), 0
    start = ai_view(state, state.to_act)
    while state.phase != OVER:
        seen = ai_view(state, state.to_act)
        if state.phase == ACTION:
            start = seen
        one = players[state.to_act]
        state = apply(state, ask(one, seen, legal_actions(state), number * 1000 + chosen, start, BRIEF))
        chosen += 1
    return state, chosen


@pytest.mark.parametrize(("seats", "target", "mode"), list(product((2, 3, 4), (15, 18, 21), RESERVED_CARDS_MODES)))
def test_levels_play_whole_games_of_every_kind(seats, target, mode):
    options = Options(seats, target, mode)
    for first in range(len(LEVELS)):
        players = [LEVELS[(first + seat) % len(LEVELS)] for seat in range(seats)]
        state, _ = play(first, options, players)
        ended = outcome(state)
        assert ended.termination == "prestige"
        assert max(seat.prestige for seat in state.seats) >= target


@pytest.mark.parametrize("level", [one for one in LEVELS if not one.think_ms], ids=lambda one: one.name)
def test_level_set_by_simulations_plays_the_same_game_again(level):
    assert play(3, Options(3), [level] * 3) == play(3, Options(3), [level] * 3)
