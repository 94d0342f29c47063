"""How much a player may think: shares of a turn, and what is left on a clock."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from splendor.ai.budget import LAG_MS, TURNS_RESERVED, Budget, for_clock, for_phase, for_turn
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS

BEGAN = 1_000.0
LEFT = st.floats(0, 1e8)
INCREMENT = st.floats(0, 1e6)


def thinking_ms(remaining_ms, increment_ms, lag_ms=LAG_MS):
    until = for_clock(remaining_ms, increment_ms, BEGAN, lag_ms).until
    return (until - BEGAN) * 1000


def test_turn_has_its_time_from_when_its_work_began():
    assert for_turn(250, BEGAN) == Budget(None, BEGAN + 0.25)


def test_choices_of_a_turn_share_its_time():
    """Whatever the first one takes, something is left for those that follow, and the last ends with the turn."""
    ends = [for_phase(1_000, phase, BEGAN).until for phase in (ACTION, RETURN_TOKENS, CHOOSE_NOBLE)]
    assert ends == sorted(ends)
    assert BEGAN + 0.5 < ends[0] < ends[1] < ends[2] == BEGAN + 1.0


def test_without_a_beginning_the_time_begins_now():
    before = time.monotonic()
    assert before + 1.0 <= for_phase(1_000, CHOOSE_NOBLE).until <= time.monotonic() + 1.0


@pytest.mark.parametrize(
    ("remaining_ms", "increment_ms", "least", "most"),
    [
        (300_000, 0, 10_000, 20_000),
        (300_000, 5_000, 15_000, 25_000),
        (10_000, 100, 200, 800),
        (1_000, 1_000, 200, 300),
        (200, 0, 0, 0),
        (100, 0, 0, 0),
        (0, 0, 0, 0),
        (-50, 1_000, 0, 0),
    ],
)
def test_share_is_sane(remaining_ms, increment_ms, least, most):
    assert least <= thinking_ms(remaining_ms, increment_ms) <= most + 1e-3


@given(LEFT, INCREMENT)
def test_thinking_and_the_way_fit_into_what_is_left(remaining_ms, increment_ms):
    thinking = thinking_ms(remaining_ms, increment_ms)
    assert thinking >= 0
    assert thinking + LAG_MS <= remaining_ms + 1e-3 or thinking == 0


@given(LEFT, LEFT, INCREMENT)
def test_more_time_is_never_used_for_less_thinking(one, other, increment_ms):
    less, more = sorted((one, other))
    assert thinking_ms(less, increment_ms) <= thinking_ms(more, increment_ms) + 1e-3


@given(
    st.floats((TURNS_RESERVED + 1) * LAG_MS, 1e7),
    st.floats(0, 10_000),
    st.lists(st.floats(0, LAG_MS), min_size=TURNS_RESERVED, max_size=TURNS_RESERVED),
)
@example((TURNS_RESERVED + 1) * LAG_MS, 0.0, [LAG_MS] * TURNS_RESERVED)
@example(60_000.0, 0.0, [LAG_MS] * 100)
@example(2_000.0, 0.0, [20.0] * 60)
@settings(deadline=None)
def test_no_clock_runs_out_while_turns_cost_no_more_than_is_set_aside(initial_ms, increment_ms, ways_ms):
    """Each turn costs all of its thinking time and the way beside it."""
    left = initial_ms
    for way in ways_ms:
        left -= thinking_ms(left, increment_ms) + way
        assert left > 0
        left += increment_ms


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_longer_way_leaves_less(remaining_ms, lag_ms):
    assert thinking_ms(remaining_ms, 0, lag_ms) <= max(0.0, remaining_ms - lag_ms) + 1e-3
