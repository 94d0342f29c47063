"""The 90 development cards (M2), read once from data/cards.csv.

A state holds a card as its number, the row in the list counted from 0; everything the outside sees has its id.
"""

import csv
from importlib.resources import files
from typing import NamedTuple

from splendor.engine.tokens import GEM_NAMES, Gems


class Card(NamedTuple):
    """One development card. `bonus` is an index into the gem colours."""

    number: int
    id: str
    level: int
    bonus: int
    prestige: int
    cost: Gems


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table that ships with the package."""
    text = (files("splendor") / "data" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def gems_of(row: dict[str, str]) -> Gems:
    """The five gem columns of a row."""
    w, u, g, r, k = (int(row[name]) for name in GEM_NAMES)
    return (w, u, g, r, k)


CARDS: tuple[Card, ...] = tuple(
    Card(number, row["id"], int(row["level"]), GEM_NAMES.index(row["bonus"]), int(row["points"]), gems_of(row))
    for number, row in enumerate(rows("cards.csv"))
)
CARD_BY_ID: dict[str, Card] = {card.id: card for card in CARDS}

EMPTY = -1
"""What a market slot holds when there is no card to fill it (C2)."""
UNKNOWN_BASE = 89
"""`UNKNOWN_BASE + level` stands for a card of that level that nobody has seen yet (previews only)."""


def is_card(number: int) -> bool:
    """Whether this is the number of a real card, neither EMPTY nor an unseen one."""
    return 0 <= number < len(CARDS)
