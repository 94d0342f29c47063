"""Figures with what they are worth: shares with their intervals, times of turns."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

Z95 = 1.959964
ENOUGH = 30
"""Games that their spread can be told from well enough."""
_NOTHING = 1e-18
"""What sums of floats that should be equal may differ by, squared."""
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
    return _wilson(mean, min(mean * (1 - mean) / spread, n * games) if spread else n)


def seats_interval(sums: Sequence[float], sizes: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the mean over seats of which each game has as many as it happens to have, at least one.

    `sums` and `sizes`: for each game the sum over those seats, and their number. The seats of a game depend on each other,
    so the spread is that of a ratio of two sums over games; else as `interval`. Of ENOUGH games they may count for more than
    as many independent ones: where one of them has to win, they tell more.
    """
    n, seats = len(sums), sum(sizes)
    mean = min(1.0, sum(sums) / seats)
    away = sum((one - mean * size) ** 2 for one, size in zip(sums, sizes, strict=True))
    spread = away / seats**2 * n / (n - 1) if n > 1 else 0.0
    count = mean * (1 - mean) / spread if spread > _NOTHING else n
    return _wilson(mean, count if n >= ENOUGH else min(count, seats))


def _wilson(mean: float, count: float) -> tuple[float, float]:
    """The interval of a mean of so many independent games."""
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
