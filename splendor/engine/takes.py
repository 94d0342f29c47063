"""Taking tokens (K1 to K4): the takes a supply allows, and why another is refused."""

from itertools import combinations

from splendor.engine.actions import Action, TakeTokens
from splendor.engine.errors import IllegalAction
from splendor.engine.tokens import GOLD, Tokens

ENOUGH_FOR_TWO = 4
"""K2: what a pile must hold before two are taken."""


def _take(colours: tuple[int, ...], each: int) -> TakeTokens:
    w, u, g, r, k = (each if colour in colours else 0 for colour in range(5))
    return TakeTokens((w, u, g, r, k, 0))


def _different(mask: int) -> tuple[TakeTokens, ...]:
    left = [colour for colour in range(5) if mask >> colour & 1]
    return tuple(_take(colours, 1) for colours in combinations(left, min(3, len(left))) if colours)


def _doubles(mask: int) -> tuple[TakeTokens, ...]:
    return tuple(_take((colour,), 2) for colour in range(5) if mask >> colour & 1)


# Both are indexed by a bit mask of colours, white the lowest bit: those left, and those with four left.
_DIFFERENT = tuple(_different(mask) for mask in range(32))
_DOUBLES = tuple(_doubles(mask) for mask in range(32))

THREE_DIFFERENT = frozenset(take.tokens for take in _DIFFERENT[31])
"""The takes that K1 allows wherever their colours are left."""


def takes(supply: Tokens) -> list[Action]:
    """Every legal take: different ones in colour order (white-blue-green first), then two of a colour."""
    w, u, g, r, k, _ = supply
    left = (w > 0) | (u > 0) << 1 | (g > 0) << 2 | (r > 0) << 3 | (k > 0) << 4
    plenty = (w > 3) | (u > 3) << 1 | (g > 3) << 2 | (r > 3) << 3 | (k > 3) << 4
    return [*_DIFFERENT[left], *_DOUBLES[plenty]]


def check_take(taken: Tokens, supply: Tokens) -> None:
    """Refuse (IllegalAction) what K1 to K3 forbid."""
    gems, piles = taken[:GOLD], supply[:GOLD]
    if taken[GOLD]:
        raise IllegalAction("K3", "Gold is never taken by a taking action.")
    if min(gems) < 0:
        raise IllegalAction("K1", "A number of tokens cannot be negative.")
    if max(gems) > 1:
        _check_two(gems, piles)
        return
    due = min(3, sum(pile > 0 for pile in piles))
    if sum(gems) != due or due == 0:
        raise IllegalAction("K1", f"A take of different colours is {due} tokens now, neither more nor less.")
    if any(wanted > pile for wanted, pile in zip(gems, piles, strict=True)):
        raise IllegalAction("K1", "A colour is taken of which none is left.")


def _check_two(gems: tuple[int, ...], piles: tuple[int, ...]) -> None:
    if sum(gems) > 2:
        raise IllegalAction("K2", "Two tokens of one colour are the whole take.")
    if piles[gems.index(2)] < ENOUGH_FOR_TWO:
        raise IllegalAction("K2", "Two of a colour are taken only from a pile of at least four.")
