"""Sandboxes: games in which the creator of a program tries it out. Their clocks can be put on, and faults asked for."""

from service.hosting.advancing import advance
from service.hosting.changes import ClockAdvanced, Flagged, TakenOver
from service.hosting.committing import Outcome, Terms, at_newest, commit
from service.hosting.errors import NoClock, NotCreator, NotSandbox, TimeOver
from service.hosting.events import Event
from service.hosting.flag_clock import flag_at_once
from service.hosting.history import History, history
from service.hosting.host import Host
from service.hosting.reading import Table, events_at, load_table, view_at
from service.hosting.render import View
from service.store.errors import DeadlineNotReached
from service.store.faults import Faults
from service.store.games import Request


def check_runs_sandbox(table: Table) -> None:
    """Raises NotCreator for all but the creator of the game."""
    if not table.player_id or table.game.creator != table.player_id:
        raise NotCreator("Only the creator of a sandbox may do this.")


def advance_clock(host: Host, table: Table, ms: int, request: Request, *, exact: bool) -> Outcome:
    """Lets `ms` of the running turn pass at once, until its deadline at most; there the flag falls (H1, H6).

    `exact` keeps to the version of `table`; otherwise the newest will do. Where the ticker has been silent the flag is
    left to it. Raises NotSandbox, NoClock, TimeOver where the deadline has passed already, the store's Conflict if
    `exact`.
    """

    def at(table: Table) -> Outcome:
        _check_sandbox(table)
        if not table.stored.clock.deadline:
            raise NoClock("No clock runs in this game at present.")
        step = advance(table.game, ClockAdvanced(table.game.running.to_act, ms))
        try:
            outcome = commit(host, table.stored, step, "advance", request, terms=Terms(advance_ms=ms))
        except DeadlineNotReached as error:
            flag_at_once(host, table)
            raise TimeOver("The time for this turn is over.", rule="H6") from error
        _flag_if_due(host, table, outcome)
        return outcome

    return at(table) if exact else at_newest(host, table, at)


def after_advance(host: Host, table: Table, version: int) -> tuple[View, list[Event]]:
    """What an advance, which made `version`, led to: the view after it and its events, those of the flag too.

    Whoever lets the flag fall, the caller or the ticker, the same is told, also when it is asked for later.
    """
    table = _after_flag(host, table, version)
    last = version + _has_flagged(history(host, table.game, table.stored), version)
    events = [event for one in range(version, last + 1) for event in events_at(host, table, one)]
    return view_at(host, table, last), events


def faults_of(host: Host, table: Table) -> Faults:
    """The faults that wait for the creator's next calls. Raises NotSandbox."""
    _check_sandbox(table)
    return host.faults.read(table.game.id)


def ask_for_faults(host: Host, table: Table, faults: Faults) -> Faults:
    """Lets these faults wait and no others. Raises NotSandbox."""
    _check_sandbox(table)
    host.faults.set(table.game.id, faults)
    return faults


def _check_sandbox(table: Table) -> None:
    if not table.game.sandbox:
        raise NotSandbox("This game is no sandbox.")


def _flag_if_due(host: Host, table: Table, outcome: Outcome) -> None:
    stored = outcome.stored
    if outcome.ours and stored.clock.deadline <= stored.updated_at:
        flag_at_once(host, table._replace(game=outcome.game, stored=stored))


def _after_flag(host: Host, table: Table, version: int) -> Table:
    """A twin of the request may come between the advance and the flag that follows from it: then it lets that fall."""
    stored = table.stored
    if stored.version == version and 0 < stored.clock.deadline <= stored.updated_at:
        flag_at_once(host, table)
        return load_table(host, table.game.id, table.player_id)
    return table


def _has_flagged(moments: History, version: int) -> bool:
    """Whether the flag fell at once behind the advance that made `version`."""
    advanced, following = moments[version - 1], moments[version : version + 1]
    falls = any(isinstance(moment.step.change, Flagged | TakenOver) for moment in following)
    return falls and advanced.clock.deadline <= advanced.facts.at
