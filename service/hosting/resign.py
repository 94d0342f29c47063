"""Going out of one's own will (H1, H5)."""

from service.hosting.advancing import advance
from service.hosting.changes import Resigned
from service.hosting.committing import Outcome, at_newest, commit
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
