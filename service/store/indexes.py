"""Lists of games: one of all public games, and one for each player.

A list is a group of sorted sets, one for each kind of game that can be asked for, and a game is in one of them at most.
All scores are 0: the order is that of the members, creation time and id. A hash keeps which version of each game the
list knows, so that a late writer cannot undo what a newer version said. All keys of a list share a hash tag.

Lists are derived from the games and can be rebuilt from them at any time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice
from typing import NamedTuple

from .keys import is_player_id, player_key
from .scripts import load
from .wire import Client, ScriptCall

PUBLIC = ""
"""Names the list of public games; every other list has the id of its player."""
_SEATS = (2, 3, 4)
_STATUSES = ("playing", "finished", "aborted")
PUBLIC_SETS = (
    *(f"open-{players}-{free}" for players in _SEATS for free in range(players + 1)),
    *(f"{status}-{players}" for status in _STATUSES for players in _SEATS),
)
"""Public games by status and number of seats, open ones also by the number of free seats."""
_SHOWN = ("open", "playing", "playing-ai", "finished", "aborted")
HIDDEN = "-hidden"
"""Ends the names of a player's sets whose games are not public."""
PLAYER_SETS = (*_SHOWN, *(name + HIDDEN for name in _SHOWN), "invited")
"""A player's games by status; `playing-ai` holds running ones with an AI player, `invited` those not answered yet."""

_INDEX, _UNINDEX, _PAGE = load("index"), load("unindex"), load("index_page")
_ALL = "public"
_GONE, _LISTENS = -1, 2
_TIME_DIGITS = 11
_BATCH = 500


class Entry(NamedTuple):
    """A game in a list: when it was created (ms since 1970), its id, and the set that it was found in."""

    at: int
    game_id: str
    set: str

    @property
    def place(self) -> tuple[int, str]:
        return self.at, self.game_id


class Placed(NamedTuple):
    """What lists say as a game is put into them.

    gone: the ids of players who are gone. listening: somebody in whose list it is, or was, keeps a log, or their app does.
    """

    gone: list[str]
    listening: bool


class IndexStore:
    """Reads and writes the lists. A list is named by PUBLIC or the id of a player."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def place(self, game_id: str, version: int, created_at: int, places: Mapping[str, str]) -> Placed:
        """Put a game, as it is at `version`, into one set of each list ("": into none).

        One round trip. A list that knows a newer version stays as it is.
        """
        lists = list(places)
        replies = self._client.run_each(
            _INDEX, [_call(name, game_id, version, created_at, places[name]) for name in lists]
        )
        gone = [name for name, reply in zip(lists, replies, strict=True) if reply == _GONE]
        return Placed(gone, _LISTENS in replies)

    def remove(self, game_id: str, created_at: int, lists: Iterable[str]) -> None:
        """Take a game out of lists that shall not remember it: it is gone from the store, or was set back to older times."""
        member = _member(created_at, game_id)
        self._client.run_each(_UNINDEX, [((_versions(name), *_sets(name)), (game_id, member)) for name in lists])

    def drop(self, player_id: str) -> None:
        """Remove a player's whole list."""
        self._client.call("UNLINK", _versions(player_id), *_sets(player_id))

    def page(self, list_name: str, sets: Sequence[str], after: tuple[int, str] | None, limit: int) -> list[Entry]:
        """The newest `limit` games of several sets behind a place (creation time, id), in order, at one moment."""
        if not sets or (list_name and not is_player_id(list_name)):
            return []
        keys = [_set_key(list_name, name) for name in sets]
        found = self._client.run(_PAGE, keys, (_member(*after) if after else "", limit))
        runs = [[_entry(member, name) for member in members] for name, members in zip(sets, found, strict=True)]
        return list(islice(merge(*runs, key=lambda entry: entry.place, reverse=True), limit))

    def counts(self, player_id: str) -> dict[str, int]:
        """How many games each of a player's sets has."""
        if not is_player_id(player_id):
            return dict.fromkeys(PLAYER_SETS, 0)
        sizes = self._client.calls([("ZCARD", key) for key in _sets(player_id)])
        return dict(zip(PLAYER_SETS, sizes, strict=True))

    def where(self, asked: Sequence[tuple[str, int, str]]) -> list[tuple[int, list[str]]]:
        """For each (list, creation time, game id) the version that the list knows, 0 for none, and the sets it is in.

        For checks: this asks many questions.
        """
        commands = []
        for name, created_at, game_id in asked:
            commands.append(("HGET", _versions(name), game_id))
            commands += [("ZSCORE", key, _member(created_at, game_id)) for key in _sets(name)]
        replies, result = iter(self._client.calls(commands)), []
        for name, _, _ in asked:
            version = int(next(replies) or 0)
            result.append((version, [each for each in _set_names(name) if next(replies) is not None]))
        return result

    def lists(self) -> Iterator[str]:
        """The names of all lists that there are, some of them twice. Walks through all keys: for upkeep alone."""
        for pattern in ("listed:{*}", "list:{*}:*"):
            for keys in self._client.scan(pattern):
                yield from {_list_of(key) for key in keys}

    def entries(self, list_name: str) -> Iterator[list[Entry]]:
        """All that stands in the sets of a list, in batches. For upkeep alone."""
        for name in _set_names(list_name):
            after: tuple[int, str] | None = None
            while found := self.page(list_name, (name,), after, _BATCH):
                yield found
                after = found[-1].place

    def remembered(self, list_name: str) -> list[str]:
        """The ids of all games of which a list knows a version. For upkeep alone."""
        return [game_id.decode() for game_id in self._client.call("HKEYS", _versions(list_name))]

    def forget(self, list_name: str, game_ids: Sequence[str]) -> None:
        """Forget the versions of games; entries in the sets stay."""
        if game_ids:
            self._client.call("HDEL", _versions(list_name), *game_ids)


def _call(name: str, game_id: str, version: int, created_at: int, set_name: str) -> ScriptCall:
    sets, names = _sets(name), _set_names(name)
    number = names.index(set_name) + 1 if set_name else 0
    owner = (player_key(name),) if name else ()
    return (_versions(name), *sets, *owner), (game_id, _member(created_at, game_id), version, number, len(sets))


def _set_names(list_name: str) -> tuple[str, ...]:
    return PLAYER_SETS if list_name else PUBLIC_SETS


def _sets(list_name: str) -> list[str]:
    return [_set_key(list_name, name) for name in _set_names(list_name)]


def _set_key(list_name: str, name: str) -> str:
    return f"list:{{{list_name or _ALL}}}:{name}"


def _versions(list_name: str) -> str:
    return f"listed:{{{list_name or _ALL}}}"


def _list_of(key: str) -> str:
    """The name of the list that a key belongs to."""
    tag = key.partition("{")[2].partition("}")[0]
    return PUBLIC if tag == _ALL else tag


def _member(created_at: int, game_id: str) -> str:
    """Eleven hex digits hold the milliseconds until the year 2527; as texts they sort as the numbers do."""
    return f"{created_at:0{_TIME_DIGITS}x}{game_id}"


def _entry(member: bytes, set_name: str) -> Entry:
    text = member.decode()
    return Entry(int(text[:_TIME_DIGITS], 16), text[_TIME_DIGITS:], set_name)
