"""A row of passes, in the core as in the engine: what ends it and what does not. (The differential test meets few of these.)"""

import pytest

from bench.ai.differential import settled
from splendor.ai.core.apply import apply as core_apply
from splendor.ai.core.codes import code_of
from splendor.ai.core.reading import from_engine
from splendor.engine.actions import ChooseNoble, Pass
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, OVER
from tests.engine.builders import bonuses, frozen, noble, nobles, seat


def played(state, actions):
    """The state after these, each of which the core has played as the engine has."""
    for action in actions:
        s = from_engine(state)
        core_apply(s, code_of(action))
        state = apply(state, action)
        assert settled(s).tolist() == settled(from_engine(state)).tolist()
    return state


@pytest.mark.parametrize("count", [2, 3, 4])
def test_passes_of_all_seats_end_the_game(count):
    start = frozen(count)
    assert played(start, [Pass()] * (count - 1)).phase == ACTION
    assert played(start, [Pass()] * count).phase == OVER


@pytest.mark.parametrize("count", [2, 3, 4])
def test_visit_begins_the_row_anew(count):
    """Q2, N3: seat 0 passes and is visited, so it takes another pass of every seat."""
    start = frozen(count, (bonuses(w=4, u=4),), nobles="N01")
    assert played(start, [Pass()] * count).phase == ACTION
    assert played(start, [Pass()] * (count + 1)).phase == OVER


def test_chosen_visit_begins_the_row_anew():
    start = frozen(2)
    # Nothing in its hand is in reach: each card wants more than the bonuses give.
    guest = seat(start.seats[1].tokens, bonuses(w=4, u=4, k=4), "L3-06 L3-08 L3-11")
    start = start._replace(seats=(start.seats[0], guest), nobles=nobles("N01 N02"))
    after = played(start, [Pass(), Pass(), ChooseNoble(noble("N01"))])
    assert (after.phase, after.passes) == (ACTION, 0)
    # With its next pass comes the other noble.
    assert played(after, [Pass()] * 3).phase == ACTION
    assert played(after, [Pass()] * 4).phase == OVER
