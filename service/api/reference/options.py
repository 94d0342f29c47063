"""The game options as GET /v1/rules explains them. A test holds ranges and defaults to the schema of POST /v1/games."""

from typing import Any

from service.api.games.new_game import LONGEST_MS, SHORTEST_MS
from splendor.engine.setup import MAX_ROUNDS_RANGE, TARGET_RANGE
from splendor.engine.state import BLIND_HIDDEN, HIDDEN, OPEN, Options

Option = dict[str, Any]


def _number(description: str, values: range, default: int) -> Option:
    return {
        "description": description,
        "minimum": values[0],
        "maximum": values[-1],
        "default_value": default,
    }


def _choice(description: str, values: dict[str, str]) -> Option:
    """The first value is the default."""
    return {
        "description": description,
        "choices": [{"value": value, "description": text} for value, text in values.items()],
        "default_value": next(iter(values)),
    }


_DEFAULTS = Options(seats=2)

OPTIONS: dict[str, Option] = {
    "visibility": _choice(
        "Who may see and find the game.",
        {"public": "Everybody, without a token too; as a spectator sees it."},
    ),
    "seating": _choice(
        "Who sits where, and so who begins: seat 0 (S4).",
        {"as_given": "The seats stay in the order of the request.", "random": "They are drawn from the game's seed."},
    ),
    "time_control": {
        **_choice(
            "The clock of each seat that a person holds. It runs through all phases of a turn (H6); AI seats have none.",
            {
                "none": "No clock.",
                "per_turn": "`turn_ms` for every turn.",
                "fischer": "`initial_ms` to begin with; each complete turn adds `increment_ms`, never beyond `max_ms`.",
            },
        ),
        "minimum_ms": SHORTEST_MS,
        "maximum_ms": LONGEST_MS,
    },
    "on_flag": _choice(
        "What happens to a seat whose time is over.",
        {
            "forfeit": "It is out of the game (H1).",
            "ai_takes_over": "The AI player named by `ai_player` goes on for it, for good.",
        },
    ),
    "target_prestige": _number(
        "The prestige that sets off the last round (E1, E4).", TARGET_RANGE, _DEFAULTS.target_prestige
    ),
    "reserved_cards": _choice(
        "What opponents and spectators are shown of reserved cards while the game runs (V4).",
        {
            BLIND_HIDDEN: "All but the cards that came unseen from a deck.",
            HIDDEN: "The level of each card, no more.",
            OPEN: "All of them.",
        },
    ),
    "max_rounds": _number(
        "The round after which the game is scored at the latest (H3).", MAX_ROUNDS_RANGE, _DEFAULTS.max_rounds
    ),
}
