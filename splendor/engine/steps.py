"""The steps a game consists of: turns (or the part of a turn that one request played) and exits."""

from typing import NamedTuple

from splendor.engine.action_json import Json
from splendor.engine.events import exit_events, ply_events
from splendor.engine.exits import flag, resign
from splendor.engine.state import FLAGGED, OVER, State
from splendor.engine.turn import Ply, Turn, play


class Exit(NamedTuple):
    """A seat goes out (H1), on its own turn or not. `status` is RESIGNED or FLAGGED."""

    seat: int
    status: int


Step = Turn | Exit


class Played(NamedTuple):
    """An applied step: whose it was, what it did, and the plies it consists of (none for an exit)."""

    step: Step
    seat: int
    before: State
    after: State
    plies: tuple[Ply, ...]


def take_step(state: State, step: Step) -> Played:
    """Apply a step. Raises IllegalAction, then nothing of the step counts."""
    if isinstance(step, Exit):
        leave = flag if step.status == FLAGGED else resign
        return Played(step, step.seat, state, leave(state, step.seat), ())
    plies = play(state, step)
    return Played(step, state.to_act, state, plies[-1].after, plies)


def step_events(played: Played, viewer: int | None, over: bool = False) -> list[Json]:
    """The events of a step as `viewer` may see them."""
    if not played.plies:
        return exit_events(played.before, played.after, played.seat)
    opened = over or played.after.phase == OVER
    return [event for ply in played.plies for event in ply_events(ply, viewer, opened)]
