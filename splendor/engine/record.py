"""Reading records: replay and verify a game offline, trusting nothing the record says; docs/record.md describes it."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from splendor.engine.action_json import turn_from_json
from splendor.engine.errors import BadPosition, IllegalAction, NotationError, RecordError
from splendor.engine.fairness import commitment, seating
from splendor.engine.notation import format_turn, parse_turn
from splendor.engine.position import start_from
from splendor.engine.recording import FORMAT, RULES_VERSION, start_view
from splendor.engine.setup import check_options, deal
from splendor.engine.state import FLAGGED, OVER, RESIGNED, Options, State
from splendor.engine.steps import Exit, Step, take_step
from splendor.engine.turn import Turn
from splendor.engine.view import result_view

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


class Check(NamedTuple):
    """One thing that was verified: did it hold, and what there is to say about it."""

    name: str
    ok: bool
    message: str


class Report(NamedTuple):
    """Everything that was verified, in order."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Did all checks hold?"""
        return all(check.ok for check in self.checks)


def verify(record: object) -> Report:
    """Check a record against itself: the commitment, the seating, the deal, every action, and the result.

    Needs nothing but the record. Never raises for JSON of any kind: what is no record fails the check `record`.
    """
    try:
        script = read_record(record)
    except RecordError as error:
        return Report((Check("record", False, str(error)),))
    read = Check("record", True, FORMAT)
    return Report((read, _check_commitment(script), _check_seating(script), _check_deal(script), *_check_game(script)))


def replay(record: object) -> list[State]:
    """The states of a recorded game: the start, then one after each turn or exit of it.

    Raises RecordError for what is no record, has no seed yet, or has an entry that the rules forbid.
    """
    return _replayed(read_record(record))


def read_record(record: object) -> Script:
    """What a record says, its shape checked. Raises RecordError."""
    if not isinstance(record, Mapping):
        raise RecordError("a record is a JSON object")
    if record.get("format") != FORMAT or record.get("rules_version") != RULES_VERSION:
        raise RecordError(f"only {FORMAT} of rules version {RULES_VERSION} can be read here")
    position = _member(record, "position", dict) if "position" in record else None
    return Script(_options(_member(record, "options", dict)), _seed(record), position, _entries(record), record)


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


def _start(script: Script) -> State:
    if script.position is None:
        return deal(script.options, script.seed)
    try:
        return start_from(script.position, script.options, script.seed)
    except BadPosition as error:
        raise RecordError(f"position: {error}") from None


def _replayed(script: Script) -> list[State]:
    states = [_start(script)]
    for entry in script.entries:
        states.append(_after(states[-1], entry))
    return states


def _after(state: State, entry: Entry) -> State:
    if isinstance(entry.step, Turn) and state.phase != OVER and entry.seat != state.to_act:
        raise RecordError(f"entries/{entry.number}: it is the turn of seat {state.to_act}")
    try:
        return take_step(state, entry.step).after
    except IllegalAction as error:
        raise RecordError(f"entries/{entry.number}: {error.rule}: {error.message}") from None


def _check_commitment(script: Script) -> Check:
    published = script.record["fairness"].get("commitment")
    if published is None:
        return Check("commitment", True, "none was published: seed or position were given by the creator of the game")
    game_id = script.record.get("game_id")
    try:
        held = isinstance(game_id, str) and commitment(game_id, script.seed) == published
    except UnicodeEncodeError:
        held = False
    return Check("commitment", held, "it is that of this game id and seed" if held else "it is not that of this seed")


def _check_seating(script: Script) -> Check:
    if script.record.get("seating", "as_given") == "as_given":
        return Check("seating", True, "as given")
    order = list(seating(script.seed, script.options.seats))
    held = script.record["seating"] == "random" and script.record.get("seating_order") == order
    return Check("seating", held, f"the seed seats {order}" + ("" if held else ", the record says otherwise"))


def _check_deal(script: Script) -> Check:
    try:
        start = start_view(_start(script))
    except RecordError as error:
        return Check("deal", False, str(error))
    held = script.record.get("start", start) == start
    return Check("deal", held, "the seed deals " + ("this start" if held else "another start than was played from"))


def _check_game(script: Script) -> tuple[Check, Check]:
    try:
        states = _replayed(script)
    except RecordError as error:
        return Check("actions", False, str(error)), Check("result", False, "not reached")
    actions = Check("actions", True, f"{len(states) - 1} steps, all legal")
    return actions, _check_result(script.record.get("result"), states[-1])


def _check_result(claimed: object, end: State) -> Check:
    claim = claimed if isinstance(claimed, Mapping) else {}
    if end.phase != OVER:
        # The seed of a game is only revealed once it is over: without an end it was aborted.
        held = claim.get("reason") == "aborted"
        return Check("result", held, "aborted" if held else "the game did not come to the end that the record claims")
    due = result_view(end)
    held = {name: claim.get(name) for name in due} == due
    return Check(
        "result", held, f"{due['reason']}, won by seats {due['winners']}" + ("" if held else ": not as claimed")
    )
