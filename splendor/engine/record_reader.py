"""Reading records (docs/record.md): their shape, and the steps of the game. What they claim is checked elsewhere."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from splendor.engine.action_json import turn_from_json
from splendor.engine.errors import NotationError, RecordError
from splendor.engine.notation import format_turn, parse_turn
from splendor.engine.recording import FORMAT, RULES_VERSION
from splendor.engine.setup import check_options
from splendor.engine.state import FLAGGED, RESIGNED, Options
from splendor.engine.steps import Exit, Step
from splendor.engine.turn import Turn

Value = TypeVar("Value")
_EXITS = {"resignation": RESIGNED, "flag": FLAGGED}
_SEED = re.compile(r"[0-9a-f]{64}")


class Entry(NamedTuple):
    """A step of a record: its number in `entries`, whose it is said to be, and what was done."""

    number: int
    seat: int
    step: Step


class Script(NamedTuple):
    """What a record says the game was dealt from, and its steps."""

    options: Options
    seed: bytes
    position: Mapping[str, Any] | None
    entries: tuple[Entry, ...]
    record: Mapping[str, Any]
    """The record itself, for what is only compared."""
    marks: tuple[str, ...] = ()
    """What sets the game apart; those that are not known here are passed over."""


def read_record(record: object) -> Script:
    """What a record says, its shape checked. Raises RecordError."""
    if not isinstance(record, Mapping):
        raise RecordError("a record is a JSON object")
    if record.get("format") != FORMAT or record.get("rules_version") != RULES_VERSION:
        raise RecordError(f"only {FORMAT} of rules version {RULES_VERSION} can be read here")
    position = _member(record, "position", dict) if "position" in record else None
    options = _options(_member(record, "options", dict))
    return Script(options, _seed(record), position, _entries(record), record, _marks(record))


def _member(of: Mapping[str, Any], name: str, kind: type[Value]) -> Value:
    value = of.get(name)
    # Not isinstance: true is no number.
    if type(value) is not kind:
        raise RecordError(f"{name}: {'missing' if name not in of else 'not a value of the right kind'}")
    return value


def _options(given: Mapping[str, Any]) -> Options:
    seats, target, max_rounds = (_member(given, name, int) for name in ("seats", "target_prestige", "max_rounds"))
    options = Options(seats, target, _member(given, "reserved_cards", str), max_rounds)
    try:
        check_options(options)
    except ValueError as error:
        raise RecordError(f"options: {error}") from None
    return options


def _marks(record: Mapping[str, Any]) -> tuple[str, ...]:
    marks = _member(record, "marks", list) if "marks" in record else []
    if not all(isinstance(mark, str) for mark in marks):
        raise RecordError("marks: a mark is text")
    return tuple(marks)


def _seed(record: Mapping[str, Any]) -> bytes:
    fairness = _member(record, "fairness", dict)
    if "seed" not in fairness:
        raise RecordError("fairness: the seed is not revealed yet, it will be once the game is over")
    text = _member(fairness, "seed", str)
    if not _SEED.fullmatch(text):
        raise RecordError("fairness: a seed is 64 hex digits in lower case")
    return bytes.fromhex(text)


def _entries(record: Mapping[str, Any]) -> tuple[Entry, ...]:
    entries, version = [], 0
    for index, given in enumerate(_member(record, "entries", list)):
        try:
            entry, version = _entry(index, given, version)
        except (RecordError, NotationError, ValueError) as error:
            raise RecordError(f"entries/{index}: {error}") from None
        entries += [entry] if entry else []
    return tuple(entries)


def _entry(index: int, given: object, after: int) -> tuple[Entry | None, int]:
    """The step of an entry, None for one that is no step of the game (a hand-over, a clock), and its version."""
    if not isinstance(given, Mapping):
        raise RecordError("an entry is a JSON object")
    version = _member(given, "version", int) if "version" in given else after + 1
    if version <= after:
        raise RecordError("versions rise from entry to entry")
    kind = _member(given, "type", str)
    if kind == "turn":
        return Entry(index, _member(given, "seat", int), _turn(given)), version
    if kind in _EXITS:
        seat = _member(given, "seat", int)
        return Entry(index, seat, Exit(seat, _EXITS[kind])), version
    return None, version


def _turn(given: Mapping[str, Any]) -> Turn:
    """The turn of an entry, from its action or its notation; where it has both they have to agree."""
    if "action" not in given:
        return parse_turn(_member(given, "notation", str))
    turn = turn_from_json(_member(given, "action", dict))
    if "notation" in given and given["notation"] != format_turn(turn):
        raise RecordError(f"the action is {format_turn(turn)}, the notation says otherwise")
    return turn
