"""Sitting down. The last seat starts the game in the same commit."""

from service.hosting.changes import SeatTaken, advance
from service.hosting.committing import Outcome, at_newest, commit
from service.hosting.errors import GameOver, GameStarted, SeatNotOpen
from service.hosting.host import Host
from service.hosting.reading import Table
from service.store.games import Request
from service.store.players import Player


def join_seat(host: Host, table: Table, player: Player, seat: int | None, request: Request) -> Outcome | None:
    """Seats the player at `seat`, or at the lowest open one. None where the player already sits in this game.

    Raises SeatNotOpen, GameStarted, GameOver.
    """

    def at(table: Table) -> Outcome | None:
        if table.game.seat_of(player.id) is not None:
            return None
        chosen = _open_seat(table, seat)
        step = advance(table.game, SeatTaken(chosen, player.id, player.name))
        return commit(host, table.stored, step, "free", request)

    return at_newest(host, table, at)


def _open_seat(table: Table, seat: int | None) -> int:
    game = table.game
    if game.over:
        raise GameOver("The game is over.")
    open_seats = [number for number, place in enumerate(game.seats) if place.type == "open"]
    if seat is None and open_seats:
        return open_seats[0]
    if seat in open_seats:
        return seat
    if game.status != "open":
        raise GameStarted("The game has started.")
    raise SeatNotOpen("This seat is not open.")
