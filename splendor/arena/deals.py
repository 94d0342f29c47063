"""Deals by number: the same ones in every run, whoever plays on them."""

from hashlib import sha256
from typing import NamedTuple

from splendor.engine.setup import deal
from splendor.engine.state import Options, State


class Deals(NamedTuple):
    """The deals of a series. Those of two series, and those for two, three and four seats, have nothing in common."""

    series: str
    seats: int
    target: int = 15

    @property
    def options(self) -> Options:
        """The options of a game on one of them."""
        return Options(self.seats, target_prestige=self.target)

    def seed(self, number: int) -> bytes:
        """What deal `number` is dealt from."""
        return sha256(f"{self.series} {self.seats} {number}".encode()).digest()

    def opening(self, number: int) -> State:
        """The first state of deal `number`. Raises ValueError for a number of seats or a target that no game can have."""
        return deal(self.options, self.seed(number))
