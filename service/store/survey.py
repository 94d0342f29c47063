"""Walks through all that is stored, for the command line alone: no request ever waits for this."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .keys import BUCKETS, bucket_keys, game_keys, is_game_id, life_key
from .scripts import load
from .wire import Client

LONGEST_LEASE_MS = 60_000
"""How far ahead of its time an entry may stand because a ticker has claimed it."""

_MEND = load("mend_due")
_LETTERS = "dwe"
_PARTS = ("log", "req")


class DueEntries(NamedTuple):
    """A game's entries, by letter (d deadline, w watch, e effects) with their times; life: 0 for none (ms since 1970)."""

    due: dict[str, int]
    life: int


class Survey:
    """What is there, game by game."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def games(self) -> Iterator[list[str]]:
        """The ids of all games in the store, in batches; one may come twice."""
        for keys in self._client.scan("game:{b??}:*"):
            yield _ids(keys)

    def parts(self) -> Iterator[list[str]]:
        """The ids of all games of which there is a log or a list of requests, in batches; each may come several times."""
        for name in _PARTS:
            for keys in self._client.scan(f"{name}:{{b??}}:*"):
                yield _ids(keys)

    def scheduled(self) -> Iterator[list[str]]:
        """The ids of all games with an entry in a due set, in batches; each may come several times."""
        for bucket in BUCKETS:
            keys = (bucket_keys(bucket).due, life_key(bucket))
            found = self._client.calls([("ZRANGE", key, 0, -1) for key in keys])
            yield [member.decode().partition(":")[0] for members in found for member in members]

    def missing(self, game_ids: Sequence[str]) -> list[str]:
        """Those of these games that the store does not have."""
        found = self._client.calls([("EXISTS", game_keys(game_id).game) for game_id in game_ids])
        return [game_id for game_id, there in zip(game_ids, found, strict=True) if not there]

    def has_parts(self, game_id: str) -> bool:
        """Whether there is a log or a list of requests."""
        keys = game_keys(game_id)
        return any(self._client.calls([("EXISTS", key) for key in (keys.log, keys.requests)]))

    def due_entries(self, game_id: str) -> DueEntries:
        """What stands in the due sets for a game; neither part is there where nothing does."""
        keys = game_keys(game_id)
        commands = [("ZSCORE", keys.due, f"{game_id}:{letter}") for letter in _LETTERS]
        *due, life = self._client.calls([*commands, ("ZSCORE", keys.life, game_id)])
        return DueEntries({letter: int(at) for letter, at in zip(_LETTERS, due, strict=True) if at}, int(life or 0))

    def mend_due(self, game_id: str, version: int, watch_ms: int) -> bool:
        """Write the due entries that a game asks for; `watch_ms` where an AI player is to act. False if it moved on."""
        keys = game_keys(game_id)
        arguments = (game_id, version, watch_ms, LONGEST_LEASE_MS)
        return bool(self._client.run(_MEND, (keys.game, keys.due, keys.life, keys.beat), arguments))

    def unschedule(self, game_id: str) -> None:
        """Remove the due entries of a game that does not exist."""
        keys = game_keys(game_id)
        members = [f"{game_id}:{letter}" for letter in _LETTERS]
        self._client.calls([("ZREM", keys.due, *members), ("ZREM", keys.life, game_id)])


def _ids(keys: Sequence[str]) -> list[str]:
    return [game_id for key in keys if is_game_id(game_id := key.rpartition(":")[2])]
