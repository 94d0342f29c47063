"""What every client has to have seen when the story of the people at the table is told."""

from typing import Any

from tests.clients.newer import EVENT_TYPE, VALUES

CODES = [
    "token-scope",
    "token-kind",
    "game-not-found",
    "game-not-found",
    "seat-handed-over",
    "token-invalid",
    "player-not-found",
    "player-gone",
]
TYPES = {
    "game_created",
    "seat_offered",
    "seat_taken",
    "seat_left",
    "game_started",
    "turn_started",
    "action_played",
    "abort_voted",
    "seat_resigned",
    "game_finished",
    "controller_changed",
    "game_aborted",
    "player_erased",
}


def check(seen: dict[str, Any], later: bool) -> None:
    """Of a later service the open values are ones that nobody knows yet."""
    assert seen["codes"] == CODES
    assert set(seen["types"]) >= TYPES
    assert seen["names"] == ["Deleted player", "Grace"]
    assert later == (EVENT_TYPE in seen["types"])
    known = {"reasons": ["declined"], "causes": ["agreed", "deleted"], "controllers": ["ai"]}
    changed = {"reasons": "reason", "causes": "cause", "controllers": "controller"}
    for name, values in known.items():
        assert seen[name] == ([VALUES[changed[name]]] if later else values), name
