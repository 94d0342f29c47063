"""Pages of lists of games, newest first.

An index says where to look; what is shown is decided by the game itself as it is read. An entry that proves wrong is put
right in passing.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import NamedTuple

from service.hosting.game import Game
from service.hosting.host import Host
from service.hosting.indexing import set_of
from service.hosting.reading import Table, open_table
from service.store.indexes import HIDDEN, PLAYER_SETS, PUBLIC, PUBLIC_SETS, Entry

Place = tuple[int, str]
"""Creation time in ms since 1970, then the id: the total order of all lists (B25)."""
Source = Callable[[Place | None, int], list[Entry]]
"""Gives up to so many entries behind a place, newest first. Several may feed one list; an entry whose `set` is empty
comes from somewhere that has no index, and is not mended."""


class Page(NamedTuple):
    """A page of games, each as the caller sees it. `following`: the place of the last one, None where nothing follows."""

    tables: list[Table]
    following: Place | None


class Wanted(NamedTuple):
    """What a list shows: games of one of these sets of an index for which `accepts` is true."""

    list_name: str
    sets: tuple[str, ...]
    accepts: Callable[[Game], bool] = lambda _: True

    def takes(self, game: Game) -> bool:
        return set_of(game, self.list_name) in self.sets and self.accepts(game)


def public_games(
    host: Host,
    caller: str,
    after: Place | None,
    limit: int,
    *,
    status: str = "",
    seats_free: int = 0,
    players: int = 0,
) -> Page:
    """Public games of a status, with so many seats, and at least so many free ones ("", 0: whatever it is)."""

    def fits(name: str) -> bool:
        kind, seats, free = (*name.split("-"), "0")[:3]
        return status in ("", kind) and players in (0, int(seats)) and int(free) >= seats_free

    return _page(host, Wanted(PUBLIC, tuple(filter(fits, PUBLIC_SETS))), caller, after, limit)


def own_games(
    host: Host, player_id: str, after: Place | None, limit: int, *, status: str = "", my_turn: bool | None = None
) -> Page:
    """All games of the player who asks; `my_turn` keeps those where the player is to act, or the others."""
    sets = _status_sets("playing" if my_turn and not status else status)
    wanted = Wanted(player_id, sets, lambda game: my_turn is None or (game.player_to_act == player_id) == my_turn)
    return _page(host, wanted, player_id, after, limit)


def games_of(host: Host, player_id: str, caller: str, after: Place | None, limit: int, *, status: str = "") -> Page:
    """A player's public games, as anyone may see them."""
    sets = tuple(name for name in _status_sets(status) if not name.endswith(HIDDEN))
    return _page(host, Wanted(player_id, sets), caller, after, limit)


def invited_games(host: Host, player_id: str, after: Place | None, limit: int) -> Page:
    """The games that the player who asks is invited to and has not answered."""
    return _page(host, Wanted(player_id, ("invited",)), player_id, after, limit)


def going_on(host: Host, player_id: str, most: int) -> list[Table]:
    """The newest games of the player who asks in which something may still happen, invitations with them."""
    sets = (*_status_sets("open"), *_status_sets("playing"), "invited")
    return _page(host, Wanted(player_id, sets), player_id, None, most).tables


def _status_sets(status: str) -> tuple[str, ...]:
    return tuple(name for name in PLAYER_SETS if name != "invited" and status in ("", name.split("-")[0]))


def _page(host: Host, wanted: Wanted, caller: str, after: Place | None, limit: int) -> Page:
    """One game more than asked for is looked up: it tells whether there is another page."""
    sources, found = _sources(host, wanted), list[Table]()
    while len(found) <= limit:
        asked = limit + 1 - len(found)
        entries = list(islice(_merged([source(after, asked) for source in sources]), asked))
        found += _loaded(host, wanted, caller, entries)
        if len(entries) < asked:
            break
        after = entries[-1].place
    last = found[limit - 1].stored if len(found) > limit else None
    return Page(found[:limit], (last.created_at, last.id) if last else None)


def _sources(host: Host, wanted: Wanted) -> list[Source]:
    """Where the entries of a list come from. Games that have left the store get a source of their own here."""
    sources: list[Source] = [lambda after, limit: host.indexes.page(wanted.list_name, wanted.sets, after, limit)]
    if wanted.list_name and any(name.startswith(("finished", "aborted")) for name in wanted.sets):
        sources.append(lambda after, limit: host.archive.page(wanted.list_name, after, limit))
    return sources


def _merged(runs: Sequence[Sequence[Entry]]) -> Iterator[Entry]:
    """All entries, newest first; a game that two sources know comes once."""
    last = None
    for entry in merge(*runs, key=lambda entry: entry.place, reverse=True):
        if entry.place != last:
            yield entry
        last = entry.place


def _loaded(host: Host, wanted: Wanted, caller: str, entries: Sequence[Entry]) -> Iterator[Table]:
    read = host.games.read_each([entry.game_id for entry in entries]) if entries else []
    for entry, stored in zip(entries, read, strict=True):
        table = open_table(stored, caller) if stored else None
        _mend(host, wanted.list_name, entry, table)
        if table and wanted.takes(table.game):
            yield table


def _mend(host: Host, list_name: str, entry: Entry, table: Table | None) -> None:
    """Puts an entry right that does not say what the game says. The version sees to it that only older ones are."""
    if not entry.set:
        return
    if table is None:
        host.indexes.remove(entry.game_id, entry.at, [list_name])
        return
    right, stored = set_of(table.game, list_name), table.stored
    if right != entry.set:
        host.indexes.place(stored.id, stored.version, stored.created_at, {list_name: right})
