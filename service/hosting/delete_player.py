"""Deleting an account: tokens at once, then game after game (B24).

The intent is noted before anything is taken away, and every step may be repeated, by any process.
"""

import logging

from service.hosting.advancing import advance
from service.hosting.changes import Aborted, Change, Resigned, SeatLeft
from service.hosting.committing import Terms, at_newest, commit, own_request
from service.hosting.erase_archived import erase_archived
from service.hosting.erasing import erasure
from service.hosting.game import Game
from service.hosting.host import Host
from service.hosting.reading import Table, load_table
from service.store.departures import Departure
from service.store.errors import GameArchived, GameGone, NotFound

log = logging.getLogger(__name__)

_BATCH = 100
BEGIN_MS = 2_000
"""When the ticker begins with it where the job that was asked for at once is lost."""


def delete_player(host: Host, player_id: str) -> None:
    """Deletes a player and its bots. Their tokens are dead at once, their running games are forfeited within seconds."""
    for gone in (*(bot.id for bot in host.bots.all(player_id)), player_id):
        host.departures.add(gone, delay_ms=BEGIN_MS)
        host.players.mark_deleted(gone)
        try:
            host.queues.enqueue_departure(gone, "")
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
    host.players.mark_deleted(player_id)
    for entries in host.indexes.entries(player_id):
        for entry in entries:
            leave_game(host, player_id, entry.game_id)
    while archived := host.archive.page(player_id, None, _BATCH):
        for entry in archived:
            leave_game(host, player_id, entry.game_id)
            host.archive.delist(player_id, *entry.place)
    host.indexes.drop(player_id)
    for links in (host.blocks, host.bots):
        links.drop(player_id)
