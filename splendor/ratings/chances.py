"""What ratings, and games, say of two players."""

from math import erfc, exp, lgamma, log, sqrt

from splendor.ratings.rating import BETA, UNIT, Rating

_NEGLIGIBLE = 1e-17


def expected_share(a: Rating, b: Rating) -> float:
    """The share of the victory that a is to expect of a game with b on two seats: chance to win, half that of sharing.

    That of Bradley and Terry with both uncertainties added to the noise of a game (Weng and Lin 2011, equation 46 with the c of
    algorithm 1). It is what the rating goes by: one who always gets this share neither rises nor falls.
    """
    scale = sqrt(a.deviation**2 + b.deviation**2 + 2 * (BETA * UNIT) ** 2)
    return 1 / (1 + exp((b.mean - a.mean) / scale))


def chance_better(a: Rating, b: Rating) -> float:
    """How likely a is stronger than b by their ratings: both strengths normally distributed and independent of each other.

    Never a statement on one game: of two who are well known the stronger by a hair may be stronger with certainty.
    """
    spread = sqrt(a.deviation**2 + b.deviation**2)
    return erfc((b.mean - a.mean) / spread / sqrt(2)) / 2


def likely_better(won: int, shared: int, lost: int) -> float:
    """How likely a is stronger than b by their games with each other alone: a beat b, shared its place, was beaten so often.

    Stronger means: of a game to come a is more likely to win than to lose. Before any game all chances of the
    three outcomes are equally likely (Dirichlet's distribution with 1, 1, 1); after the games the chance to win, given that
    one wins, has the beta distribution with won + 1 and lost + 1, whatever was shared: shared games tell that the two are close,
    not who is ahead. The answer is that distribution's weight above one half: 1/2 after no game, 3/4 after one victory. Chess
    engines are compared by the same number (likelihood of superiority). Raises ValueError if a count is negative.
    """
    if min(won, shared, lost) < 0:
        raise ValueError("counts of games are not negative")
    if won > lost:
        return 1 - _heads_at_most(lost, won + lost + 1)
    return _heads_at_most(won, won + lost + 1)


def _heads_at_most(heads: int, throws: int) -> float:
    """The chance of so many heads or fewer, of a fair coin; `heads` is below half of the throws.

    The beta distribution's weight above 1/2 is this sum of whole numbers (Abramowitz and Stegun, 26.5.24). From the greatest term down it
    takes about as many steps as the root of the throws.
    """
    term = exp(lgamma(throws + 1) - lgamma(heads + 1) - lgamma(throws - heads + 1) - throws * log(2))
    total = term
    while heads and term > total * _NEGLIGIBLE:
        term *= heads / (throws - heads + 1)
        total += term
        heads -= 1
    return total
