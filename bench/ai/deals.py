"""The deals that matches are played on: the same ones in every run, by number."""

from splendor.arena.deals import Deals
from splendor.engine.state import State


def opening(seats: int, number: int, target: int = 15) -> State:
    """The first state of deal `number`. The deals for two, three and four seats have nothing in common."""
    return Deals("bench.ai", seats, target).opening(number)
