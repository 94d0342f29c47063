"""Leaving the rest of an unrated game to an AI player, for good (H7)."""

from service.hosting.advancing import advance
from service.hosting.changes import HandedOver
from service.hosting.committing import Outcome, at_newest
from service.hosting.errors import RatedGame
from service.hosting.flag_clock import commit_in_time
from service.hosting.host import Host
from service.hosting.reading import Table
from service.hosting.submit_action import check_no_ladder, check_seat_in_play
from service.store.games import Request


def hand_over(host: Host, table: Table, ai_player: str, request: Request, *, exact: bool) -> Outcome:
    """Puts an AI player at the controls of the caller's seat. `exact` keeps to the version of `table`.

    Raises LadderGame, TimeOver (H6), RatedGame, the errors of `check_seat_in_play`, the store's Conflict if `exact`.
    """

    def at(table: Table) -> Outcome:
        check_no_ladder(table.game)
        seat = check_seat_in_play(table)
        if table.game.options.rated:
            raise RatedGame("A seat in a rated game cannot be handed over.")
        return commit_in_time(host, table, advance(table.game, HandedOver(seat, ai_player)), request)

    return at(table) if exact else at_newest(host, table, at)
