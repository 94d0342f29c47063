"""The rating of a game computed once more, from the paper's formulas and in decimals of 40 digits, by nothing that the product uses.

Weng and Lin, A Bayesian approximation method for online ranking (2011), algorithm 1, with the doubt added before a game, the
weight of a comparison and the slower narrowing that docs of splendor.ratings.rating tell.
"""

from collections.abc import Sequence
from decimal import Decimal, localcontext

BETA, TAU, KAPPA, NARROWING = Decimal("3.0709257"), Decimal("0.05"), Decimal("0.0001"), Decimal("0.75")


def rated(ratings: Sequence[tuple[int, int]], places: Sequence[int]) -> list[tuple[Decimal, Decimal]]:
    """Mean and deviation of each seat after a game, in the millionths that `ratings` come in, not rounded."""
    with localcontext(prec=40):
        mean = [Decimal(one) / 10**6 for one, _ in ratings]
        variance = [(Decimal(one) / 10**6) ** 2 + TAU**2 for _, one in ratings]
        weight = Decimal(3) / (len(ratings) + 1)
        after = []
        for i in range(len(ratings)):
            gain = narrowing = Decimal(0)
            for q in range(len(ratings)):
                if q != i:
                    c = (variance[i] + variance[q] + 2 * BETA**2).sqrt()
                    p = 1 / (1 + ((mean[q] - mean[i]) / c).exp())
                    won = Decimal(1 + (places[q] > places[i]) - (places[q] < places[i])) / 2
                    gain += variance[i] / c * (won - p)
                    narrowing += NARROWING * variance[i] / c**2 * p * (1 - p)
            factor = max(1 - weight * narrowing, KAPPA)
            after.append((10**6 * (mean[i] + weight * gain), 10**6 * (variance[i] * factor).sqrt()))
        return after
