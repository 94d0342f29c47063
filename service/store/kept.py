"""What a process remembers for a while, so that it need not ask again."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 128
FRESH_S = 60.0
"""Another process may have replaced what is remembered here."""


class Kept(Generic[T]):
    """The values that were used last, each for a minute at most. For several threads."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._values: OrderedDict[str, tuple[float, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> T | None:
        with self._lock:
            at, value = self._values.get(key, (0.0, None))
            if value is None or self._clock() - at > FRESH_S:
                return None
            self._values.move_to_end(key)
            return value

    def put(self, key: str, value: T) -> None:
        with self._lock:
            self._values[key] = (self._clock(), value)
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def forget(self, key: str) -> None:
        with self._lock:
            self._values.pop(key, None)
