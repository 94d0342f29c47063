"""Loading a game for a caller, and what a caller may ask of it without changing it."""

from typing import Any, NamedTuple

from service.hosting.errors import VersionNotFound
from service.hosting.events import Event
from service.hosting.game import CODEC, Game
from service.hosting.history import History, Moment, history, stored_at
from service.hosting.host import Host
from service.hosting.render import View, game_view
from service.store.errors import NotFound
from service.store.games import StoredGame

MOST_EVENTS_AFTER_CONFLICT = 50


class Table(NamedTuple):
    """A game as one caller sees it: the game, the facts of its present version, and the caller's seat and id, if any."""

    game: Game
    stored: StoredGame
    viewer: int | None
    player_id: str = ""

    def view(self) -> View:
        """The present view."""
        return _seen_by(self, self.game, self.stored)


class EventPage(NamedTuple):
    """A page of the numbered log. `resync` is given where the caller's place in it does not exist (any more)."""

    items: list[Event]
    last: int
    resync: View | None


def open_table(stored: StoredGame, player_id: str) -> Table:
    """The table for a player, or for a spectator where the id is empty."""
    game: Game = CODEC.decode(stored.blob)
    return Table(game, stored, game.seat_of(player_id), player_id)


def load_table(host: Host, game_id: str, player_id: str) -> Table:
    """Reads a game. Raises the store's NotFound."""
    stored = host.games.read(game_id)
    if stored is None:
        raise NotFound("there is no such game")
    return open_table(stored, player_id)


def moment_at(host: Host, table: Table, version: int) -> Moment:
    """One commit of the game. Raises VersionNotFound."""
    if not 1 <= version <= table.stored.version:
        raise VersionNotFound(f"This game has versions 1 to {table.stored.version}.")
    return history(host, table.game, table.stored)[version - 1]


def view_at(host: Host, table: Table, version: int) -> View:
    """The view at an earlier version, by the same function as the live one. Raises VersionNotFound.

    The caller's seat is that of the time: before the start it may have been another one, or none.
    """
    moment = moment_at(host, table, version)
    return _seen_by(table, moment.step.after, stored_at(moment, table.stored))


def events_at(host: Host, table: Table, version: int) -> list[Event]:
    """The events of one commit. Raises VersionNotFound."""
    return moment_at(host, table, version).events(table.viewer, table.game.over)


def events_after(host: Host, table: Table, after: int, tag: str, limit: int) -> EventPage:
    """Up to `limit` events behind number `after`. With `tag`, event `after` must carry it."""
    last = table.stored.last_event
    if after == 0 and not tag:
        return EventPage(_slice(history(host, table.game, table.stored), table, 0, limit), last, None)
    if after > last:
        return EventPage([], last, resync_at(table))
    if after == last and tag in ("", table.stored.tag):
        return EventPage([], last, None)
    moments = history(host, table.game, table.stored)
    if tag and _tag_of(moments, after) != tag:
        return EventPage([], last, resync_at(table))
    return EventPage(_slice(moments, table, after, limit), last, None)


def since_version(host: Host, table: Table, version: int, tag: str) -> dict[str, Any]:
    """What a caller whose If-Match is not current has missed, as a member for the refusal."""
    if not 1 <= version < table.stored.version:
        return {"resync": resync_at(table)}
    moments = history(host, table.game, table.stored)
    seen = moments[version - 1].facts
    if seen.tag != tag or table.stored.last_event - seen.last_event > MOST_EVENTS_AFTER_CONFLICT:
        return {"resync": resync_at(table)}
    return {"events": _slice(moments, table, seen.last_event, MOST_EVENTS_AFTER_CONFLICT)}


def _seen_by(table: Table, game: Game, stored: StoredGame) -> View:
    """The view of the game at one of its versions, with the code that opens it to others, which its creator alone sees."""
    view = game_view(game, stored, game.seat_of(table.player_id), table.game.over)
    if game.opens_to(table.player_id):
        view["join_code"] = game.join_code
    return view


def _slice(moments: History, table: Table, after: int, limit: int) -> list[Event]:
    found: list[Event] = []
    for moment in moments:
        if moment.facts.last_event <= after:
            continue
        found += [e for e in moment.events(table.viewer, table.game.over) if e["number"] > after]
        if len(found) >= limit:
            break
    return found[:limit]


def _tag_of(moments: History, number: int) -> str:
    """The tag of the commit that event `number` belongs to; every commit has at least one."""
    return next(moment.facts.tag for moment in moments if moment.facts.last_event >= number) if number else ""


def resync_at(table: Table) -> View:
    """What is told to a caller whose place in the log does not exist (any more)."""
    stored = table.stored
    return {"version": stored.version, "etag": stored.etag, "last_event": stored.last_event}
