"""Do ratings find the strength of players, and do they know how well? Tried on simulated ladders, where the truth is known.

Ratings are relative: adding the same number to all changes nothing. So both sides are taken from the mean of their ladder
before they are compared.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from bench.ladders.simulated import Ladder, Player
from splendor.ratings.rating import POINT, interval, points

Strengths = Callable[[Random], list[float]]


def spread(players: int, deviation: float) -> Strengths:
    """So many players, whose strengths vary by this much, in points."""
    return lambda rng: [rng.gauss(0, deviation) for _ in range(players)]


def steps(players: int, apart: float) -> Strengths:
    """So many players, each so many points above the one before."""
    return lambda _: [apart * number for number in range(players)]


FIELDS: dict[str, Strengths] = {
    "12 players, alike (deviation 100)": spread(12, 100),
    "12 players, far apart (deviation 250)": spread(12, 250),
    "6 players, 100 points apart": steps(6, 100),
    # From `random` to a long search: gaps of hundreds of points, and a crowd at the top.
    "8 players, like the built-in levels": lambda _: [0, 250, 600, 800, 900, 1000, 1050, 1100],
}


class Seen(NamedTuple):
    """One rating of a ladder at some time, beside the truth; in points."""

    error: float
    deviation: float
    covered: bool
    """Does the 95 % interval hold the truth?"""


class Coverage(NamedTuple):
    """What ratings are worth after so many games an entry; in points."""

    share: float
    """Of the 95 % intervals that hold the truth."""
    error: float
    """Root of the mean square."""
    deviation: float
    ratings: int


def ladder(strengths: Sequence[float], seats: int, seed: int) -> Ladder:
    """A ladder of players of these strengths, in the order of their ids."""
    players = [Player(f"p{number:02}", strength, f"o{number:02}") for number, strength in enumerate(strengths)]
    return Ladder(players, seats, seed)


def seen(one: Ladder) -> Iterator[Seen]:
    """All ratings of a ladder as they are now, both sides taken from their means."""
    origin = fmean(rating.mean for rating in one.ratings.values()) / POINT
    middle = fmean(player.strength for player in one.players.values())
    for id_, rating in one.ratings.items():
        truth = one.players[id_].strength - middle + origin
        low, high = interval(rating)
        yield Seen(rating.mean / POINT - truth, rating.deviation / POINT, low <= truth <= high)


def coverage(strengths: Strengths, seats: int, marks: Sequence[int], ladders: int, seed: int = 0) -> list[Coverage]:
    """What ratings are worth at each mark (games an entry, rising), over so many ladders."""
    found: list[list[Seen]] = [[] for _ in marks]
    for number in range(ladders):
        one = ladder(strengths(Random(f"{seed} {seats} {number}")), seats, seed + number)
        for at, mark in enumerate(marks):
            one.play(mark)
            found[at] += seen(one)
    return [_covered(ratings) for ratings in found]


def games_until_in_order(strengths: Sequence[float], seats: int, seed: int, most: int = 2000) -> int:
    """How many games an entry it takes until ratings order all players by strength, and do so ten looks in a row."""
    one, since, step = ladder(strengths, seats, seed), 0, 5
    for games in range(step, most, step):
        one.play(games)
        shown = [points(rating) for _, rating in sorted(one.ratings.items())]
        if shown != sorted(shown):
            since = games
        elif games - since >= 10 * step:
            return since + step
    return most


def _covered(ratings: Sequence[Seen]) -> Coverage:
    return Coverage(
        share=fmean(one.covered for one in ratings),
        error=sqrt(fmean(one.error**2 for one in ratings)),
        deviation=fmean(one.deviation for one in ratings),
        ratings=len(ratings),
    )
