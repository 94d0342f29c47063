"""How fast the engine plays: `python bench/engine.py [--games N]`.

Whole games with a uniform choice from the legal actions (default payments), for 2, 3 and 4 seats; a ply is one applied
action, and its time includes listing the actions and choosing. No events are built: they are a function of a ply. The
games are the same in every run. Times are CPU time of this process, each the best of five rounds; a round measures
every number of seats and the reference loop in turn, so that all meet the same machine. The ratio of plies to passes
of that loop is the figure to compare between machines.
"""

import argparse
import hashlib
import platform
import random
import time
from collections.abc import Callable
from functools import partial

from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import Options

SEATS = (2, 3, 4)
ROUNDS = 5
PASSES = 200_000


def reference() -> int:
    """Run a fixed amount of what interpreters spend their time on: calls, tuples, a dictionary, small sums."""
    seen: dict[tuple[int, int], int] = {}
    for number in range(PASSES):
        _step(seen, number)
    return PASSES


def _step(seen: dict[tuple[int, int], int], number: int) -> None:
    key = (number & 7, number % 11)
    seen[key] = seen.get(key, 0) + sum(key)


def games(seats: int, count: int) -> int:
    """Play the games and return the number of plies."""
    choose = random.Random(seats).random
    return sum(_game(seats, number, choose) for number in range(count))


def _game(seats: int, number: int, choose: Callable[[], float]) -> int:
    state = deal(Options(seats), hashlib.sha256(f"bench {seats} {number}".encode()).digest())
    plies = 0
    while actions := legal_actions(state):
        state = apply(state, actions[int(choose() * len(actions))])
        plies += 1
    return plies


def rate(work: Callable[[], int]) -> float:
    """Measure what `work` gets done in a second of CPU time."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description="plies and games a second of the rules engine")
    parser.add_argument("--games", type=int, default=150, help="games of each kind and round (default 150)")
    count = parser.parse_args().games
    plies = {seats: games(seats, count) for seats in SEATS}  # also warms up
    best = dict.fromkeys((0, *SEATS), 0.0)
    for _ in range(ROUNDS):
        best[0] = max(best[0], rate(reference))
        for seats in SEATS:
            best[seats] = max(best[seats], rate(partial(games, seats, count)))
    print(f"{platform.python_implementation()} {platform.python_version()}, reference loop {best[0]:,.0f} passes/s")
    for seats in SEATS:
        per_game = plies[seats] / count
        print(
            f"{seats} seats: {best[seats]:8,.0f} plies/s {best[seats] / per_game:6,.0f} games/s"
            f" ({per_game:.0f} plies a game), {best[seats] / best[0]:.4f} plies a pass"
        )


if __name__ == "__main__":
    main()
