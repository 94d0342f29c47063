"""The hand-made evaluation: shares of one victory, the same for every seat whatever its number."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor.ai.core.evaluation import run_by_hand
from splendor.ai.core.layout import MOST_SEATS
from splendor.ai.core.reading import from_engine
from splendor.engine.state import ACTIVE
from tests.ai.core.states import states
from tests.ai.core.test_net import rotated


def by_hand(state):
    values = np.full(MOST_SEATS, -1, np.float32)
    run_by_hand(from_engine(state), values)
    return values[: len(state.seats)]


@settings(deadline=None, max_examples=200)
@given(state=states)
def test_shares_make_one_victory(state):
    shares = by_hand(state)
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert all(
        share > 0 if one.status == ACTIVE else share == 0 for share, one in zip(shares, state.seats, strict=True)
    )


@settings(deadline=None, max_examples=200)
@given(state=states, by=st.integers(1, 3))
def test_seat_numbers_play_no_part(state, by):
    expected, count = by_hand(state), len(state.seats)
    assert by_hand(rotated(state, by)) == pytest.approx([expected[(n + by) % count] for n in range(count)], abs=1e-6)
