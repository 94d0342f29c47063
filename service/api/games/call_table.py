"""From a call to hosting's table and back: what the operations on a game have in common."""

from typing import Any

from service.api import auth
from service.api.call import Call, Reply
from service.api.encoding import encode
from service.api.idempotency import made_meanwhile
from service.hosting.abort_game import check_abort_right
from service.hosting.committing import Outcome
from service.hosting.reading import Table, events_at, load_table, open_table, since_version, view_at
from service.hosting.submit_action import check_right
from service.store.players import Player

MOST_VIEWS = 1_000
"""How many encoded views a process keeps; of one more all of them are forgotten."""

_views: dict[tuple[str, int, str, str], bytes] = {}


def table_of(call: Call) -> Table:
    """The table as it was read for this call."""
    if call.opened is None:
        call.opened = open_table(call.game, call.player_id)
    table: Table = call.opened
    return table


def view_bytes(call: Call) -> bytes:
    """The present view for the caller, encoded; rendered once a process for each version of a game and each player."""
    stored = call.game
    key = (stored.id, stored.version, stored.tag, call.player_id)
    body = _views.get(key)
    if body is None:
        body = encode(table_of(call).view())
        if len(_views) >= MOST_VIEWS:
            _views.clear()
        _views[key] = body
    return body


def seated(call: Call) -> None:
    """Refuses a caller without a seat (403)."""
    check_right(table_of(call))


def may_abort(call: Call) -> None:
    """Refuses those who have no say in whether the game goes on (403)."""
    check_abort_right(table_of(call), call.player_id)


def player_of(call: Call) -> Player:
    """The player behind the token, who from now on counts as used. Raises Refused where it is gone."""
    player = call.services.players.get(call.player_id)
    if player is None:
        raise auth.invalid()
    call.services.players.touch(player.id)
    return player


def overtaken(call: Call) -> dict[str, Any]:
    """What a caller with an old If-Match has missed."""
    version, tag = call.match or (0, "")
    return since_version(call.services, table_of(call), version, tag)


def played(call: Call, outcome: Outcome) -> Reply:
    """The reply to a change: view and events, or those of the earlier commit where this was a repetition."""
    if outcome.replayed:
        call.replayed = True
        return at_version(call, outcome.stored.version)
    table = Table(outcome.game, outcome.stored, outcome.game.seat_of(call.player_id), call.player_id)
    return Reply({"game": table.view(), "events": outcome.events(table.viewer)}, etag=outcome.stored.etag)


def replayed(call: Call) -> Reply:
    """The first success again, rendered for its version."""
    return at_version(call, call.replay.version if call.replay else 0)


def at_version(call: Call, version: int) -> Reply:
    """View and events of one commit."""
    stored = call.services.games.read(call.game.id) or call.game
    table = open_table(stored, call.player_id)
    game = view_at(call.services, table, version)
    return Reply({"game": game, "events": events_at(call.services, table, version)}, etag=game["etag"])


def settled(call: Call, outcome: Outcome | None) -> Reply:
    """The reply to a request that may have asked for what is so already."""
    if outcome is not None:
        return played(call, outcome)
    if made_meanwhile(call):
        call.replayed = True
        return replayed(call)
    return unchanged(load_table(call.services, call.game.id, call.player_id))


def unchanged(table: Table) -> Reply:
    """The reply where nothing has changed."""
    return Reply({"game": table.view(), "events": []}, etag=table.stored.etag)
