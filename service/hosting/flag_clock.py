"""The flag: what happens when the seat to act has overstepped its time (H1, H6)."""

from service.hosting.advancing import Step, advance
from service.hosting.changes import ClockAdjusted, Flagged, TakenOver
from service.hosting.committing import Outcome, commit, own_request
from service.hosting.errors import TimeOver
from service.hosting.game import Game
from service.hosting.host import Host
from service.hosting.reading import Table, open_table
from service.store.errors import Conflict, DeadlineNotReached, DeadlinePassed, GapAdjust
from service.store.games import Request


def flag_clock(host: Host, game_id: str, version: int) -> Outcome | None:
    """Flags the seat to act if the game is still at `version` and its deadline has passed; else does nothing.

    Where the service itself was away when the deadline passed, the seat gets some time back instead.
    """
    stored = host.games.read(game_id)
    if stored is None or stored.version != version or not stored.clock.deadline:
        return None
    return flag_at_once(host, open_table(stored, ""))


def flag_at_once(host: Host, table: Table) -> Outcome | None:
    """The same for a game that has just been read. Whoever commits first wins; the other has nothing to do."""
    name = f"flag-{table.stored.version}"
    try:
        return commit(host, table.stored, _flag_step(table.game), "flag", own_request(name, "flag"))
    except GapAdjust:
        return _adjust(host, table)
    except (Conflict, DeadlineNotReached):
        return None


def commit_in_time(host: Host, table: Table, step: Step, request: Request) -> Outcome:
    """Commits what counts only before the deadline of the seat to act (H6), whoever does it.

    Raises TimeOver, and sees to the flag; else as `commit` does.
    """
    try:
        return commit(host, table.stored, step, "action", request)
    except DeadlinePassed as error:
        flag_at_once(host, table)
        raise TimeOver("The time for this turn is over.", rule="H6") from error


def _adjust(host: Host, table: Table) -> Outcome | None:
    step = advance(table.game, ClockAdjusted(table.game.running.to_act))
    try:
        return commit(host, table.stored, step, "adjust", own_request(f"adjust-{table.stored.version}", "flag"))
    except (Conflict, DeadlineNotReached):
        return None


def _flag_step(game: Game) -> Step:
    seat = game.running.to_act
    if game.options.ai_on_flag:
        return advance(game, TakenOver(seat, game.options.ai_on_flag))
    return advance(game, Flagged(seat))
