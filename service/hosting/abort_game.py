"""Ending a game without a result (H4): by its creator before it has really begun, later by everybody."""

from service.hosting.advancing import advance
from service.hosting.changes import Aborted, AbortVoted, Change
from service.hosting.committing import Outcome, at_newest
from service.hosting.errors import GameOver, NotCreator, NotSeated
from service.hosting.flag_clock import commit_in_time
from service.hosting.host import Host
from service.hosting.reading import Table
from service.hosting.submit_action import check_no_ladder, check_seat_in_play
from service.store.games import Request


def abort_game(host: Host, table: Table, caller: str, request: Request, *, exact: bool) -> Outcome | None:
    """Calls the game off where the caller alone may do so, else casts the vote of the caller's seat.

    A vote counts once and for good; None where it has been cast. The last vote that is needed ends the game in the same
    commit. Raises NotCreator, NotSeated, LadderGame, GameOver, TimeOver (H6), SeatOut, SeatHandedOver, the store's Conflict if `exact`.
    """

    def at(table: Table) -> Outcome | None:
        change = _change(table, caller)
        return None if change is None else commit_in_time(host, table, advance(table.game, change), request)

    return at(table) if exact else at_newest(host, table, at)


def check_abort_right(table: Table, caller: str) -> None:
    """Raises NotCreator or NotSeated for those who have no say in it."""
    if caller and table.game.creator == caller:
        return
    if table.game.status == "open":
        raise NotCreator("Before the start only the creator may call the game off.", rule="H4")
    if table.viewer is None:
        raise NotSeated("You have no seat in this game.")


def _change(table: Table, caller: str) -> Change | None:
    game = table.game
    check_abort_right(table, caller)
    check_no_ladder(game)
    if game.over:
        raise GameOver("The game is over.")
    unrated_beginning = not game.touched and not game.options.rated
    if game.creator == caller and (game.status == "open" or unrated_beginning):
        return Aborted("creator")
    seat = check_seat_in_play(table)
    return None if seat in game.votes else AbortVoted(seat)
