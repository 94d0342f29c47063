"""The game options as GET /v1/rules explains them. A test holds ranges and defaults to the schema of POST /v1/games."""

from collections.abc import Mapping
from typing import Any

from service.api.games.new_game import LONGEST_MS
from service.api.games.replies import VISIBILITIES
from service.api.games.seat_orders import SHORTEST_MS
from service.rulesbook import Book
from service.rulesbook import Option as Texts
from splendor.engine.setup import MAX_ROUNDS_RANGE, TARGET_RANGE
from splendor.engine.state import BLIND_HIDDEN, HIDDEN, OPEN, Options

Option = dict[str, Any]

_DEFAULTS = Options(seats=2)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "visibility": VISIBILITIES,
    "seating": ("as_given", "random"),
    "time_control": ("none", "per_turn", "fischer"),
    "on_flag": ("forfeit", "ai_takes_over"),
    "reserved_cards": (BLIND_HIDDEN, HIDDEN, OPEN),
}
"""The values of each option that has but a few, the default first. A text for each stands in the rule books."""
NUMBERS: Mapping[str, tuple[range, int]] = {
    "target_prestige": (TARGET_RANGE, _DEFAULTS.target_prestige),
    "max_rounds": (MAX_ROUNDS_RANGE, _DEFAULTS.max_rounds),
}
"""The range and the default of each option that is a whole number."""
_ORDER = ("visibility", "seating", "time_control", "on_flag", "target_prestige", "reserved_cards", "max_rounds")


def options(book: Book) -> dict[str, Option]:
    """Every option of POST /v1/games by name, in the words of a rule book."""
    found = {name: _number(name, book) if name in NUMBERS else _choice(name, book.options[name]) for name in _ORDER}
    found["time_control"].update(minimum_ms=SHORTEST_MS, maximum_ms=LONGEST_MS)
    return found


def _number(name: str, book: Book) -> Option:
    values, default = NUMBERS[name]
    return {
        "description": book.options[name].description,
        "minimum": values[0],
        "maximum": values[-1],
        "default_value": default,
    }


def _choice(name: str, texts: Texts) -> Option:
    values = CHOICES[name]
    return {
        "description": texts.description,
        "choices": [{"value": value, "description": texts.choices[value]} for value in values],
        "default_value": values[0],
    }
