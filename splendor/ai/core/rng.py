"""Chance in compiled code: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).

A generator is an array of one uint64, its state. Equal states give equal numbers on every machine.
"""

import numpy as np
from numpy.typing import NDArray

from splendor.ai.core.compiling import jit

Rng = NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32, _S40 = (np.uint64(bits) for bits in (30, 27, 31, 32, 40))
_UNIT = np.float32(1 / (1 << 24))


def new_rng(seed: int) -> Rng:
    """A generator; of `seed` the lowest 64 bits count."""
    return np.array([seed & (1 << 64) - 1], np.uint64)


@jit
def draw(rng):
    """64 random bits."""
    rng[0] += _STEP
    z = rng[0]
    z = (z ^ (z >> _S30)) * _FIRST
    z = (z ^ (z >> _S27)) * _SECOND
    return z ^ (z >> _S31)


@jit
def below(rng, n):
    """A number from 0 to n - 1; the share of each is off by less than n / 2^32."""
    return np.int64((draw(rng) >> _S32) * np.uint64(n) >> _S32)


@jit
def unit(rng):
    """A float32 from 0 to below 1, in steps of 2^-24."""
    return np.float32(np.int64(draw(rng) >> _S40)) * _UNIT
