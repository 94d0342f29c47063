"""The system's steady clock in compiled code, so that a search sees by itself when its time is up."""

import sys
from typing import Any

from numba import types

from splendor.ai.core.compiling import jit

# The clock that time.monotonic() reads: CLOCK_UPTIME_RAW on macOS, whose CLOCK_MONOTONIC is another one.
_CLOCK_MONOTONIC = 8 if sys.platform == "darwin" else 1
_INT: Any = types.int32
# The C function, of which numba looks up the name when it links; its array argument is handed over as an address.
_clock_gettime: Any = types.ExternalFunction("clock_gettime", _INT(_INT, types.intp))


@jit
def now_ns(room):
    """Nanoseconds of `time.monotonic_ns()`; `room` is an int64 array of two."""
    _clock_gettime(_CLOCK_MONOTONIC, room.ctypes.data)
    return room[0] * 1_000_000_000 + room[1]
