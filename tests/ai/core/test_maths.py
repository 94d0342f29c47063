"""The exponential function in float32, held to numpy's in double precision."""

import numpy as np
import pytest

from splendor.ai.core.maths import exp


def test_exp_is_off_by_less_than_a_unit_in_the_last_place():
    given = np.linspace(-80, 80, 100_001, dtype=np.float32)
    found = np.array([exp(x) for x in given], np.float64)
    off = np.abs(found / np.exp(given.astype(np.float64)) - 1)
    assert off.max() < 2**-23
    assert (np.diff(found) > 0).all()


@pytest.mark.parametrize("power", range(-110, 111, 11))
def test_exp_never_falls_where_its_argument_rises_by_the_least(power):
    """From float to neighbouring float, where it goes over to another power of two."""
    near = [np.float32((power + 0.5) * np.log(2))]
    for _ in range(100):
        near = [np.nextafter(near[0], np.float32(-100)), *near, np.nextafter(near[-1], np.float32(100))]
    found = [exp(x) for x in near]
    assert found == sorted(found)


@pytest.mark.parametrize(("given", "held"), [(200, 80), (-200, -80), (np.inf, 80), (-np.inf, -80)])
def test_exp_holds_its_argument_within_bounds(given, held):
    assert exp(given) == exp(held)
    assert 0 < exp(given) < np.inf
