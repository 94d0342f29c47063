"""Replies to be decoded: every example of the document, and the people's side of games, told by the service's own code."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_args

from service.api.describing import CURRENT, METHODS
from service.api.games.event_replies import EVENT_MEMBERS
from service.api.openapi import document
from service.hosting.advancing import Step, advance
from service.hosting.changes import (
    AbortCause,
    Aborted,
    AbortVoted,
    Change,
    ClockAdjusted,
    Created,
    EntryChanged,
    Erased,
    HandedOver,
    InvitationsExpired,
    LeftReason,
    Resigned,
    SeatChanged,
    SeatLeft,
)
from service.hosting.events import Facts, numbered, step_events
from service.hosting.game import Game, GameOptions, GameSeat
from service.hosting.reading import Table
from service.store.games import Clock, StoredGame, TimeControl

Json = dict[str, Any]

AT = 1_798_761_600_000
ADA, GRACE = "pQ2mXv8Rz1LkT0aYw9NrE5", "pZ4nYk7Tc2VwB8uXe6MdG1"
SITS, INVITED = GameSeat("player", ADA, "Ada"), GameSeat("invited", GRACE, "Grace", expires_at=AT + 600_000)
AI = GameSeat("ai", ai_player="greedy")
OPTIONS = GameOptions("private", "as_given", False, TimeControl("fischer", 300_000, 5_000), 15, "hidden", 100, "")
NEW = Game(
    "gb7Zk3vQ1xTn0aYw9LrE5sd2c", 1, ADA, "open", OPTIONS, (), bytes(32), False, "0" * 64,
    join_code="K7QF2M9D", open_until=AT + 86_400_000,
)  # fmt: skip
OF_THE_PEOPLE = {
    "seat_offered", "seat_left", "abort_voted", "controller_changed", "game_aborted", "player_erased", "creator_erased",
    "ladder_entry_changed",
}  # fmt: skip
"""What games tell of people who come, go and do not come."""


class Sample(NamedTuple):
    """A reply, and the name of its schema."""

    schema: str
    value: Json


def samples() -> list[Sample]:
    """All of them, each once."""
    found = {json.dumps(sample, sort_keys=True): sample for sample in (*_examples(), *_games(), *_events())}
    return list(found.values())


def _examples() -> Iterator[Sample]:
    described = json.loads(document(CURRENT))

    def resolved(part: Json) -> Json:
        """The part itself, or what it refers to."""
        *_, kind, name = ["", *part.get("$ref", "").split("/")]
        return part if not kind else resolved(described["components"][kind][name])

    operations = [path[method] for path in described["paths"].values() for method in METHODS & path.keys()]
    responses = [resolved(response) for operation in operations for response in operation["responses"].values()]
    for content in (content for response in responses for content in response.get("content", {}).values()):
        schema = content["schema"].get("$ref", "").rpartition("/")[2]
        if schema:  # streams have none
            yield from (Sample(schema, resolved(one)["value"]) for one in content.get("examples", {}).values())


def _games() -> Iterator[Sample]:
    waiting = advance(NEW, Created((SITS, INVITED, GameSeat()))).after
    for game in (waiting, advance(waiting, Aborted("expired")).after):
        yield Sample("Game", _table(game).view())


def _table(game: Game) -> Table:
    clock = Clock(0, 0, ())
    return Table(game, StoredGame(game.id, 3, "5c20e6d4", b"", 9, clock, AT, AT + 1_000, 3, 0), 0, ADA)


def _events() -> Iterator[Sample]:
    """Each change on its own, with all reasons and causes."""
    waiting = advance(NEW, Created((SITS, INVITED, GameSeat())))
    yield from _told(waiting)
    changes: list[Change] = [SeatLeft(1, reason) for reason in get_args(LeftReason)]
    changes += [Aborted(cause) for cause in get_args(AbortCause)]
    changes += [SeatChanged(2, INVITED), SeatChanged(2, AI), SeatChanged(1, GameSeat()), InvitationsExpired((1,))]
    for change in changes:
        yield from _told(advance(waiting.after, change))
    running = advance(NEW, Created((SITS, GameSeat("player", GRACE, "Grace"))))
    voted = advance(running.after, AbortVoted(0))
    over = advance(running.after, Resigned(0))
    erasures = [advance(over.after, Erased(seats, True, "deleted-player-1")) for seats in ((0,), ())]
    others = [HandedOver(0, "greedy"), ClockAdjusted(0), Resigned(1, "illegal_action")]
    yield from _told(advance(over.after, EntryChanged(0, "paused")))
    agreed = advance(voted.after, AbortVoted(1))
    for step in (running, voted, agreed, over, *erasures, *(advance(running.after, change) for change in others)):
        yield from _told(step)


def _told(step: Step) -> Iterator[Sample]:
    events = step_events(step, 0, step.after.over)
    for event in numbered(events, Facts(3, "5c20e6d4", AT, 9, AT + 300_000)):
        assert event.keys() <= {"number", "tag", "version", "at", "type", *EVENT_MEMBERS[event["type"]]}
        yield Sample("Event", event)


def typescript(later: Callable[[Any], Any]) -> str:
    """The same as a program that compiles where the types have all of them, and bear what `later` makes of them.

    The compiler refuses a member that it does not know where a type is stated at the value itself, and only there.
    """
    lines = ['import type { Schemas } from "./client.js";']
    for number, (schema, value) in enumerate(samples()):
        lines.append(f'export const now{number}: Schemas["{schema}"] = {json.dumps(value)};')
        lines.append(f"const later{number} = {json.dumps(later(value))};")
        lines.append(f'export const some{number}: Schemas["{schema}"] = later{number};')
    return "\n".join(lines) + "\n"
