"""What a change does to the clocks.

Python only says whose time ends and whose begins: the amounts are computed in the commit script, by the store's time (H6).
"""

from service.hosting.advancing import Step
from service.hosting.changes import (
    LOBBY,
    AbortVoted,
    ClockAdjusted,
    ClockAdvanced,
    EntryChanged,
    Erased,
    HandedOver,
    TakenOver,
    TurnPlayed,
)
from service.hosting.game import Game
from service.store.games import ClockStep

RUNS_ON = ClockStep()
STOPS = ClockStep(keep=False)


def timed(game: Game) -> bool:
    """True where the game has a time control."""
    return game.options.time_control.kind != "none"


def clock_step(step: Step) -> ClockStep:
    """What the commit of this step has to do with deadline and banks."""
    before, change, after, _ = step
    if isinstance(change, ClockAdjusted | ClockAdvanced | EntryChanged | Erased):
        return RUNS_ON
    if after.status != "playing":
        return STOPS if after.over else RUNS_ON
    if isinstance(change, LOBBY):
        return ClockStep(start=_timed_seat(after), keep=False)
    if isinstance(change, TakenOver | HandedOver):
        return STOPS if change.seat == after.running.to_act else RUNS_ON
    if isinstance(change, AbortVoted):
        return RUNS_ON
    return _turn_step(before, after, completed=isinstance(change, TurnPlayed))


def opening_banks(step: Step) -> tuple[int, ...]:
    """The banks in milliseconds that a game starts with; empty where this step does not start it."""
    starts = step.before.state is None and step.after.state is not None
    if not starts or not timed(step.after):
        return ()
    return (step.after.options.time_control.initial_ms,) * len(step.after.seats)


def _turn_step(before: Game, after: Game, completed: bool) -> ClockStep:
    """A new turn starts the next clock; a further phase of the same turn leaves it running (H6).

    Who goes out completes no turn: what the seat had left stays as it was, and no increment is added.
    """
    if after.running.turn == before.running.turn:
        return RUNS_ON
    return ClockStep(spend=_timed_seat(before) if completed else -1, start=_timed_seat(after), keep=False)


def _timed_seat(game: Game) -> int:
    seat = game.running.to_act
    return -1 if not timed(game) or game.seats[seat].controlled_by_ai else seat
