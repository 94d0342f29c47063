"""How those behave who play in a ladder: illegal actions, and who errs too often."""

import contextlib

from service.hosting.advancing import advance
from service.hosting.changes import Resigned
from service.hosting.committing import at_newest, commit, own_request
from service.hosting.host import Host
from service.hosting.ladders.values import ERRORS, LETTERS, Entry, LadderSettings, Standing, ladder_of
from service.hosting.reading import Table
from service.store.errors import Conflict

WINDOW, LEAST = 20, 5
"""An entry is judged by so many of its last games, once there are so many at least."""


def note_illegal(host: Host, table: Table) -> int | None:
    """Counts an illegal action of the caller; how many more the ladder lets pass, None where no ladder counts them.

    With the one after those the seat is put out, and -1 is the answer.
    """
    game, seat = table.game, table.viewer
    if seat is None or not game.paired:
        return None
    count, stored = host.conduct.count(game.id, seat), host.ladders.read(game.ladder)
    if stored is None:
        return None
    left = ladder_of(stored).settings.illegal_actions - count
    if left >= 0:
        return left

    def put_out(now: Table) -> None:
        if now.game.status == "playing" and now.game.still_in(seat):
            step = advance(now.game, Resigned(seat, "illegal_action"))
            commit(host, now.stored, step, "free", own_request(f"illegal-{seat}", "conduct"))

    with contextlib.suppress(Conflict):  # the next illegal one does it then
        at_newest(host, table, put_out)
    return -1


def errs_too_often(entry: Entry, standing: Standing, settings: LadderSettings) -> bool:
    """Whether an entry is to be paused."""
    judged = judged_conduct(entry, standing)
    return len(judged) >= LEAST and _share(judged, settings) > settings.error_share


def judged_conduct(entry: Entry, standing: Standing) -> str:
    """The conduct in the games by which an entry is judged: not those before it was paused for its errors."""
    games = min(WINDOW, standing.revision - entry.conduct_since)
    return standing.recent[-games:] if games > 0 else ""


def error_share(standing: Standing, settings: LadderSettings) -> float:
    """In what share of its last games somebody has erred; 0 of none."""
    return _share(standing.recent[-WINDOW:], settings)


def _share(conduct: str, settings: LadderSettings) -> float:
    """To resign is no error but where it spares the loss of the game."""
    errors = ERRORS | {LETTERS["resignation"]} if settings.unfinished == "void" else ERRORS
    return sum(letter in errors for letter in conduct) / len(conduct) if conduct else 0.0
