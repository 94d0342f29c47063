"""How long games take, from the start of the first one: what is loaded or started before tells nothing about them."""

import time
from collections.abc import Callable


class Pace:
    """The time of games that are played one after the other, or by several processes."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        """`tell` hears how many games are done."""
        self._tell = tell
        self._began = self._last = 0.0

    def begin(self) -> None:
        """The first game is about to start."""
        self._began = self._last = time.monotonic()

    def done(self, games: int) -> None:
        """So many games are done."""
        self._last = time.monotonic()
        self._tell(games)

    @property
    def seconds(self) -> float:
        """From the start of the first game to the last moment that games were done, or to now where none were."""
        return (self._last - self._began) or (time.monotonic() - self._began)
