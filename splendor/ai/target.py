"""What cards cost the seat on turn and which one the player `greedy` works towards (docs/ai.md).

Everything is exact: whole numbers only, and every tie has its order.
"""

from math import lcm

from splendor.ai.sight import Sight
from splendor.engine.cards import CARDS, Card
from splendor.engine.tokens import GOLD, NO_GEMS, Gems, Tokens

_COMMON = lcm(*range(1, max(sum(card.cost) for card in CARDS) + 1))
"""A multiple of every `missing` there can be: ratios over it compare as whole numbers, without rounding."""


def price(card: Card, bonuses: Gems) -> Gems:
    """The cost of `card` less the bonuses, colour by colour, never under zero (P2)."""
    (a, b, c, d, e), (v, w, x, y, z) = card.cost, bonuses
    return (
        a - v if a > v else 0,
        b - w if b > w else 0,
        c - x if c > x else 0,
        d - y if d > y else 0,
        e - z if e > z else 0,
    )


def shortfall(priced: Gems, tokens: Tokens) -> Gems:
    """What the tokens of each colour leave unpaid of a price; gold is not counted."""
    (a, b, c, d, e), (v, w, x, y, z, _) = priced, tokens
    return (
        a - v if a > v else 0,
        b - w if b > w else 0,
        c - x if c > x else 0,
        d - y if d > y else 0,
        e - z if e > z else 0,
    )


def missing(card: Card, sight: Sight) -> int:
    """How many more tokens `card` takes, gold counted; 0 is: it can be purchased now."""
    unpaid = sum(shortfall(price(card, sight.bonuses), sight.tokens))
    return max(0, unpaid - sight.tokens[GOLD])


def target(sight: Sight) -> Card | None:
    """The candidate with the most prestige for what is missing; None where there is no candidate.

    Greatest (prestige + 1) / max(1, missing), then the smallest missing, then the lowest id.
    """

    def rank(card: Card) -> tuple[int, int, int]:
        lacking = missing(card, sight)
        return (-(card.prestige + 1) * (_COMMON // max(1, lacking)), lacking, card.number)

    return min(sight.candidates, key=rank, default=None)


def target_price(sight: Sight) -> Gems:
    """The price of the target; where there is none, nothing is priced."""
    card = target(sight)
    return price(card, sight.bonuses) if card else NO_GEMS
