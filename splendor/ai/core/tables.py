"""Cards, nobles, takes and returns as arrays, by number; compiled code holds them as constants."""

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from splendor.engine import cards, nobles

Table = NDArray[np.int16]


def _table(rows: Iterable[object]) -> Table:
    return np.array(list(rows), np.int16)


LEVEL = _table(card.level - 1 for card in cards.CARDS)
"""Level less one of each card, its row in the market."""
BONUS = _table(card.bonus for card in cards.CARDS)
PRESTIGE = _table(card.prestige for card in cards.CARDS)
COST = _table(card.cost for card in cards.CARDS)
"""(90, 5)"""
TOTAL_COST = _table(sum(card.cost) for card in cards.CARDS)

DEMAND = _table(noble.demand for noble in nobles.NOBLES)
"""(10, 5)"""
NOBLE_PRESTIGE = _table(noble.prestige for noble in nobles.NOBLES)


def _counts(colours: tuple[int, ...], kinds: int) -> list[int]:
    return [colours.count(colour) for colour in range(kinds)]


_DIFFERENT = [colours for size in (3, 2, 1) for colours in combinations(range(5), size)]
_TAKES = [*_DIFFERENT, *((colour, colour) for colour in range(5))]
TAKES = _table(_counts(colours, 6) for colours in _TAKES)
"""(30, 6): three, two and one different (K1), each in the engine's order, then two alike (K2)."""
FIRST_DOUBLE = len(_DIFFERENT)
MOST_TAKES = 10


def _takes_left(mask: int) -> list[int]:
    left = [colour for colour in range(5) if mask >> colour & 1]
    due = min(3, len(left))
    found = [number for number, take in enumerate(_DIFFERENT) if len(take) == due and set(take) <= set(left)]
    return found if due else []


_LEFT = [_takes_left(mask) for mask in range(32)]
TAKES_LEFT = _table([*found, *[0] * (MOST_TAKES - len(found))] for found in _LEFT)
"""(32, 10): the different takes that are legal, by a bit mask of the colours left (white the lowest bit)."""
TAKES_LEFT_COUNT = _table(len(found) for found in _LEFT)

_RETURNS = [colours for size in (1, 2, 3) for colours in combinations_with_replacement(range(6), size)]
RETURNS = _table(_counts(colours, 6) for colours in _RETURNS)
"""(83, 6): every return of one, of two and of three tokens (L2), each in the engine's order."""
RETURNS_FROM = _table([0, *(sum(len(colours) < size for colours in _RETURNS) for size in (1, 2, 3)), len(_RETURNS)])
"""The returns of n tokens are those from RETURNS_FROM[n] to before RETURNS_FROM[n + 1]."""
