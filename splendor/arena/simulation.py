"""Many games to learn about the game itself: each on a deal of its own, so that each is one observation."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from splendor.arena import plots, statistics
from splendor.arena.contenders import OWN, Limit
from splendor.arena.deals import Deals
from splendor.arena.facts import Facts, facts_of
from splendor.arena.folder import CARDS, GAMES, STATISTICS, Results
from splendor.arena.games import rotated
from splendor.arena.processes import in_order, pool, undisturbed
from splendor.arena.rows import heads, row
from splendor.arena.series import batches, get_ready, play_one, prepare


class Simulation(NamedTuple):
    """What is played; equal simulations give equal games."""

    players: tuple[str, ...]
    """They take the seats in turn, all over again where there are more seats, and move on by one seat from game to game."""
    games: int
    """With each number of seats."""
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 0
    target: int = 15
    limit: Limit = OWN

    def places(self, seats: int) -> int:
        """After how many games everybody sits again where they sat."""
        return max(seats, len(self.players))

    def seated(self, seats: int, number: int) -> list[str]:
        """Who sits where in game `number` with so many seats."""
        line_up = [self.players[place % len(self.players)] for place in range(self.places(seats))]
        return rotated(line_up, number)[:seats]


class Simulated(NamedTuple):
    """What came of it."""

    games: list[Facts]
    seconds: float
    stopped: bool
    """Whether Ctrl-C ended it."""


def simulate(given: Simulation, results: Results, processes: int, tell: Callable[[int], None]) -> Simulated | None:
    """Plays the games and fills the folder; `tell` hears how many are done. None where none was played.

    Ctrl-C ends it with the games that are done. Raises ValueError for players that do not exist.
    """
    get_ready(given.players, given.limit)
    played: list[Facts] = []
    began, stopped = time.monotonic(), True
    with suppress(KeyboardInterrupt):
        _play(given, results, processes, played, tell)
        stopped = False
    if not played:
        return None
    results.json(STATISTICS, statistics.statistics(given._asdict() | {"limit": given.limit._asdict()}, played))
    table = results.table(CARDS, statistics.CARD_HEADS)
    table.add(statistics.card_rows(played))
    for name, picture in plots.pictures(played).items():
        results.text(name, picture)
    return Simulated(played, time.monotonic() - began, stopped)


def _play(
    given: Simulation, results: Results, processes: int, played: list[Facts], tell: Callable[[int], None]
) -> None:
    table = results.table(GAMES, heads())
    with pool(processes) as executor:
        for seats in given.seats:
            for batch in games(given, seats, executor):
                with undisturbed():
                    table.add(map(row, batch))
                    played += batch
                tell(len(played))


def games(given: Simulation, seats: int, executor: Executor | None) -> Iterator[list[Facts]]:
    """The games with so many seats, some at a time, in order."""
    return in_order(executor, partial(_play_batch, given, seats), batches(range(given.games), given.players))


def _play_batch(given: Simulation, seats: int, numbers: range) -> list[Facts]:
    prepare(given.players, given.limit)
    deals = Deals(f"simulate {given.seed}", seats, given.target)
    batch = []
    for number in numbers:
        seated = given.seated(seats, number)
        batch.append(
            facts_of(play_one(deals, number, seated, given.limit), number, number % given.places(seats), seated)
        )
    return batch
