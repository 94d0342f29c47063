"""Telling players and apps what happens in their games: in one log for each of them, read here, and by what is sent out.

A log holds no events, only which commits it has to do with; the events are those of the games' own logs, as its owner may
see them. So what is polled, streamed and pushed can never differ.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from service.hosting.advancing import Step
from service.hosting.events import Event, step_events
from service.hosting.game import CODEC, Game
from service.hosting.history import History, history
from service.hosting.host import Host
from service.hosting.indexing import people_of
from service.store.errors import GameGone
from service.store.games import StoredGame
from service.store.indexes import HIDDEN, Entry
from service.store.player_log import Logged, LogSlice

MOST_GAMES = 40
"""How many games one page of a log may have to do with: each may have to be replayed."""
_ALIVE = ("open", "playing", "playing-ai")
ALIVE_SETS = (*_ALIVE, *(name + HIDDEN for name in _ALIVE), "invited")
"""The sets of a player's list that hold games in which something may still happen."""


class News(NamedTuple):
    """A commit that is to be told, and to whom."""

    entry: Logged
    people: tuple[str, ...]


class Asked(NamedTuple):
    """What wants to hear of a commit over the network: owners with webhooks, and players with a callback address."""

    hooks: tuple[str, ...]
    calls: frozenset[str]


class LogItem(NamedTuple):
    """An event in a player's or an app's log; `number` is its place there, `mark` that of the log up to its commit."""

    number: int
    mark: str
    game_id: str
    event: Event

    def shown(self) -> dict[str, Any]:
        """As replies and messages have it."""
        return {"number": self.number, "mark": self.mark, "game_id": self.game_id, "event": self.event}


class LogPage(NamedTuple):
    """A page of a log. `upto` and `upto_mark`: the place behind it, from which the next one goes on.

    last, last_mark: the newest event of the log, 0 and "" for none. resync: the place that was asked for does not exist,
    or not any more; what is there begins anew behind `last`. An event of a game that is gone is left out, so a page may
    be empty though `upto` has moved.
    """

    items: list[LogItem]
    upto: int
    upto_mark: str
    last: int
    last_mark: str
    resync: bool = False


def listen(host: Host, player_id: str) -> None:
    """Lets a player have a log from now on, whatever game it is or will be in. Cheap where that was done before.

    First the player is marked, then its games: one that it enters in between finds the mark when its lists are told.
    """
    if not host.log.slice(player_id, 1, 1).ready and host.log.listen(player_id):
        tell_games_of(host, player_id)
        host.log.set_ready(player_id)


def listen_for_app(host: Host, player_id: str) -> None:
    """Lets the games of a player be told to its app, which keeps a log. May be repeated."""
    if host.log.listen_for_app(player_id):
        tell_games_of(host, player_id)


def tell_games_of(host: Host, player_id: str) -> None:
    """Lets every commit be told from now on of all games of a player that go on."""
    for entry in entries_of(host, player_id, ALIVE_SETS):
        host.games.tell(entry.game_id)


def entries_of(host: Host, player_id: str, sets: Sequence[str], batch: int = 500) -> Iterator[Entry]:
    """All games in some sets of a player's list, newest first."""
    after = None
    while found := host.indexes.page(player_id, sets, after, batch):
        yield from found
        after = found[-1].place


def news_of(step: Step, stored: StoredGame) -> News:
    """The commit that has just been made of a step."""
    events = len(step_events(step, None, step.after.over))
    return News(Logged(stored.id, stored.version, events, stored.tag), people_of(step))


def news_since(host: Host, game: Game, stored: StoredGame) -> list[News]:
    """All commits whose effects are owed, in order."""
    moments, found = history(host, game, stored), list[News]()
    for moment in moments[stored.effects_done :]:
        before = moments[moment.facts.version - 2].facts.last_event if moment.facts.version > 1 else 0
        entry = Logged(stored.id, moment.facts.version, moment.facts.last_event - before, moment.facts.tag)
        found.append(News(entry, people_of(moment.step)))
    return found


def tell(host: Host, news: Sequence[News]) -> Asked:
    """Adds commits to the logs of their people, then to those of their apps. May be repeated."""
    to_people = [(player, one.entry) for one in news for player in one.people]
    told = host.log.tell(to_people)
    # A commit stands once in the log of an app, however many of its players it concerns.
    to_apps = list(dict.fromkeys((one.app, entry) for (_, entry), one in zip(to_people, told, strict=True) if one.app))
    answers = [
        *zip(to_people, told, strict=True),
        *zip(to_apps, host.log.tell(to_apps) if to_apps else (), strict=True),
    ]
    hooks = dict.fromkeys(owner for (owner, _), one in answers if one.hooks)
    return Asked(tuple(hooks), frozenset(owner for (owner, _), one in answers if one.calls))


def log_after(host: Host, owner: str, number: int, mark: str, limit: int, *, as_spectator: bool = False) -> LogPage:
    """Up to `limit` events behind a place in the log of a player or an app, 0 for all that are kept; at once.

    `mark` is that of the place, empty for whoever does not know it. An app sees what a spectator sees. Who asks
    `as_spectator` sees what spectators saw when it happened: that stays the same for good, so what is sent may be sent
    again. Raises ArchiveUnavailable.
    """
    found = host.log.slice(owner, number, limit + 1)
    if _is_lost(found, number, mark):
        return LogPage([], found.last, found.mark, found.last, found.mark, resync=True)
    place, items = (number, mark), list[LogItem]()
    while entries := _for_one_page([entry for entry in found.items if entry.number > place[0]]):
        items = [item for item in _events(host, owner, entries, as_spectator) if item.number > number][:limit]
        place = (items[-1].number, items[-1].mark) if len(items) == limit else (entries[-1].number, entries[-1].mark)
        if items:
            break
        found = host.log.slice(owner, place[0], limit + 1)
    return LogPage(items, *place, max(found.last, place[0]), found.mark)


def _is_lost(found: LogSlice, number: int, mark: str) -> bool:
    """Whether a place has been forgotten, or belongs to a past that there was not."""
    first = found.items[0] if found.items else None
    if number == 0 or number > found.last:
        return number > 0 or mark != ""
    if first is not None and first.before < number:
        return mark not in ("", first.mark)
    if number == found.last:
        return mark not in ("", found.mark)
    return mark != "" or first is None or first.before > number


def _for_one_page(entries: Sequence[Logged]) -> list[Logged]:
    games, chosen = set[str](), list[Logged]()
    for entry in entries:
        games.add(entry.game_id)
        if len(games) > MOST_GAMES:
            break
        chosen.append(entry)
    return chosen


def _events(host: Host, owner: str, entries: Sequence[Logged], as_spectator: bool) -> Iterator[LogItem]:
    """The events of commits as the owner may see them. What the owner had no part in does not stand in its log."""
    ids = list(dict.fromkeys(entry.game_id for entry in entries))
    known = {game_id: _past(host, stored) for game_id, stored in _read(host, ids)}
    for entry in entries:
        game, moments = known.get(entry.game_id, (None, ()))
        # A past that the store of the games has lost is not told.
        if game is None or len(moments) < entry.version or moments[entry.version - 1].facts.tag != entry.tag:
            continue
        moment = moments[entry.version - 1]
        events = moment.events_then(None) if as_spectator else moment.events(game.seat_of(owner), game.over)
        for number, event in enumerate(events, entry.number - len(events) + 1):
            yield LogItem(number, entry.mark, entry.game_id, event)


def _read(host: Host, ids: Sequence[str]) -> Iterator[tuple[str, StoredGame]]:
    """Those of some games that there are. Raises ArchiveUnavailable."""
    for game_id, stored in zip(ids, host.games.read_each(ids), strict=True):
        try:
            # Read with others, one that is gone looks like one in an archive that does not answer.
            found = stored or host.games.read(game_id)
        except GameGone:
            continue
        if found is not None:
            yield game_id, found


def _past(host: Host, stored: StoredGame) -> tuple[Game, History]:
    game: Game = CODEC.decode(stored.blob)
    return game, history(host, game, stored)
