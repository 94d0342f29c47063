"""Looks through everything that is stored for what does not fit together, while the service runs.

Games change while they are looked at, so whatever looks wrong is looked at again: it is a fault where it is still wrong
at the same version.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from service.hosting.effects import watch_of
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.indexing import index, lists_of
from service.hosting.ladders.checking import ladder_faults
from service.hosting.list_check import list_faults
from service.hosting.soundness import due_faults, log_faults
from service.store.errors import Unreadable
from service.store.games import StoredGame
from service.store.survey import Survey

CHECKS = {
    "state": "what is stored of a game can be read",
    "log": "the log replays to the stored state",
    "due": "deadlines, AI moves, effects and lifetimes have their entries",
    "indexes": "a game stands in all lists that it belongs in",
    "lists": "a list has no entry that does not belong in it",
    "ladders": "a ladder's ledger leads to its standings, who is taken to play does, and what is over is settled",
    "leftovers": "there is nothing of games that do not exist",
}
"""What is checked, in words for the table."""
_PAUSE_S = 0.1
_LOOKS = 5


class Fault(NamedTuple):
    """Something wrong: which check found it, where, what it is, and whether it has been put right."""

    check: str
    where: str
    text: str
    mended: bool = False


@dataclass
class Report:
    """How many things were looked at by each check, and the faults."""

    looked_at: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHECKS, 0))
    faults: list[Fault] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """True where nothing is wrong, or nothing any more."""
        return all(fault.mended for fault in self.faults)

    def count(self, check: str, mended: bool | None = None) -> int:
        """How many faults a check has found; of those only the mended ones, or the others."""
        return sum(fault.check == check and mended in (None, fault.mended) for fault in self.faults)


class _Look(NamedTuple):
    """One look at a game. The lists were read before the game, so they can only be behind it."""

    stored: StoredGame
    game: Game | None
    faults: tuple[tuple[str, str], ...]


def examine(host: Host, survey: Survey, *, repair: bool, tell: Callable[[Fault], None] = lambda _: None) -> Report:
    """Looks at all games, lists and due entries. `repair` puts right what can be derived from the games themselves."""
    report = Report()

    def note(fault: Fault) -> None:
        report.faults.append(fault)
        tell(fault)

    seen: set[str] = set()
    for batch in survey.games():
        for game_id in set(batch) - seen:
            for check in ("state", "log", "due", "indexes"):
                report.looked_at[check] += 1
            for fault in _examine_game(host, survey, game_id, repair=repair):
                note(fault)
        seen.update(batch)
    for check, count, faults in _beside_games(host, survey, repair=repair):
        report.looked_at[check] += count
        for fault in faults:
            note(fault)
    return report


def _beside_games(host: Host, survey: Survey, *, repair: bool) -> Iterator[tuple[str, int, list[Fault]]]:
    """Lists, ladders, and what is left of games: by check how many things were looked at, and the faults."""
    for count, listed in list_faults(host, survey, repair=repair):
        yield "lists", count, [Fault("lists", where, text, repair) for where, text in listed]
    for wrong in ladder_faults(host, repair=repair):
        yield "ladders", 1, [Fault("ladders", *one) for one in wrong]
    for count, leftovers in _leftovers(survey, repair=repair):
        yield "leftovers", count, leftovers


def _examine_game(host: Host, survey: Survey, game_id: str, *, repair: bool) -> list[Fault]:
    look = _certain_look(host, survey, game_id)
    if look is None or not look.faults:
        return []
    mended = _mend(host, survey, look) if repair and look.game else frozenset[str]()
    return [Fault(check, game_id, text, check in mended) for check, text in look.faults]


def _certain_look(host: Host, survey: Survey, game_id: str) -> _Look | None:
    """The last of as many looks as it takes until two agree, or all is well. None where there is nothing to say, as for a game that has gone."""
    before = None
    for _ in range(_LOOKS):
        look = _look(host, survey, game_id)
        if look is None or not look.faults:
            return look
        if before and before.stored.etag == look.stored.etag and before.faults == look.faults:
            return look
        before = look
        time.sleep(_PAUSE_S)
    return None  # it changes all the time: nothing stands still that could be wrong


def _look(host: Host, survey: Survey, game_id: str) -> _Look | None:
    known = host.games.read_live(game_id)
    if known is None:
        return None
    try:
        lists = lists_of(CODEC.decode(known.blob))
        where = host.indexes.where([(name, known.created_at, game_id) for name in lists])
        stored = host.games.read_live(game_id) or known
        game: Game = CODEC.decode(stored.blob)
    except Unreadable as error:
        return _Look(known, None, (("state", f"cannot be read: {error}"),))
    faults = [("log", text) for text in log_faults(game, stored, host.games.log(game_id))]
    found = survey.due_entries(game_id)
    faults += [("due", text) for text in due_faults(game, stored, found, host.games.now(game_id))]
    places = dict(zip(lists, where, strict=True))
    faults += [("indexes", text) for text in _index_faults(host, game, stored, places)]
    return _Look(stored, game, tuple(faults))


def _index_faults(host: Host, game: Game, stored: StoredGame, found: dict[str, tuple[int, list[str]]]) -> Iterator[str]:
    """Nothing is wrong yet while effects are owed. A player who is gone has no list."""
    if stored.effects_done < stored.version:
        return
    wanted = lists_of(game)
    gone = [name for name, one in zip(wanted, host.players.get_many(list(wanted)), strict=True) if name and not one]
    for name, right in wanted.items():
        version, sets = found.get(name, (0, [right]))
        title = name or "all public games"
        if version > stored.version:
            yield f"the list of {title} knows version {version}, the game is at {stored.version}"
        elif name not in gone and sets != [right]:
            yield f"in the list of {title} it stands in {sets or 'nothing'}, not in {right}"


def _mend(host: Host, survey: Survey, look: _Look) -> frozenset[str]:
    """Writes due entries and lists anew where they are wrong; the checks that are content then."""
    stored, game, wrong = look.stored, look.game, {check for check, _ in look.faults}
    if game is None:
        return frozenset()
    if "due" in wrong:
        survey.mend_due(game.id, stored.version, watch_of(game.ai_to_act))
    if "indexes" in wrong:
        index_anew(host, game, stored)
    again = _certain_look(host, survey, game.id)
    return frozenset({"due", "indexes"} - ({check for check, _ in again.faults} if again else set()))


def index_anew(host: Host, game: Game, stored: StoredGame) -> None:
    """Writes a game into its lists, also where they know a later version: one that was lost when the store was set back."""
    lists = lists_of(game)
    where = host.indexes.where([(name, stored.created_at, game.id) for name in lists])
    newest = host.games.read_live(game.id)
    if newest is not None:
        ahead = [name for name, (version, _) in zip(lists, where, strict=True) if version > newest.version]
        host.indexes.remove(game.id, stored.created_at, ahead)
        index(host, CODEC.decode(newest.blob), newest)


def _leftovers(survey: Survey, *, repair: bool) -> Iterator[tuple[int, list[Fault]]]:
    """What is left of games that do not exist. Logs are never removed here: one may be all that is left of a game."""
    for batch in survey.parts():
        found = [game_id for game_id in survey.missing(batch) if survey.has_parts(game_id)]
        yield (
            len(batch),
            [Fault("leftovers", each, "a log or requests of a game that does not exist") for each in found],
        )
    for batch in survey.scheduled():
        found = [game_id for game_id in survey.missing(batch) if any(survey.due_entries(game_id))]
        for game_id in found if repair else ():
            survey.unschedule(game_id)
        yield (
            len(batch),
            [Fault("leftovers", each, "due entries of a game that does not exist", repair) for each in found],
        )
