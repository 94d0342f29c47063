"""Records: replay and verify a game offline, trusting nothing the record says; docs/record.md describes it."""

from typing import NamedTuple

from splendor.engine.errors import BadPosition, IllegalAction, RecordError
from splendor.engine.fairness import commitment, seating
from splendor.engine.position import start_from
from splendor.engine.record_reader import Entry, Script, read_record
from splendor.engine.recording import CHOSEN_DEAL, FORMAT, FROM_POSITION, start_view
from splendor.engine.setup import deal
from splendor.engine.state import OVER, State
from splendor.engine.steps import take_step
from splendor.engine.turn import Turn
from splendor.engine.view import result_view


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


def verify(record: object, noted: str | None = None) -> Report:
    """Check a record against itself: the commitment, the seating, the deal, every action, and the result.

    `noted` is the commitment (64 hex digits) as it was seen at the game's creation. Without it the seed is held
    against what the record itself says was published, and whoever wrote the record could have changed both. Never
    raises for JSON of any kind: what is no record fails the check `record`.
    """
    try:
        script = read_record(record)
    except RecordError as error:
        return Report((Check("record", False, str(error)),))
    fair = _check_commitment(script) if noted is None else _check_noted(script, noted.lower())
    read = Check("record", True, FORMAT)
    return Report((read, fair, _check_seating(script), _check_deal(script), *_check_game(script)))


def replay(record: object) -> list[State]:
    """The states of a recorded game: the start, then one after each turn or exit of it.

    Raises RecordError for what is no record, has no seed yet, or has an entry that the rules forbid.
    """
    return _replayed(read_record(record))


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
    """Does the record fit its own commitment, or say why it has none? Whether that is what was published is unknown."""
    published, chosen = script.record["fairness"].get("commitment"), CHOSEN_DEAL & set(script.marks)
    if published is None:
        marks = f"none; the record is marked {', '.join(sorted(chosen))}: its creator chose the deal"
        return Check("commitment", bool(chosen), marks if chosen else "there is none, nor a mark that says why")
    if chosen:
        return Check("commitment", False, "there is one, though the marks say that the creator chose the deal")
    held = published == _commitment(script)
    said = "the seed fits the one in this record; was it noted at creation, compare it too (--commitment)"
    return Check("commitment", held, said if held else "it is not that of this game id and seed")


def _check_noted(script: Script, noted: str) -> Check:
    """Is the commitment that was noted at creation that of this game?"""
    if script.position is not None or noted != _commitment(script):
        return Check("commitment", False, "the one that was noted is not that of this game id, seed and deal")
    held = script.record["fairness"].get("commitment") == noted
    return Check("commitment", held, "the one that was noted" if held else "the record has another than was noted")


def _commitment(script: Script) -> str | None:
    """The commitment to the seed of a record, None where no game can have its id."""
    game_id = script.record.get("game_id")
    try:
        return commitment(game_id, script.seed) if isinstance(game_id, str) else None
    except UnicodeEncodeError:
        return None


def _check_seating(script: Script) -> Check:
    given = script.record.get("seating")
    if given == "as_given":
        return Check("seating", True, "as given")
    order = list(seating(script.seed, script.options.seats))
    held = given == "random" and script.record.get("seating_order") == order
    return Check("seating", held, f"the seed seats {order}" + ("" if held else ", the record says otherwise"))


def _check_deal(script: Script) -> Check:
    if (script.position is not None) != (FROM_POSITION in script.marks):
        return Check("deal", False, f"a position and the mark {FROM_POSITION} go together")
    try:
        start = start_view(_start(script))
    except RecordError as error:
        return Check("deal", False, str(error))
    if "start" not in script.record and _is_aborted(script) and not script.entries:
        return Check("deal", True, "there was none: aborted before the start")
    held = script.record.get("start") == start
    return Check("deal", held, "the seed deals " + ("this start" if held else "another start than was played from"))


def _is_aborted(script: Script) -> bool:
    claim = script.record.get("result")
    return isinstance(claim, dict) and claim.get("reason") == "aborted"


def _check_game(script: Script) -> tuple[Check, Check]:
    try:
        states = _replayed(script)
    except RecordError as error:
        return Check("actions", False, str(error)), Check("result", False, "not reached")
    actions = Check("actions", True, f"{len(states) - 1} steps, all legal")
    return actions, _check_result(script, states[-1])


def _check_result(script: Script, end: State) -> Check:
    if end.phase != OVER:
        # The seed of a game is only revealed once it is over: without an end it was aborted.
        held = _is_aborted(script)
        return Check("result", held, "aborted" if held else "the game did not come to the end that the record claims")
    claimed, due = script.record.get("result"), result_view(end)
    held = isinstance(claimed, dict) and {name: claimed.get(name) for name in due} == due
    return Check(
        "result", held, f"{due['reason']}, won by seats {due['winners']}" + ("" if held else ": not as claimed")
    )
