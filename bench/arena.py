"""How many games a second the arena plays: `python -m bench.arena [--games N] [--processes P]`.

Series of `greedy` for each number of seats as `splendor arena` plays them, every game checked by the engine, its record and
its row written. By wall time from the first game on, the start of the processes left out, and by CPU time of all
processes, which says what the machine could do if nothing else kept it busy. Then what one game takes that is not written
down: with the check by the engine, and the compiled code alone.
"""

import argparse
import os
import tempfile
import time
from concurrent.futures import Executor
from pathlib import Path

from splendor.ai.core.reading import from_engine
from splendor.arena.core.games import play_greedy
from splendor.arena.deals import Deals
from splendor.arena.fast import play_fast
from splendor.arena.folder import GAMES, RECORDS, Results
from splendor.arena.processes import USABLE, in_order, pool
from splendor.arena.rows import heads, row
from splendor.arena.series import Series, games, get_ready

SEATS = (2, 3, 4)


def played(series: Series, executor: Executor | None) -> float:
    """Seconds that a series takes, its files written."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Results(Path(folder)) as results:
        table, records = results.table(GAMES, heads()), results.lines(RECORDS)
        results.begin()
        for deal in games(series, executor):
            table.add(row(game.facts) for game in deal)
            records.add(game.record for game in deal)
    return time.monotonic() - began


def cpu(_: int) -> tuple[int, float]:
    """This process, and its CPU time so far in seconds."""
    time.sleep(0.05)  # so that each process of a pool is asked
    return os.getpid(), time.process_time()


def cpu_of_all(executor: Executor | None, processes: int) -> float:
    """CPU seconds of this process and of those of the pool."""
    others = dict(in_order(executor, cpu, range(4 * processes))) if executor else {}
    return time.process_time() + sum(others.values())


def checked(seats: int, number: int) -> float:
    """Microseconds of CPU time for a game that is dealt, played and checked, and nothing more."""
    deals = Deals("bench.arena", seats)
    began = time.process_time()
    for one in range(number):
        play_fast(deals.opening(one))
    return (time.process_time() - began) / number * 1e6


def compiled(seats: int, number: int) -> float:
    """Microseconds of CPU time for a game in compiled code alone, from a position that it has been handed."""
    deals = Deals("bench.arena", seats)
    positions, rounds = [from_engine(deals.opening(one)) for one in range(number)], deals.options.max_rounds
    began = time.process_time()
    for position in positions:
        play_greedy(position, seats, rounds)
    return (time.process_time() - began) / number * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description="games a second of the arena")
    parser.add_argument("--games", type=int, default=4000, help="for each number of seats (default %(default)s)")
    parser.add_argument("--processes", type=int, default=min(2, USABLE), help="default %(default)s")
    given = parser.parse_args()
    print(f"{given.processes} processes, {given.games} games of greedy for each number of seats")
    with pool(given.processes) as executor:
        for seats in SEATS:
            series = Series(("greedy",) * seats, given.games)
            get_ready(series.players, series.limit)
            played(series._replace(games=40 * seats), executor)
            before = cpu_of_all(executor, given.processes)
            seconds = played(series, executor)
            busy = cpu_of_all(executor, given.processes) - before
            count = len(series.numbers) * seats
            print(
                f"{seats} seats: {count / seconds:6.0f} games a second, {count / busy:5.0f} by CPU second,"
                f" {checked(seats, 500):5.0f} µs for one that is only played and checked, {compiled(seats, 500):4.0f} µs only played"
            )


if __name__ == "__main__":
    main()
