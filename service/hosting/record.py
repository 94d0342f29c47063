"""The record of a game: enough to replay and, once it is over, to verify it without this service (docs/record.md)."""

from typing import Any

import msgspec

from service.hosting import changes
from service.hosting.advancing import Step, played
from service.hosting.game import Game, GameSeat
from service.hosting.history import History, Moment, history
from service.hosting.host import Host
from service.hosting.instants import instant
from service.hosting.reading import Table
from service.hosting.render import fairness_view, marks_view, options_view, player_view
from splendor.engine import fairness
from splendor.engine.recording import FORMAT, entry_view, start_view
from splendor.engine.view import result_view

Json = dict[str, Any]


def record_for(host: Host, table: Table) -> Json:
    """The record as the caller may see it."""
    return record_of(table.game, history(host, table.game, table.stored), table.viewer)


def record_of(game: Game, moments: History, viewer: int | None) -> Json:
    """The record of a game whose moments are known."""
    options = options_view(game.options)
    seating = options.pop("seating")
    record: Json = {
        "format": FORMAT,
        "rules_version": game.rules_version,
        "game_id": game.id,
        "options": {"seats": len(game.seats), **options},
        "marks": marks_view(game),
        "seating": seating,
        "seats": [{"seat": number, **_seat(seat)} for number, seat in enumerate(game.seats)],
        "entries": _entries(moments, viewer, game.over),
        "fairness": fairness_view(game, game.over),
    }
    return record | _seating(game) | _start(moments) | _end(game)


def _seat(seat: GameSeat) -> Json:
    """Who sat there; of a game that never started, whom it waited for."""
    shown = player_view(seat)
    shown.pop("expires_at", None)
    return shown


def _seating(game: Game) -> Json:
    """What the seed has drawn, once it is known who sits where; of an aborted game what it would have drawn."""
    if game.options.seating != "random" or game.status == "open":
        return {}
    return {"seating_order": list(fairness.seating(game.seed, len(game.seats)))}


def _start(moments: History) -> Json:
    started = next((moment.step.after for moment in moments if moment.step.after.state is not None), None)
    return {"start": start_view(started.running)} if started else {}


def _end(game: Game) -> Json:
    if not game.over:
        return {}
    known: Json = {"position": msgspec.json.decode(game.position)} if game.position else {}
    if game.status == "aborted":
        return known | {"result": {"reason": "aborted", "winners": [], "ranking": []}}
    return known | {"result": result_view(game.running)}


def _entries(moments: History, viewer: int | None, over: bool) -> list[Json]:
    return [_entry(moment, viewer, over) for moment in moments if not _untold(moment.step)]


def _untold(step: Step) -> bool:
    """What a replay of the game does not need: the lobby, votes that did not end it, and what came after its end."""
    change = step.change
    vote = isinstance(change, changes.AbortVoted) and not step.after.over
    return vote or isinstance(change, (*changes.LOBBY, changes.EntryChanged, changes.Erased))


def _entry(moment: Moment, viewer: int | None, over: bool) -> Json:
    facts = moment.facts
    return {"version": facts.version, "at": instant(facts.at), **_what(moment.step, viewer, over)}


def _what(step: Step, viewer: int | None, over: bool) -> Json:
    change = step.change
    match change:
        case changes.TakenOver() | changes.HandedOver():
            return {"type": "controller_change", "seat": change.seat, "ai_player": change.ai_player}
        case changes.ClockAdjusted() | changes.ClockAdvanced():
            return {"type": "clock_adjustment", "seat": change.seat}
        case changes.TurnPlayed() | changes.Resigned() | changes.Flagged():
            return entry_view(played(step), viewer, over)
        case _:
            return {"type": "abort"}
