"""Ratings of players after games of two to four seats, shared places included.

The method is Bradley-Terry with full pairing (Weng and Lin, A Bayesian approximation method for online ranking, Journal of
Machine Learning Research 12, 2011, algorithm 1), as the library openskill has it; only this module knows the library.
Any two seats of a game are compared: one has the better place, or they share it, which is half a victory for each.

Ratings are integers and every game's result is rounded, so that a replay of the same games in the same order gives the same
numbers. Floating point may differ between machines in the last bit (of exponentials, and of products that a processor adds in one
step): 4e-15 of a unit, where a number is cut to 1e-4. A replay on another kind of machine so differs by one step in one of
about three thousand ladders of a million games each, even if that bit were always another one.
"""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from openskill.models import BradleyTerryFull

UNIT = 1_000_000
"""One unit of the library's scale, in those of `Rating`."""
QUANTUM = 100
"""Ratings are multiples of it: small beside every game's effect, large beside the last bit."""
POINT = UNIT // 40
"""One point, as ratings are shown: a newcomer has 1000."""
Z95 = 1.96

# bench.ladders has the figures behind these values: with them at least nine of ten 95 % intervals hold the truth after 20 to 1000
# games.
MU = 25.0
SIGMA = 5.5
"""220 points. Wider, and early games carry players far past their strength, from where they take hundreds of games back."""
BETA = 3.0709257
"""Makes points those of Elo: 400 / (40 sqrt(2) ln 10), so that 400 points of difference are ten victories to one."""
KAPPA = 0.0001
TAU = 0.05
"""Two points of doubt added a game, because players change; deviations of those who play on so settle between 25 and 30 points."""
SHRINKING = 0.75
"""The share of its information by which a game narrows deviations. All of it is too much: that the errors of those who play each
other depend on one another is left out of account by the method."""

ALGORITHM = f"bradley-terry-full/1 mu={MU} sigma={SIGMA} beta={BETA} kappa={KAPPA} tau={TAU} shrinking={SHRINKING} quantum={QUANTUM}"
"""What ratings are computed by; the number after the name stands for what this module does besides (weights, rounding). Ratings
of different algorithms never mix, and a change of any value here is another algorithm."""


class Rating(NamedTuple):
    """What is known of a player's strength, in millionths of the library's unit."""

    mean: int
    deviation: int


NEW = Rating(round(MU * UNIT), round(SIGMA * UNIT))
"""Of somebody who has not played."""


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game, in the order of those before it. Places count from 1, shared ones are equal.

    The order of seats makes no difference. Where deviations are equal what one gains the others lose: exactly with two
    seats, to half a quantum for each seat with more. Raises ValueError unless there are 2 to 4 seats with a place each.
    """
    if not 2 <= len(ratings) <= 4 or len(places) != len(ratings) or min(places) < 1:
        raise ValueError("2 to 4 ratings, and a place from 1 for each")
    # Sums of floats depend on their order: one order for the same game.
    order = sorted(range(len(ratings)), key=lambda seat: (places[seat], ratings[seat]))
    teams = [[_MODEL.rating(ratings[seat].mean / UNIT, ratings[seat].deviation / UNIT)] for seat in order]
    # Whole numbers: some versions of the library do not see that floats are equal.
    ranks: list[float] = [places[seat] for seat in order]
    rated = _MODEL.rate(teams, ranks=ranks)
    after = {
        seat: _moved(ratings[seat], len(order), one.mu, one.sigma) for seat, (one,) in zip(order, rated, strict=True)
    }
    return [after[seat] for seat in range(len(ratings))]


def points(rating: Rating) -> int:
    """The rating as it is shown."""
    return _points(rating.mean)


def uncertainty(rating: Rating) -> int:
    """The standard deviation of the strength, in points."""
    return _points(rating.deviation)


def conservative(rating: Rating) -> int:
    """What the player is worth in all likelihood (three deviations below the mean), in points: standings go by this."""
    return _points(rating.mean - 3 * rating.deviation)


def interval(rating: Rating) -> tuple[int, int]:
    """The 95 % interval of the strength, in points. Strength is relative: it is that of a pool whose mean is its ratings' mean."""
    reach = round(Z95 * rating.deviation)
    return _points(rating.mean - reach), _points(rating.mean + reach)


def _points(value: int) -> int:
    return (2 * value + POINT) // (2 * POINT)


def _weight(seats: int) -> float:
    """What the comparisons of a seat count for: 1 for two seats, 3/4 for three, 3/5 for four.

    Those of one game depend on each other. Among equals in k seats a seat's victories over the others vary by (k^2 - 1) / 12, as
    one of k places drawn evenly; k - 1 games of their own would vary by (k - 1) / 4, which is 3 / (k + 1) times as much.
    """
    return 3 / (seats + 1)


def _moved(before: Rating, seats: int, mu: float, sigma: float) -> Rating:
    """The rating that the library's numbers stand for. Changes are rounded, not results: gain and loss stay equal."""
    change = _weight(seats) * (mu - before.mean / UNIT)
    return Rating(before.mean + _rounded(change), max(QUANTUM, _rounded(sigma)))


def _rounded(value: float) -> int:
    return round(value * UNIT / QUANTUM) * QUANTUM


def _gamma(_c: float, seats: int, *_: Any) -> float:
    """By what the library multiplies the narrowing of a deviation (Weng and Lin, equation 28)."""
    return SHRINKING * _weight(seats)


_MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU, gamma=_gamma)

_GAME = (Rating(30_000_000, 2_000_000), Rating(22_000_000, 4_000_000), Rating(25_000_000, 1_000_000)), (1, 1, 3)
_RATED = [Rating(30_026_200, 1_972_200), Rating(23_792_700, 3_798_600), Rating(24_881_100, 997_100)]


def _check_library() -> None:
    """Ties were counted differently by different versions of the library: ratings must not change with an update unnoticed."""
    if rate(*_GAME) != _RATED:
        raise ImportError(f"openskill {version('openskill')} rates otherwise than {ALGORITHM}")


_check_library()
