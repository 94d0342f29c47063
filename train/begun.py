"""`settings.ndjson` in a folder of training: with what each round was begun, a line for each time that one was."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

NAME = "settings.ndjson"


def note_round(folder: Path, number: int, settings: Mapping[str, object], weights: str = "") -> None:
    """Adds a line: the number of the round, and of the settings those that are not what they were in the line before.

    What was a setting before and is none any more is null. A round that was cut off and is begun again has another line.
    weights: what a round was begun with that was not played, as a digest.
    """
    path = folder / NAME
    lines = lines_of(folder)
    before, given = settings_of(lines), json.loads(json.dumps(settings))
    changed = {name: given.get(name) for name in before | given if before.get(name) != given.get(name)}
    line = {"round": number, **({"weights": weights} if weights else {}), **changed}
    fresh = path.with_suffix(".new")
    fresh.write_text("".join(f"{json.dumps(one)}\n" for one in [*lines, line]))
    fresh.replace(path)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """All lines, the first that was begun first."""
    path = folder / NAME
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def settings_of(lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The settings after these lines."""
    settings: dict[str, Any] = {}
    for line in lines:
        settings |= line
    return {name: value for name, value in settings.items() if name not in {"round", "weights"} and value is not None}
