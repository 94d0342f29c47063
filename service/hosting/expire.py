"""The end of a game's life, for whatever state it is in: called when one has to be looked at (see `lifetimes`).

The store's clock decides, in the commit. Whoever commits first wins, here as everywhere: an invitation that was accepted
in time cannot expire, and one that has expired cannot be accepted.
"""

from typing import NamedTuple

from service.hosting.advancing import advance
from service.hosting.archiving import archive_game
from service.hosting.changes import Aborted, Change, InvitationsExpired
from service.hosting.clock import timed
from service.hosting.committing import Outcome, Terms, commit, own_request
from service.hosting.game import Game
from service.hosting.host import Host
from service.hosting.reading import Table, open_table
from service.store.errors import Conflict, DeadlineNotReached, NotFound


class End(NamedTuple):
    """What ends, and when it was due (ms since 1970, by the store's clock)."""

    change: Change
    at: int


def end_of_life(host: Host, game_id: str) -> Outcome | None:
    """Ends what is past its time: invitations, a game nobody came to or went on with; archives one that is over.

    None where nothing was due or others were faster. May be repeated, and called too early. Raises ArchiveUnavailable.
    """
    stored = host.games.read_live(game_id)
    if stored is None:
        return None
    table = open_table(stored, "")
    if table.game.over:
        archive_game(host, game_id)
        return None
    end = _end_of(host, table)
    return _commit(host, table, end) if end else None


def _commit(host: Host, table: Table, end: End) -> Outcome | None:
    step = advance(table.game, end.change)
    # All processes name it alike: two that try are one.
    request = own_request(f"life-{table.stored.version}", "life")
    try:
        return commit(host, table.stored, step, "free", request, terms=Terms(not_before=end.at))
    except (Conflict, DeadlineNotReached, NotFound):
        return None


def _end_of(host: Host, table: Table) -> End | None:
    if table.game.status == "open":
        return _end_of_waiting(table.game, host.games.now(table.game.id))
    return _end_of_idling(host, table)


def _end_of_waiting(game: Game, now: int) -> End | None:
    """An open game ends before its invitations do, where both are past their time."""
    if game.open_until and game.open_until <= now:
        return End(Aborted("expired"), game.open_until)
    ends = {
        number: seat.expires_at
        for number, seat in enumerate(game.seats)
        if seat.type == "invited" and 0 < seat.expires_at <= now
    }
    return End(InvitationsExpired(tuple(ends)), max(ends.values())) if ends else None


def _end_of_idling(host: Host, table: Table) -> End | None:
    """A game without a clock ends where nothing has happened for long; one with a clock by its flags."""
    if timed(table.game):
        return None
    idle_ms = table.game.idle_ms or host.lifetimes.idle_ms
    return End(Aborted("idle"), table.stored.updated_at + idle_ms)
