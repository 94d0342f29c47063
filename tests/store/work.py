"""What the races do in processes of their own. Everything here is started by name, with plain arguments."""

import os
import random
import sys
from typing import NamedTuple

from service.store import errors
from service.store.client import Client, connect
from service.store.due import DueEntry, DueSet
from service.store.games import Commit, GameStore
from service.store.idempotency import CreationStore
from tests.moments import wait_for

_CLIENTS: dict[str, Client] = {}


def client_of(url: str) -> Client:
    """This process's client."""
    if url not in _CLIENTS:
        _CLIENTS[url] = connect(url)
    return _CLIENTS[url]


class Fired(NamedTuple):
    """What came of one commit: an error's name or nothing, the time in the store, and who did it."""

    error: str
    at: int
    pid: int


def fire(url: str, commits: list[Commit], at: float) -> list[Fired]:
    """Commits one after the other from the moment `at` on (Unix time)."""
    games = GameStore(client_of(url))
    games.read(commits[0].game_id)  # the connection is open before the race begins
    wait_for(at)
    return [_fire(games, commit) for commit in commits]


def fire_at_deadlines(url: str, rounds: list[tuple[Commit, int]], seed: int) -> list[Fired]:
    """For each commit and deadline (ms): tries within a millisecond around it, a flag until it is final."""
    games, lots = GameStore(client_of(url)), random.Random(seed)
    fired = []
    for commit, deadline in rounds:
        wait_for(deadline / 1000 + lots.uniform(-0.0008, 0.0002))
        result = _fire(games, commit)
        while result.error == "DeadlineNotReached":
            result = _fire(games, commit)
        fired.append(result)
    return fired


def claim(url: str, entries: list[DueEntry], at: float) -> list[DueEntry]:
    """Claims what it can get, as one ticker of several."""
    due = DueSet(client_of(url))
    wait_for(at)
    return [entry for entry in entries if due.claim(entry, 10_000) is not None]


def claim_creation(url: str, digest: str, new_id: str, at: float) -> str:
    """The state of a claim made at the same moment as others."""
    creations = CreationStore(client_of(url))
    wait_for(at)
    return creations.claim(digest, "body", new_id).state


def _fire(games: GameStore, commit: Commit) -> Fired:
    try:
        return Fired("", games.commit(commit).at, os.getpid())
    except errors.StoreError as error:
        return Fired(type(error).__name__, 0, os.getpid())


def carry_out_effects(url: str, game_id: str, record: str, stop_before_mark: bool) -> None:
    """An effects pass: each version's effect is a note in the list `record`; then the mark is moved."""
    client = client_of(url)
    games = GameStore(client)
    game = games.read(game_id)
    assert game is not None
    for version in range(game.effects_done + 1, game.version + 1):
        client.call("RPUSH", record, version)
    if stop_before_mark:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.read()
    games.effects_done(game_id, game.effects_done, game.version)


if __name__ == "__main__":
    carry_out_effects(sys.argv[1], sys.argv[2], sys.argv[3], stop_before_mark=True)
