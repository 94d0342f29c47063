"""Reads a position's JSON member by member; whatever is wrong is noted with its JSON pointer, and reading goes on."""

from collections.abc import Mapping, Sequence
from typing import Any

from splendor.engine.cards import CARD_BY_ID, EMPTY
from splendor.engine.nobles import NOBLE_BY_ID
from splendor.engine.tokens import TOKEN_NAMES, Tokens

Row = tuple[int | None, ...]
"""Cards of one level; None where what is named cannot lie there, which is a fault already."""


class PositionReader:
    """Turns JSON values into numbers, and keeps what it found wrong and which cards and nobles were named where."""

    def __init__(self) -> None:
        self.faults: list[tuple[str, str]] = []
        self.cards: dict[int, str] = {}
        self.nobles: dict[int, str] = {}

    def fault(self, pointer: str, message: str) -> None:
        """Note that what `pointer` points to is wrong."""
        self.faults.append((pointer, message))

    def mapping(self, value: object, pointer: str, members: Sequence[str]) -> Mapping[str, Any]:
        """The object, empty if it is none; other members than these are faults."""
        if not isinstance(value, Mapping):
            self.fault(pointer, "an object is expected")
            return {}
        for name in value:
            if name not in members:
                self.fault(f"{pointer}/{_escaped(str(name))}", "there is no such member")
        return value

    def array(self, value: object, pointer: str, length: int | None = None) -> Sequence[Any]:
        """The array, empty if it is none; another length than `length` is a fault."""
        if not isinstance(value, (list, tuple)):
            self.fault(pointer, "an array is expected")
            return ()
        if length is not None and len(value) != length:
            self.fault(pointer, f"{length} items are expected, not {len(value)}")
        return value

    def number(self, value: object, pointer: str, allowed: range) -> int:
        """The number, the lowest allowed one if it is none of them."""
        if type(value) is not int or value not in allowed:
            self.fault(pointer, f"a whole number from {allowed[0]} to {allowed[-1]} is expected")
            return allowed[0]
        return value

    def tokens(self, value: object, pointer: str) -> Tokens:
        """Counts of tokens by name; a name that is absent counts 0."""
        counts = self.mapping(value, pointer, TOKEN_NAMES)
        w, u, g, r, k, gold = (self.number(counts.get(name, 0), f"{pointer}/{name}", range(11)) for name in TOKEN_NAMES)
        return (w, u, g, r, k, gold)

    def flag(self, value: object, pointer: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fault(pointer, "true or false is expected")
        return value is True

    def card(self, value: object, pointer: str, level: int | None = None) -> int | None:
        """The number of a card named for the first time, of this level where one is given."""
        card = CARD_BY_ID.get(value) if isinstance(value, str) else None
        if card is None:
            self.fault(pointer, "there is no such card")
            return None
        if not self._first(self.cards, card.number, pointer):
            return None
        if level is not None and card.level != level:
            self.fault(pointer, f"this card is of level {card.level}, here lie cards of level {level}")
            return None
        return card.number

    def card_list(self, value: object, pointer: str, level: int | None = None) -> tuple[int, ...]:
        """Cards in the order given, without those that are faults."""
        read = [self.card(item, f"{pointer}/{i}", level) for i, item in enumerate(self.array(value, pointer))]
        return tuple(card for card in read if card is not None)

    def row(self, value: object, pointer: str, level: int, slots: int) -> Row:
        """A market row, EMPTY where the id is ""."""
        ids = self.array(value, pointer, slots)
        return tuple(EMPTY if item == "" else self.card(item, f"{pointer}/{i}", level) for i, item in enumerate(ids))

    def noble_list(self, value: object, pointer: str) -> tuple[int, ...]:
        """Nobles in the order given, without those that are faults."""
        read = [self._noble(item, f"{pointer}/{i}") for i, item in enumerate(self.array(value, pointer))]
        return tuple(noble for noble in read if noble is not None)

    def _noble(self, value: object, pointer: str) -> int | None:
        noble = NOBLE_BY_ID.get(value) if isinstance(value, str) else None
        if noble is None:
            self.fault(pointer, "there is no such noble")
            return None
        return noble.number if self._first(self.nobles, noble.number, pointer) else None

    def _first(self, named: dict[int, str], number: int, pointer: str) -> bool:
        before = named.setdefault(number, pointer)
        if before != pointer:
            self.fault(pointer, f"this is at {before} already")
        return before == pointer


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
