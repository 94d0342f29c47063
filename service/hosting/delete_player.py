"""Deleting an account: tokens at once, then game after game (B24).

The intent is noted before anything is taken away, and every step may be repeated, by any process.
"""

import contextlib
import logging

from service.hosting.advancing import advance
from service.hosting.changes import Aborted, Change, Resigned, SeatLeft
from service.hosting.committing import Terms, at_newest, commit, own_request
from service.hosting.erase_archived import erase_archived
from service.hosting.erasing import erasure
from service.hosting.game import Game
from service.hosting.host import Host
from service.hosting.ladders.entering import leave_all_ladders
from service.hosting.ladders.errors import LadderMoved
from service.hosting.ladders.rating import rate_game
from service.hosting.reading import Table, load_table
from service.store.departures import Departure
from service.store.errors import ArchiveDamaged, GameArchived, GameGone, NotFound, Unreadable

log = logging.getLogger(__name__)

AGAIN_MS = 3_600_000
"""When a game is tried again that cannot be read."""
BEGIN_MS = 2_000
"""When the ticker begins with it where the job that was asked for at once is lost."""


def delete_player(host: Host, player_id: str) -> None:
    """Deletes a player and its bots. Their tokens are dead at once, their running games are forfeited within seconds."""
    host.departures.add(player_id, delay_ms=BEGIN_MS)
    _shut_out(host, player_id)
    _delete_bots(host, player_id)
    try:
        host.queues.enqueue_departure(player_id, "")
    except ConnectionError:
        log.warning("a departure is left to the ticker")


def depart(host: Host, player_id: str, game_id: str) -> None:
    """Carries out one departure: from a game, or from all games and lists."""
    departure = Departure(player_id, game_id)
    if game_id:
        leave_game(host, player_id, game_id)
    elif host.players.get(player_id) is None:
        _leave_all(host, player_id)
    host.departures.done(departure)


def leave_game(host: Host, player_id: str, game_id: str) -> None:
    """Takes a player who is gone out of one game.

    Before the start the seat is free again, a running game is forfeited, and one that is over keeps a neutral name. A
    game that runs on for others is erased when it is over: its lists find out then that the player is gone.
    """

    def at(table: Table) -> bool:
        step = _step(host, table, player_id)
        if step is not None:
            change, rewrite = step
            terms = Terms(rewrite=rewrite)
            commit(host, table.stored, advance(table.game, change), "free", own_request(), terms=terms)
        return step is not None

    try:
        # First out of it, then, where that has ended it, out of its log.
        while at_newest(host, load_table(host, game_id, player_id), at):
            pass
    except (GameArchived, GameGone):
        erase_archived(host, game_id, player_id)
    except NotFound:
        pass


def _step(host: Host, table: Table, player_id: str) -> tuple[Change, tuple[tuple[int, str], ...]] | None:
    """What is to be done next, None where nothing is."""
    if table.game.over:
        # It counts for those who have played it, as long as it says who they were.
        if table.game.ladder:
            rate_game(host, table.game.id)
        return erasure(table.game, host.games.log(table.game.id), player_id)
    change = _way_out(table.game, player_id)
    return None if change is None else (change, ())


def _way_out(game: Game, player_id: str) -> Change | None:
    seat = game.seat_of(player_id)
    if game.status == "open":
        return _before_the_start(game, player_id, seat)
    if game.status == "playing" and seat is not None and game.still_in(seat) and not game.seats[seat].controlled_by_ai:
        return Resigned(seat)
    return None


def _before_the_start(game: Game, player_id: str, seat: int | None) -> Change | None:
    if game.creator == player_id:
        return Aborted("deleted")
    place = game.invitation_of(player_id) if seat is None else seat
    return None if place is None else SeatLeft(place, "deleted")


def _leave_all(host: Host, player_id: str) -> None:
    """Game after game, those too that were left before their start: the list remembers all that it ever knew.

    One that cannot be read keeps nobody in the others: it gets a departure of its own, to be tried again.
    """
    _shut_out(host, player_id)
    for game_id in host.indexes.remembered(player_id):
        _leave_or_note(host, player_id, game_id)
    for entries in host.archive.entries(player_id):
        for entry in entries:
            _leave_or_note(host, player_id, entry.game_id)
    host.indexes.drop(player_id)
    leave_all_ladders(host, player_id)  # those too that were entered in the moment of the deletion
    _leave_app(host, player_id)  # which has been told how the games ended
    host.log.forget(player_id)
    _delete_bots(host, player_id)  # those too that were made in the moment of the deletion
    host.webhooks.drop_all(player_id)
    host.callbacks.drop(player_id)
    for links in (host.blocks, host.bots):
        links.drop(player_id)


def _delete_bots(host: Host, player_id: str) -> None:
    for bot in host.bots.all(player_id):
        host.departures.add(bot.id)
        _shut_out(host, bot.id)


def _shut_out(host: Host, player_id: str) -> None:
    """First of all a player comes into nothing new: it has no tokens, and no ladder puts it into games."""
    host.players.mark_deleted(player_id)
    with contextlib.suppress(LadderMoved):  # then it is left with the rest
        leave_all_ladders(host, player_id)


def _leave_app(host: Host, player_id: str) -> None:
    app_id, external_id = host.players.app_link(player_id)
    if app_id:
        host.apps.forget(app_id, external_id, player_id)
        host.players.drop_app_link(player_id)


def _leave_or_note(host: Host, player_id: str, game_id: str) -> None:
    try:
        leave_game(host, player_id, game_id)
    except (ArchiveDamaged, Unreadable):
        log.exception("a game cannot be left", extra={"game_id": game_id})
        host.departures.add(player_id, game_id, delay_ms=AGAIN_MS)
