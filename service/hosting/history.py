"""The past of a game, derived from its log: every step with the facts of its commit.

Replaying a game takes a few milliseconds, so each process keeps what it derived of the games it was asked about last
and only adds what is new; a tag that no longer fits (a store that was set back) throws it away.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

import msgspec

from service.hosting import changes
from service.hosting.advancing import Step, advance
from service.hosting.changes import from_entry
from service.hosting.clock import clock_step, opening_banks
from service.hosting.events import Event, Facts, facts_of, numbered, step_events
from service.hosting.game import Game
from service.hosting.host import Host
from service.store.games import Clock, LogEntry, StoredGame

KEPT_GAMES = 64


class Moment(NamedTuple):
    """One commit: what it did, its facts, and the clocks it left."""

    step: Step
    facts: Facts
    clock: Clock

    def events(self, viewer: int | None, over: bool) -> list[Event]:
        """The events of this commit as a viewer may see them; `over` opens everything."""
        return numbered(step_events(self.step, viewer, over), self.facts)

    def events_then(self, viewer: int | None) -> list[Event]:
        """The same as they were told when it was made: what the end of the game has opened since is not open."""
        return self.events(viewer, self.step.after.over)


History = tuple[Moment, ...]
"""Moment n is version n + 1."""

_kept: OrderedDict[str, History] = OrderedDict()
_lock = Lock()


def history(host: Host, game: Game, stored: StoredGame) -> History:
    """All moments up to the version that `stored` names."""
    known = _recall(game.id)
    if known and len(known) >= stored.version and known[stored.version - 1].facts.tag == stored.tag:
        return known[: stored.version]
    entries = host.games.log(game.id, max(len(known) - 1, 0))
    if known and not _continues(known, entries):
        known, entries = (), host.games.log(game.id)
    result = _derive(game, known, entries[1:] if known else entries)
    if known and any(isinstance(moment.step.change, changes.Erased) for moment in result[len(known) :]):
        # What was derived before still holds the names that have been erased from the log.
        result = _derive(game, (), host.games.log(game.id))
    _keep(game.id, result)
    return result[: stored.version]


def since(host: Host, game: Game, then: StoredGame, now: StoredGame) -> History | None:
    """The moments between two readings of a game, of which `game` is the earlier one.

    That is less work than the whole past. None where the earlier one is not in the past of the later one.
    """
    entries = host.games.log(then.id, then.version - 1, now.version - 1)
    if [entry.tag for entry in entries[:1]] != [then.tag] or entries[-1].tag != now.tag:
        return None
    begin = Moment(Step(game, changes.Created(game.seats), game), facts_of(then), then.clock)
    return _derive(game, (begin,), entries[1:])[1:]


def stored_at(moment: Moment, stored: StoredGame) -> StoredGame:
    """The facts that a view of that moment is rendered with."""
    facts = moment.facts
    return stored._replace(
        version=facts.version,
        tag=facts.tag,
        last_event=facts.last_event,
        clock=moment.clock,
        updated_at=facts.at,
    )


def _continues(known: History, entries: list[LogEntry]) -> bool:
    return bool(entries) and entries[0].tag == known[-1].facts.tag


def _derive(game: Game, known: History, entries: list[LogEntry]) -> History:
    moments = list(known)
    for entry in entries:
        before = moments[-1].step.after if moments else blank(game)
        clock = moments[-1].clock if moments else Clock(0, 0, ())
        step = advance(before, from_entry(entry.body))
        facts = Facts(entry.version, entry.tag, entry.at, entry.last_event, entry.deadline)
        moments.append(Moment(step, facts, _clock_after(step, clock, entry)))
    return tuple(moments)


def blank(game: Game) -> Game:
    """The game before its first commit: what a log is replayed on."""
    return msgspec.structs.replace(
        game, status="open", seats=(), state=None, touched=False, votes=(), forfeits=(), stand_ins=()
    )


def _clock_after(step: Step, clock: Clock, entry: LogEntry) -> Clock:
    """The clocks after a step, from what the log kept of them: the bank that was charged and the deadline."""
    order = clock_step(step)
    banks = opening_banks(step) or clock.banks
    if isinstance(step.change, changes.ClockAdjusted | changes.ClockAdvanced):
        return Clock(entry.deadline - banks[step.change.seat], entry.deadline, banks)
    if order.keep:
        return clock._replace(banks=banks)
    if order.spend >= 0:
        banks = (*banks[: order.spend], entry.bank, *banks[order.spend + 1 :])
    return Clock(entry.at, entry.deadline, banks)


def _recall(game_id: str) -> History:
    with _lock:
        known = _kept.get(game_id, ())
        if known:
            _kept.move_to_end(game_id)
        return known


def _keep(game_id: str, moments: History) -> None:
    with _lock:
        _kept[game_id] = moments
        _kept.move_to_end(game_id)
        while len(_kept) > KEPT_GAMES:
            _kept.popitem(last=False)
