"""Colours and tokens (M1): plain tuples of counts in the one fixed colour order."""

from collections.abc import Iterable

Gems = tuple[int, int, int, int, int]
"""Counts of the five gem colours: white, blue, green, red, black."""

Tokens = tuple[int, int, int, int, int, int]
"""Counts of the six token kinds: the five gem colours, then gold."""

WHITE, BLUE, GREEN, RED, BLACK, GOLD = range(6)
GEM_NAMES = ("white", "blue", "green", "red", "black")
TOKEN_NAMES = (*GEM_NAMES, "gold")

NO_TOKENS: Tokens = (0, 0, 0, 0, 0, 0)
NO_GEMS: Gems = (0, 0, 0, 0, 0)
GOLD_IN_GAME = 5
"""S1: gold is five for every number of seats."""
TOKEN_LIMIT = 10
"""L1: what a seat may hold at the end of its turn, gold counted."""


def plus(a: Tokens, b: Tokens) -> Tokens:
    """Both together; written out by hand because every ply needs it (a loop costs six times as much)."""
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    return (a0 + b0, a1 + b1, a2 + b2, a3 + b3, a4 + b4, a5 + b5)


def minus(a: Tokens, b: Tokens) -> Tokens:
    """`a` less `b`, colour by colour; below zero where `a` has not enough."""
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    return (a0 - b0, a1 - b1, a2 - b2, a3 - b3, a4 - b4, a5 - b5)


def named_gems(gems: Iterable[int]) -> dict[str, int]:
    """All five gem counts by name."""
    return dict(zip(GEM_NAMES, gems, strict=True))
