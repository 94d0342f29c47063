"""The exponential function in float32, made of additions and multiplications only, so that it is equal on every machine."""

import numpy as np

from splendor.ai.core.compiling import jit

_LOG2_E = np.float32(1.4426950408889634)
_LN2_HIGH, _LN2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)
_MOST = np.float32(80)
_HALF, _ONE = np.float32(0.5), np.float32(1)
# Taylor's series; the remainder is at most ln(2)/2, so the next term is below a float32's precision.
_C2, _C3, _C4, _C5, _C6, _C7 = (np.float32(1 / n) for n in (2, 6, 24, 120, 720, 5040))


@jit
def exp(x):
    """E to the power of x, x held between -80 and 80; off by a few units in the last place."""
    x = min(max(np.float32(x), -_MOST), _MOST)
    n = np.floor(x * _LOG2_E + _HALF)
    r = (x - n * _LN2_HIGH) - n * _LN2_LOW
    p = _C6 + r * _C7
    p = _C5 + r * p
    p = _C4 + r * p
    p = _C3 + r * p
    p = _C2 + r * p
    p = _ONE + r * (_ONE + r * p)
    return np.float32(np.ldexp(p, np.int32(n)))
