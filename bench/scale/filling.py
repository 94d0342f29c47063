"""Fills a store with copies of games that were played, and notes what they take of its memory.

Every commit of every copy runs through the store's own script, in order. Only the waiting for each reply is saved: many
commits travel together. What follows a commit, the lists, is written once, for the last version, as a repair does it.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bench.scale.patterns import SHARES, Kind, Pattern, copy
from bench.scale.site import Site
from service.hosting.players import register
from service.store.games import GameStore
from service.store.indexes import IndexStore
from service.store.scripts import load
from service.store.wire import Client, Command, Connection, Memory

GAMES_A_PERSON = 5
"""So many games are there for each player; with two to four seats a player is in some thirteen."""
_TOGETHER = 20
_PRESUMED = [b"done", 1, b"", 0, 0, 0, 0, b"", 0]


class Taken(NamedTuple):
    """What games of one kind take in the store, in bytes a game: by themselves, and in the lists."""

    games: int
    versions: float
    itself: float
    lists: float


class _Made(NamedTuple):
    """A copy in the store: its id, its version, when it was created (ms since 1970), and the lists it belongs in."""

    game_id: str
    version: int
    created_at: int
    lists: dict[str, str]


@dataclass
class Content:
    """What a store was filled with: the secret of each player's token, the games of each kind, and what they take."""

    secrets: dict[str, str] = field(default_factory=dict)
    games: dict[Kind, list[str]] = field(default_factory=dict)
    taken: dict[Kind, Taken] = field(default_factory=dict)
    person: float = 0.0


class Gathering(Client):
    """Holds commands back until there are many, and says of each that it went well; `flush` tells the real replies."""

    def __init__(self, client: Client, presumed: Any) -> None:
        self._client, self._presumed = client, presumed
        self._waiting: list[Command] = []

    def send(self, commands: Sequence[Command]) -> list[Any]:
        """See Client."""
        self._waiting += commands
        return [self._presumed] * len(commands)

    def flush(self) -> list[Any]:
        """Sends what has been held back. Raises for the first command that failed."""
        waiting, self._waiting = self._waiting, []
        return self._client.calls(waiting)

    def memory(self) -> list[Memory]:
        """See Client."""
        return self._client.memory()

    def scan(self, pattern: str) -> Iterator[list[str]]:
        """See Client."""
        return self._client.scan(pattern)

    def subscriber(self) -> Connection:
        """See Client."""
        return self._client.subscriber()

    def close(self) -> None:
        """See Client."""


def fill(site: Site, patterns: dict[Kind, list[Pattern]], games: int, chance: random.Random) -> Content:
    """Empties the store, then stores so many games of all kinds."""
    site.admin.flushall()
    for script in ("commit", "effects", "index"):
        site.client.call("SCRIPT", "LOAD", load(script).text)
    content = Content()
    _add_people(site, content, max(8, games // GAMES_A_PERSON))
    for kind, share in SHARES.items():
        add_games(site, content, kind, patterns[kind], round(games * share), chance)
    return content


def _add_people(site: Site, content: Content, number: int) -> None:
    before = site.memory()
    for count in range(number):
        person, secret = register(site.host, f"Player {count}")
        site.host.players.touch(person.id)
        content.secrets[person.id] = secret
    content.person = (site.memory() - before) / number


def add_games(
    site: Site, content: Content, kind: Kind, patterns: list[Pattern], number: int, chance: random.Random
) -> list[str]:
    """Stores so many more games of a kind; their ids."""
    people, made = list(content.secrets), list[_Made]()
    begun = site.memory()
    for first in range(0, number, _TOGETHER):
        chosen = [patterns[each % len(patterns)] for each in range(first, min(first + _TOGETHER, number))]
        made += _commit(site, [copy(each, tuple(chance.sample(people, len(each.people)))) for each in chosen])
    listed_from = site.memory()
    for first in range(0, number, _TOGETHER):
        _list(site, made[first : first + _TOGETHER])
    versions = sum(one.version for one in made)
    content.taken[kind] = Taken(
        number, versions / number, (listed_from - begun) / number, (site.memory() - listed_from) / number
    )
    ids = [one.game_id for one in made]
    content.games.setdefault(kind, []).extend(ids)
    return ids


def _commit(site: Site, copies: Sequence[Pattern]) -> list[_Made]:
    """Commits whole games, and says that what follows from it is done."""
    gathering = Gathering(site.client, _PRESUMED)
    store = GameStore(gathering)
    for one in copies:
        for each in one.commits:
            store.commit(each)
    replies = iter(gathering.flush())
    made = [_made(one, [next(replies) for _ in one.commits]) for one in copies]
    gathering = Gathering(site.client, 0)
    for done in made:
        GameStore(gathering).effects_done(done.game_id, 0, done.version)
    gathering.flush()
    return made


def _made(one: Pattern, replies: Sequence[list[Any]]) -> _Made:
    for reply in replies:
        if reply[0] != b"done":
            raise RuntimeError(f"a copy was refused: {reply}")
    return _Made(one.game_id, len(replies), replies[0][3], one.lists)


def _list(site: Site, made: Sequence[_Made]) -> None:
    gathering = Gathering(site.client, 1)
    for one in made:
        IndexStore(gathering).place(one.game_id, one.version, one.created_at, one.lists)
    if any(reply != 1 for reply in gathering.flush()):
        raise RuntimeError("a list did not take a game")
