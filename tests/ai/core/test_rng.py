"""Chance in compiled code: the published numbers, and none likelier than another."""

import numpy as np
import pytest

from splendor.ai.core.rng import below, draw, new_rng, unit
from tests.ai.core.uniform import looks_uniform

PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""What the authors' program gives for the seed 1234567."""


def by_hand(seed, count):
    """SplitMix64 in whole numbers without limit."""
    numbers, mask = [], (1 << 64) - 1
    for n in range(1, count + 1):
        z = (seed + n * 0x9E3779B97F4A7C15) & mask
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        numbers.append(z ^ z >> 31)
    return numbers


def test_numbers_are_the_published_ones():
    rng = new_rng(1234567)
    assert [draw(rng) for _ in PUBLISHED] == PUBLISHED == by_hand(1234567, len(PUBLISHED))


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, 2**64 + 5, 2**256 - 1, -1])
def test_of_a_seed_the_lowest_64_bits_count(seed):
    rng = new_rng(seed)
    assert [draw(rng) for _ in range(20)] == by_hand(seed, 20)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 128])
def test_numbers_below_a_bound_are_uniform(n):
    rng = new_rng(n)
    drawn = [below(rng, n) for _ in range(100 * n)]
    assert set(drawn) <= set(range(n))
    assert n == 1 or looks_uniform(drawn, n)


def test_unit_is_uniform_and_never_one():
    rng = new_rng(5)
    drawn = [unit(rng) for _ in range(20_000)]
    assert 0 <= min(drawn) < 0.001
    assert 0.999 < max(drawn) < 1
    assert looks_uniform((int(100 * number) for number in drawn), 100)
    assert all(number * 2**24 == int(number * 2**24) for number in map(float, drawn))


def test_the_greatest_unit_is_below_one():
    """The greatest number of 24 bits is a float32 to the last bit."""
    assert np.float32(2**24 - 1) * np.float32(2**-24) < 1
