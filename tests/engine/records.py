"""Records as a host puts them together, for games that were played without one."""

from collections.abc import Iterable

from splendor.engine.action_json import Json
from splendor.engine.fairness import commitment, seating
from splendor.engine.recording import FORMAT, RULES_VERSION, entry_view, start_view
from splendor.engine.state import OVER, State
from splendor.engine.steps import Step
from splendor.engine.view import result_view
from tests.engine.games import take_steps

SEED = bytes(range(32))
GAME_ID = "g17abcdefghij"


def record_view(start: State, steps: Iterable[Step], viewer: int | None, over: bool = False) -> Json:
    """The part that the rules know, as a viewer gets it while the game runs or, with `over`, once it is over."""
    played = list(take_steps(start, steps))
    end = played[-1].after if played else start
    record: Json = {
        "format": FORMAT,
        "rules_version": RULES_VERSION,
        "options": start.options._asdict(),
        "start": start_view(start),
        "entries": [entry_view(step, viewer, over or end.phase == OVER) for step in played],
    }
    return record | {"result": result_view(end)} if end.phase == OVER else record


def whole_record(start: State, steps: Iterable[Step]) -> Json:
    """A record as it is handed out once a game that was dealt from SEED is over."""
    record = record_view(start, steps, None)
    for version, entry in enumerate(record["entries"], start=2):
        entry |= {"version": version, "at": "2026-01-01T00:00:00.000Z"}
    record["entries"].insert(0, {"version": 1, "type": "created"})
    return record | {
        "game_id": GAME_ID,
        "marks": [],
        "seating": "random",
        "seating_order": list(seating(SEED, start.options.seats)),
        "seats": [{"seat": seat} for seat in range(start.options.seats)],
        "fairness": {"commitment": commitment(GAME_ID, SEED), "seed": SEED.hex()},
    }
