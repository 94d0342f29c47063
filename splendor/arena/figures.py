"""Figures with what they are worth: shares with their intervals, times of turns."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

Z95 = 1.959964
TOLERANCE = 1.2
"""No turn may take more of its budget."""


class Times(NamedTuple):
    """Turns of one side, in ms of wall time."""

    mean: float
    high: float
    """99 % are not above."""
    most: float
    turns: int
    over: int
    """Turns that took more than their budget."""
    far_over: int
    """Turns that took more than TOLERANCE times their budget."""


def interval(shares: Sequence[float], games: int) -> tuple[float, float]:
    """The 95 % interval of the mean of `shares`, one for each deal of so many games.

    That of Wilson (Probable inference, 1927), which holds near 0 and 1 too, for as many independent games as would give the
    spread that the deals show: no more than there were games, and as many as deals where all deals came out alike.
    """
    n, mean = len(shares), fmean(shares)
    spread = variance(shares) / n if n > 1 else 0.0
    count = min(mean * (1 - mean) / spread, n * games) if spread else n
    middle = (mean + Z95**2 / (2 * count)) / (1 + Z95**2 / count)
    reach = Z95 / (1 + Z95**2 / count) * sqrt(mean * (1 - mean) / count + Z95**2 / (4 * count**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def times(spent_ms: Iterable[float], budget_ms: float = 0) -> Times:
    """How long turns took, at least one; a budget of 0 is none."""
    ordered = sorted(spent_ms)
    over = [spent for spent in ordered if budget_ms and spent > budget_ms]
    return Times(
        mean=fmean(ordered),
        high=ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
        most=ordered[-1],
        turns=len(ordered),
        over=len(over),
        far_over=sum(spent > TOLERANCE * budget_ms for spent in over),
    )
