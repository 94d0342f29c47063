"""Processes that keep the lists busy while a test reads them."""

import contextlib
import multiprocessing
from collections.abc import Iterator
from multiprocessing.synchronize import Event
from typing import Any

from service.hosting.committing import own_request
from service.hosting.join_seat import join_seat
from service.hosting.reading import load_table
from service.hosting.resign import resign
from service.services import Services
from service.store.players import Player
from tests.hosting.hosts import host_on, new_person
from tests.hosting.tables import ME, OPEN, new_open_game

_SPAWN = multiprocessing.get_context("spawn")


def start_and_end(host: Services, game_id: str) -> None:
    """Somebody takes the last seat, then resigns: open, playing, finished."""
    person = new_person(host)
    join_seat(host, load_table(host, game_id, person.id), Player(person.id, person.name), None, own_request())
    resign(host, load_table(host, game_id, person.id), own_request(), exact=False)


def _write(url: str, games: list[str], rounds: int, stop: Event) -> None:
    """Ends the games that it was given one by one, and new ones in between, until it is told to stop."""
    host: Any = host_on(url)
    for _ in range(rounds):
        if stop.is_set():
            return
        new = new_open_game(host, ME, OPEN)
        if games:
            start_and_end(host, games.pop())
        start_and_end(host, new.game.id)
        new_open_game(host, ME, OPEN)


@contextlib.contextmanager
def writers(url: str, *games: list[str], rounds: int = 1_000) -> Iterator[None]:
    """One process for each group of games, at work inside, but for so many rounds at most; fails where one of them did."""
    stop = _SPAWN.Event()
    processes = [_SPAWN.Process(target=_write, args=(url, group, rounds, stop), daemon=True) for group in games]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        stop.set()
        for process in processes:
            process.join(10)
    assert [process.exitcode for process in processes] == [0] * len(processes)
