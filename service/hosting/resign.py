"""Going out of one's own will (H1, H5), and calling a game off before it has really begun (H4)."""

from service.hosting.changes import Aborted, Resigned, advance
from service.hosting.committing import Outcome, at_newest, commit
from service.hosting.errors import GameOver, GameStarted, NotCreator
from service.hosting.host import Host
from service.hosting.reading import Table
from service.hosting.submit_action import check_seat_in_play
from service.store.games import Request


def resign(host: Host, table: Table, request: Request, *, exact: bool) -> Outcome:
    """Takes the caller's seat out. `exact` keeps to the version of `table`; otherwise the newest will do.

    Raises the errors of `check_seat_in_play`, the store's Conflict if `exact`.
    """

    def at(table: Table) -> Outcome:
        seat = check_seat_in_play(table)
        return commit(host, table.stored, advance(table.game, Resigned(seat)), "free", request)

    return at(table) if exact else at_newest(host, table, at)


def abort_game(host: Host, table: Table, caller: str, request: Request, *, exact: bool) -> Outcome:
    """Calls the game off for its creator, before the first action. Raises NotCreator, GameOver, GameStarted."""

    def at(table: Table) -> Outcome:
        check_creator(table, caller)
        if table.game.over:
            raise GameOver("The game is over.")
        if table.game.touched:
            raise GameStarted("The first action has been played.", rule="H4")
        return commit(host, table.stored, advance(table.game, Aborted()), "free", request)

    return at(table) if exact else at_newest(host, table, at)


def check_creator(table: Table, caller: str) -> None:
    """Raises NotCreator for anyone else."""
    if not caller or table.game.creator != caller:
        raise NotCreator("Only the creator of the game may do this.", rule="H4")
