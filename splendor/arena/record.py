"""Records of games that were played here, in the form of docs/record.md; `splendor verify` takes each line of them."""

import json
from collections.abc import Sequence
from typing import Any

from splendor.arena.games import PlayedGame
from splendor.engine.recording import FORMAT, RULES_VERSION, SEEDED, entry_view, start_view
from splendor.engine.view import result_view

Json = dict[str, Any]


def record(game: PlayedGame, game_id: str, seed: bytes, players: Sequence[str]) -> Json:
    """The record of a game whose deal anybody could have known, so it has no commitment. `players`: who sat where."""
    return {
        "format": FORMAT,
        "rules_version": RULES_VERSION,
        "game_id": game_id,
        "options": game.start.options._asdict(),
        "marks": [SEEDED],
        "seating": "as_given",
        "seats": [{"seat": seat, "name": name} for seat, name in enumerate(players)],
        "start": start_view(game.start),
        "entries": [
            {"version": version, **entry_view(step, None, over=True)} for version, step in enumerate(game.steps, 1)
        ],
        "result": result_view(game.end),
        "fairness": {"seed": seed.hex()},
    }


def line_of(record: Json) -> str:
    """A record as a line of NDJSON."""
    return json.dumps(record, separators=(",", ":")) + "\n"
