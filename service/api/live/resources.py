"""The log of all that happens to the caller, and the inbox."""

import time
from collections.abc import Collection, Sequence
from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.live.cursor import from_cursor, to_cursor
from service.api.live.examples import LOG_STREAM, LOGS, TURNS
from service.api.live.log_stream import log_stream
from service.api.live.schemas import LogQuery, PlayerEventPage, TurnList, TurnsQuery
from service.api.waiting import wait_for, waits
from service.hosting.inbox import Inbox, Turn
from service.hosting.telling import LogPage, listen, log_after
from service.store.keys import is_game_id

blueprint = Blueprint(
    "Live", __name__, url_prefix="/v1", description="What happens to the caller, in all games at once."
)
blueprints = (blueprint,)

ADDED = "log"
"""What is heard of the log that was added to."""


@blueprint.route("/players/me/events")
class PlayerEvents(Resource):
    """The caller's own log."""

    @blueprint.operation(
        "listMyEvents",
        summary="Read the caller's log",
        description=(
            "One numbered log of all that happens in the caller's games and invitations, in the order in which it was"
            " told. It begins with the first call and holds what happens from then on; the oldest entries go when there"
            " are too many, all of them after 30 days without a new one. Each item is an event as the log of its game has"
            " it for the caller. One may come twice, under two numbers: game and number there tell. With `wait_ms` the"
            " request waits until there is one. Where the caller's place does not exist (any more) there is `resync`"
            " instead: read your games again and go on from its `last`. Items of games that are gone are left out.\n\n"
            "With `Accept: text/event-stream` the log becomes a stream (docs/events.md): `last` and the caller's present"
            " games first, as `snapshot`, unless Last-Event-ID or `after` say where to go on; then each item as it comes,"
            " under the id `number-mark`; `resync` where the caller's place does not exist."
        ),
        query=LogQuery,
        reply=PlayerEventPage,
        bucket="game",
        stream=LOG_STREAM,
        problems=("too-many-waiters", "archive-unavailable", "store-full"),
        reply_examples=LOGS,
    )
    def get(self, call: Call) -> Reply:
        """A page of the log, perhaps after a while."""
        listen(call.services, call.player_id)
        if call.streams:
            return log_stream(call, call.query["after"])
        page = _read_log(call)
        if waits(call) and not _told(page):
            page = wait_for(call, call.player_id, _LogLook(call, page), _told)
        shown: dict[str, Any] = {"items": [item.shown() for item in page.items], "last": page.last}
        return Reply(shown | ({"resync": {"last": page.last}} if page.resync else {}))


@blueprint.route("/players/me/turns")
class Turns(Resource):
    """The caller's inbox."""

    @blueprint.operation(
        "listMyTurns",
        summary="Where the caller has to act",
        description=(
            "Every running game in which it is the caller's turn, oldest deadline first. Without `after` all of them are"
            " told, page by page: the `cursor` of each answer leads to the next one. With `after` only turns that began,"
            " or whose game changed, since it told of them; and with `wait_ms` the request waits until there is one. A"
            " committed turn is in the next read at once. A turn that still waits after 60 s is told again, so a lost"
            " answer costs a minute at most. One connection serves any number of games; of more than 300 that wait at a"
            " time some may be told again sooner. Each read looks at all running games of the caller."
        ),
        query=TurnsQuery,
        reply=TurnList,
        bucket="game",
        problems=("too-many-waiters",),
        reply_examples=TURNS,
    )
    def get(self, call: Call) -> Reply:
        """The turns, perhaps after a while."""
        look = _TurnsLook(call)
        found = look(None)
        if not found and "after" in call.query and waits(call):
            found = wait_for(call, call.player_id, look, len)
        return look.reply(found[: call.query["limit"]])


def _read_log(call: Call) -> LogPage:
    number, _, tag = call.query["after"].partition("-")
    return log_after(call.services, call.player_id, int(number), tag, call.query["limit"])


def _told(page: LogPage) -> bool:
    return bool(page.items) or page.resync


class _LogLook:
    """Reads the log again where it was added to; a commit wakes the player before it is told."""

    def __init__(self, call: Call, page: LogPage) -> None:
        self._call, self._page = call, page

    def __call__(self, heard: Collection[str] | None) -> LogPage:
        if heard is None or ADDED in heard:
            self._page = _read_log(self._call)
        return self._page


class _TurnsLook:
    """Reads those games again that something was heard of."""

    def __init__(self, call: Call) -> None:
        self._call, after = call, call.query.get("after")
        self._told = from_cursor(after, call.player_id, int(time.time())) if after is not None else {}
        self._inbox = Inbox(call.services, call.player_id)

    def __call__(self, heard: Collection[str] | None) -> list[Turn]:
        self._inbox.read(None if heard is None else filter(is_game_id, heard))
        return self._inbox.untold(self._told, int(time.time()))

    def reply(self, turns: Sequence[Turn]) -> Reply:
        """The answer that tells of these turns."""
        now_s = int(time.time())
        include = self._call.query.get("include", "").split(",")
        cursor = to_cursor(self._inbox.known(self._told, turns, now_s), self._call.player_id, now_s)
        return Reply({"items": [turn.shown(include) for turn in turns], "cursor": cursor})
