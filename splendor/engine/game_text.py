"""Steps and whole games as text; docs/notation.md has the grammar."""

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from splendor.engine.action_json import Json
from splendor.engine.errors import NotationError
from splendor.engine.notation import format_turn, parse_turn
from splendor.engine.setup import check_options
from splendor.engine.state import FLAGGED, RESIGNED, Options
from splendor.engine.steps import Exit, Step

TITLE = "splendor-game 1"
_EXITS = {"resign": RESIGNED, "flag": FLAGGED}
_EXIT_NAMES = {status: name for name, status in _EXITS.items()}
_EXIT = re.compile(r"(resign|flag):([0-3])")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")
_SEED = re.compile(r"[0-9a-f]{64}")
_WIDTH = 100


class GameText(NamedTuple):
    """A game from its start: what it was dealt from, and its steps. `position` is a start position as JSON."""

    options: Options
    seed: bytes
    position: Json | None
    steps: tuple[Step, ...]


def format_step(step: Step) -> str:
    """The text of a turn or an exit. Raises ValueError as `format_turn` does."""
    return f"{_EXIT_NAMES[step.status]}:{step.seat}" if isinstance(step, Exit) else format_turn(step)


def parse_step(text: str) -> Step:
    """The turn or exit that `text` means. Raises NotationError."""
    match = _EXIT.fullmatch(text)
    return Exit(int(match[2]), _EXITS[match[1]]) if match else parse_turn(text)


def format_game(game: GameText) -> str:
    """The text of a whole game: a header of one line for each option, an empty line, and the steps."""
    header = [TITLE, *(f"{name} {value}" for name, value in game.options._asdict().items()), f"seed {game.seed.hex()}"]
    if game.position is not None:
        header.append("position " + json.dumps(game.position, separators=(",", ":")))
    return "\n".join([*header, "", *_lines(game.steps)]) + "\n"


def _lines(steps: Sequence[Step]) -> list[str]:
    lines = [""]
    for text in map(format_step, steps):
        if lines[-1] and len(lines[-1]) + len(text) >= _WIDTH:
            lines.append("")
        lines[-1] += " " + text if lines[-1] else text
    return lines


def parse_game(text: str) -> GameText:
    """The game that `text` means; spaces and line breaks between its steps are free. Raises NotationError.

    What the steps do is not looked at: that they are legal is seen when they are played.
    """
    header, empty_line, body = text.partition("\n\n")
    lines = header.split("\n")
    if not empty_line or lines[0] != TITLE:
        raise NotationError(f"a game begins with the line {TITLE!r} and has an empty line after its header")
    values = _values(lines[1:])
    return GameText(_options(values), _seed(values), _position(values), tuple(map(parse_step, body.split())))


def _values(lines: list[str]) -> dict[str, str]:
    names = [*Options._fields, "seed", "position"]
    pairs = [line.partition(" ") for line in lines]
    found = [name for name, _, _ in pairs]
    if found not in (names, names[:-1]):
        raise NotationError("the header has the lines " + ", ".join(names) + " in this order; position may be absent")
    return {name: value for name, _, value in pairs}


def _options(values: dict[str, str]) -> Options:
    seats, target, reserved_cards, max_rounds = (values[name] for name in Options._fields)
    options = Options(_number(seats), _number(target), reserved_cards, _number(max_rounds))
    try:
        check_options(options)
    except ValueError as error:
        raise NotationError(str(error)) from None
    return options


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"not a number: {text[:40]!a}")
    return int(text)


def _seed(values: dict[str, str]) -> bytes:
    if not _SEED.fullmatch(values["seed"]):
        raise NotationError("a seed is 64 hex digits in lower case")
    return bytes.fromhex(values["seed"])


def _position(values: dict[str, str]) -> Json | None:
    if "position" not in values:
        return None
    try:
        position = json.loads(values["position"])
    except (ValueError, RecursionError):
        raise NotationError("position: not JSON") from None
    if not isinstance(position, dict):
        raise NotationError("position: not a JSON object")
    return position
