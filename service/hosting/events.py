"""The numbered log of a game, as a viewer sees it: a function of the steps, cut by the engine's view."""

from typing import Any, NamedTuple

from service.hosting import changes
from service.hosting.advancing import Step, played
from service.hosting.game import Game
from service.hosting.instants import instant
from service.hosting.lobby_events import lobby_events, seating
from service.hosting.render import player_view
from service.store.games import StoredGame
from splendor.engine import steps
from splendor.engine.events import start_events

Event = dict[str, Any]


class Facts(NamedTuple):
    """What the commit script decided: version, tag, time, number of the last event, deadline it left (ms, 0: none)."""

    version: int
    tag: str
    at: int
    last_event: int
    deadline: int


def facts_of(stored: StoredGame) -> Facts:
    """The facts of the commit that made this version."""
    return Facts(stored.version, stored.tag, stored.updated_at, stored.last_event, stored.clock.deadline)


def step_events(step: Step, viewer: int | None, over: bool) -> list[Event]:
    """The events of a step for a viewer, not numbered yet. Their number and types are the same for all viewers."""
    events = _happened(step, viewer, over)
    if step.after.status != "aborted" or step.before.status == "aborted":
        return events
    # Who goes out may complete the agreement of the others: the turn that would follow never begins.
    return [*(event for event in events if event["type"] != "turn_started"), _game_aborted(step.change)]


def _happened(step: Step, viewer: int | None, over: bool) -> list[Event]:
    match step.change:
        case changes.TurnPlayed() | changes.Resigned() | changes.Flagged():
            events = steps.step_events(played(step), viewer, over)
            return _with_cause(events, step.change) if isinstance(step.change, changes.Resigned) else events
        case changes.Created():
            before_start = [_game_created(step.after), *map(seating, range(9), step.change.seats)]
        case changes.SeatTaken() | changes.SeatLeft() | changes.SeatChanged() | changes.InvitationsExpired():
            before_start = lobby_events(step.before, step.change)
        case _:
            return _of_the_host(step.change)
    return [*before_start, *_started(step, viewer, over)]


def _with_cause(events: list[Event], change: changes.Resigned) -> list[Event]:
    """A seat that was put out says why, before whatever follows from it."""
    return [events[0] | {"cause": change.cause}, *events[1:]] if change.cause else events


def numbered(events: list[Event], facts: Facts) -> list[Event]:
    """The same events with number, tag, version and time, in place before their own members."""
    first = facts.last_event - len(events) + 1
    at = instant(facts.at)
    result = [
        {"number": first + n, "tag": facts.tag, "version": facts.version, "at": at, **event}
        for n, event in enumerate(events)
    ]
    if facts.deadline and result[-1]["type"] in ("turn_started", "clock_adjusted"):
        result[-1]["deadline_at"] = instant(facts.deadline)
    return result


def _of_the_host(change: changes.Change) -> list[Event]:
    match change:
        case changes.TakenOver(seat, ai_player) | changes.HandedOver(seat, ai_player):
            return [{"type": "controller_changed", "seat": seat, "controller": "ai", "ai_player": ai_player}]
        case changes.ClockAdjusted(seat) | changes.ClockAdvanced(seat):
            return [{"type": "clock_adjusted", "seat": seat}]
        case changes.AbortVoted(seat):
            return [{"type": "abort_voted", "seat": seat}]
        case changes.EntryChanged(seat, status):
            return [{"type": "ladder_entry_changed", "seat": seat, "status": status}]
        case changes.Erased(seats):
            return [{"type": "player_erased", "seat": seat} for seat in seats] or [{"type": "creator_erased"}]
        case _:
            return []


def _game_aborted(change: changes.Change) -> Event:
    """The cause is told where nobody at the table has agreed to it."""
    cause = change.cause if isinstance(change, changes.Aborted) else "agreed"
    return {"type": "game_aborted", "cause": cause}


def _game_created(game: Game) -> Event:
    event: Event = {"type": "game_created", "seat_count": len(game.seats)}
    return event | ({"creator_id": game.creator} if game.creator else {})


def _started(step: Step, viewer: int | None, over: bool) -> list[Event]:
    """The start tells who sits where: a random seating has only just been drawn."""
    if step.after.state is None:
        return []
    started, *rest = start_events(step.after.state, viewer, over)
    for shown, seat in zip(started["seats"], step.after.seats, strict=True):
        shown.update(player_view(seat))
    return [started, *rest]
