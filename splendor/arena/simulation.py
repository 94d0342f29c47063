"""Many games to learn about the game itself: each on a deal of its own, so that each is one observation."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from splendor.arena import plots, statistics
from splendor.arena.caption import Setting
from splendor.arena.contenders import OWN, Limit
from splendor.arena.deals import Deals
from splendor.arena.facts import Facts, facts_of
from splendor.arena.folder import CARDS, GAMES, STATISTICS, Results, csv_text
from splendor.arena.games import rotated
from splendor.arena.pace import Pace
from splendor.arena.processes import Processes, in_order, pool, undisturbed
from splendor.arena.rows import heads, row
from splendor.arena.series import batches, get_ready, play_one, prepare, start
from splendor.arena.stopping import Stop


class Simulation(NamedTuple):
    """What is played; equal simulations give equal games."""

    players: tuple[str, ...]
    """They take the seats in turn, all over again where there are more seats, and move on by one seat from game to game.

    Where there are more players, all groups that fill the seats play in turn, and move on when each has played.
    """
    games: int
    """With each number of seats."""
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 0
    target: int = 15
    limit: Limit = OWN

    def rotation(self, seats: int, number: int) -> int:
        """By how many seats those in game `number` with so many seats have moved on from their order."""
        every = len(groups(len(self.players), seats))
        return (number // every + number % every) % seats

    def seated(self, seats: int, number: int) -> list[str]:
        """Who sits where in that game."""
        found = groups(len(self.players), seats)
        line_up = [self.players[place] for place in found[number % len(found)]]
        return rotated(line_up, self.rotation(seats, number))


@lru_cache(maxsize=8)
def groups(players: int, seats: int) -> list[tuple[int, ...]]:
    """Who may sit at a table: all players, as often as there is room for them, or each choice of as many as there are seats."""
    return list(combinations(range(players), seats)) or [tuple(place % players for place in range(seats))]


class Simulated(NamedTuple):
    """What came of it."""

    games: list[Facts]
    seconds: float
    """From the start of the first game."""


def simulate(
    given: Simulation, results: Results, processes: int, tell: Callable[[int], None], stop: Stop
) -> Simulated | None:
    """Plays the games and fills the folder; `tell` hears how many are done. None where none was played.

    Where something ends it early, as `stop` tells, the games that are done are written down all the same. Raises ValueError
    for players that do not exist.
    """
    get_ready(given.players, given.limit)
    played: list[Facts] = []
    processes = min(processes, len(batches(range(given.games), given.players)))
    pace = Pace(tell)
    stop.run(lambda: _play(given, results, processes, played, pace))
    seconds = pace.seconds
    if not played:
        return None
    told = given._asdict() | {"limit": given.limit._asdict()}
    stop.attempt(lambda: results.json(STATISTICS, statistics.statistics(told, played)))
    stop.attempt(lambda: results.text(CARDS, csv_text([statistics.CARD_HEADS, *statistics.card_rows(played)])))
    for name, picture in plots.pictures(played, Setting(given.players, given.target, given.limit)).items():
        stop.attempt(partial(results.text, name, picture))
    return Simulated(played, seconds)


def _play(given: Simulation, results: Results, processes: int, played: list[Facts], pace: Pace) -> None:
    with pool(processes) as executor:
        start(given.players, given.limit, executor)
        table = results.table(GAMES, heads())
        results.begin()
        pace.begin()
        for seats in given.seats:
            for batch in games(given, seats, executor):
                with undisturbed():
                    with results.together():
                        table.add(map(row, batch))
                    played += batch
                pace.done(len(played))


def games(given: Simulation, seats: int, executor: Processes | None) -> Iterator[list[Facts]]:
    """The games with so many seats, some at a time, in order."""
    return in_order(executor, partial(_play_batch, given, seats), batches(range(given.games), given.players))


def _play_batch(given: Simulation, seats: int, numbers: range) -> list[Facts]:
    prepare(given.players, given.limit)
    deals = Deals(f"simulate {given.seed}", seats, given.target)
    batch = []
    for number in numbers:
        seated = given.seated(seats, number)
        game = play_one(deals, number, seated, given.limit)
        batch.append(facts_of(game, number, given.rotation(seats, number), seated))
    return batch
