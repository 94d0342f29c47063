"""The log, earlier positions and the record of a game."""

import re
from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.fields import Text
from service.api.games.call_table import table_of, view_bytes
from service.api.games.event_replies import EventPageSchema
from service.api.games.examples import EVENT_PAGES, GAME_STREAM, RECORDS, VIEWS
from service.api.games.record_replies import GameRecordSchema
from service.api.games.replies import GameSchema
from service.api.schema import Schema
from service.api.streaming import begin, place_of, resumed, resync, snapshot
from service.api.waiting import event_limit, longest_wait, wait_for, waits
from service.hosting.reading import EventPage, Table, events_after, load_table, resync_at, view_at
from service.hosting.record import record_for
from service.streaming.game_feed import to_the_end

blueprint = Blueprint("History", __name__, url_prefix="/v1", description="What has happened in a game.")


class EventsQuery(Schema):
    """From where, and how long to wait."""

    after = Text(
        "Number of the last event that is known, alone or as `number-tag`; 0 for all.",
        18,
        "7-3f9ac1d2",
        pattern="^[0-9]{1,9}(-[0-9a-f]{8})?$",
        load_default="0",
    )
    limit = event_limit()
    wait_ms = longest_wait()


@blueprint.route("/games/<game_id>/events")
class Events(Resource):
    """The numbered log of a game."""

    @blueprint.operation(
        "listEvents",
        summary="Read the log",
        description=(
            "Events behind `after`, numbered without gaps and alike for all viewers. With `wait_ms` the request waits"
            " until there is one. Where the caller's place does not exist (any more) there is `resync` instead: read the"
            " game again and go on from its `last_event`. A page has no ETag: `after` says what the caller has.\n\n"
            "With `Accept: text/event-stream` the log becomes a stream (docs/events.md): the view first, as `snapshot`,"
            " unless Last-Event-ID or `after` say where to go on; then each event as it happens, under the id"
            " `number-tag`; `resync` where the caller's place does not exist; `end` behind the last event of a game that"
            " is over. Who is there already gets 204, which ends a browser's attempts."
        ),
        query=EventsQuery,
        reply=EventPageSchema,
        auth="optional",
        game=True,
        stream=GAME_STREAM,
        problems=("too-many-waiters",),
        reply_examples=EVENT_PAGES,
    )
    def get(self, call: Call) -> Reply:
        """A page of the log, perhaps after a while."""
        table = table_of(call)
        if call.streams:
            return _stream(call, table)
        number, tag = _place(call.query["after"])
        page = events_after(call.services, table, number, tag, call.query["limit"])
        if waits(call) and not _told(table, page):
            _, page = wait_for(call, call.game.id, lambda _: _look(call, number, tag), lambda seen: _told(*seen))
        return Reply(_as_json(page))


@blueprint.route("/games/<game_id>/positions/<version>")
class Positions(Resource):
    """The game at an earlier version."""

    @blueprint.operation(
        "getPosition",
        summary="See an earlier version",
        description=(
            "The view for the caller as it was then; once the game is over nothing in it is hidden, and its ETag is"
            " another one, with `-over` at its end."
        ),
        reply=GameSchema,
        auth="optional",
        game=True,
        conditional=True,
        problems=("version-not-found",),
        reply_examples=VIEWS,
    )
    def get(self, call: Call, version: str) -> Reply:
        """The view at that version."""
        number = int(version) if re.fullmatch(r"[1-9][0-9]{0,8}", version, re.ASCII) else 0
        table = table_of(call)
        view = view_at(call.services, table, number)
        return Reply(view, etag=f"{view['etag']}-over" if table.game.over else view["etag"])


@blueprint.route("/games/<game_id>/record")
class Record(Resource):
    """The whole game, to keep."""

    @blueprint.operation(
        "getRecord",
        summary="Get the record",
        description=(
            "Options, seats and every action, as JSON and in notation. Once the game is over also seed and start position:"
            " `splendor verify` then replays and verifies it offline."
        ),
        reply=GameRecordSchema,
        auth="optional",
        game=True,
        conditional=True,
        reply_examples=RECORDS,
    )
    def get(self, call: Call) -> Reply:
        """The record."""
        return Reply(record_for(call.services, table_of(call)), etag=call.game.etag)


def _stream(call: Call, table: Table) -> Reply:
    """The log as a stream, from where the caller is."""
    stored, place = table.stored, place_of(call, call.query["after"])
    if place is None:
        first = snapshot(view_bytes(call), stored.last_event, stored.tag)
    elif place.garbled:
        first = resync(resync_at(table), stored.last_event, stored.tag)
    elif table.game.over and place.number == stored.last_event and place.tag in ("", stored.tag):
        return Reply(None, 204, cache="no-store")
    else:
        first = resumed(place)
    if table.game.over:
        first = to_the_end(call.services, table, first)
    return begin(call, stored.id, first, (stored.version, stored.tag))


def _place(after: str) -> tuple[int, str]:
    number, _, tag = after.partition("-")
    return int(number), tag


def _look(call: Call, number: int, tag: str) -> tuple[Table, EventPage]:
    table = _reload(call)
    return table, events_after(call.services, table, number, tag, call.query["limit"])


def _told(table: Table, page: EventPage) -> bool:
    """Whether there is something to tell, or never will be."""
    return bool(page.items) or page.resync is not None or table.game.over


def _reload(call: Call) -> Table:
    """The game as it is now. Raises Refused where it is private, and the caller not one of its people any more."""
    table = load_table(call.services, call.game.id, call.player_id)
    if not table.game.visible_to(call.player_id):
        raise Refused("game-not-found")
    return table


def _as_json(page: EventPage) -> dict[str, Any]:
    shown: dict[str, Any] = {"items": page.items, "last": page.last}
    return shown | ({"resync": page.resync} if page.resync else {})
