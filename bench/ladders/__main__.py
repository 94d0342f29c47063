"""`python -m bench.ladders WHAT`: what ratings are worth, how many games a ladder plays, and whether it survives.

`ratings [--ladders N]`: on simulated ladders, some minutes. `throughput [--seconds N] [--seats N]`: rated games an hour
through the whole service, and where the time goes. `levels [--seats N]`: whether ratings order the built-in players as
direct matches do; the exit status is 1 where they do not. `beside [--seconds N]`: what people wait for an AI player beside
a busy ladder. `soak [--minutes N] [--seed N]`: bots of all kinds in a ladder whose
processes are killed at random; the exit status is 1 where anything is wrong at the end.
"""

import argparse
import sys
from statistics import median

from bench.ai.printing import Printer
from bench.ladders.beside import beside
from bench.ladders.levels import levels
from bench.ladders.ratings import FIELDS, coverage, games_until_in_order
from bench.ladders.soak import soak
from bench.ladders.throughput import throughput
from splendor.ratings.rating import ALGORITHM

SEATS = (2, 3, 4)
MARKS = (20, 50, 200, 1000)


def ratings(printer: Printer, ladders: int) -> None:
    """Prints how often intervals hold the truth, and how soon players stand in the right order."""
    printer.line(
        f"{ALGORITHM}\nstrength, 95 % intervals and errors in points (400 are ten to one); {ladders} ladders each"
    )
    for name, strengths in FIELDS.items():
        printer.table(
            name,
            ("seats", "games an entry", "intervals that hold", "error", "deviation", "ratings"),
            (5, 14, 19, 5, 9, 7),
        )
        for seats in SEATS:
            for mark, one in zip(MARKS, coverage(strengths, seats, MARKS, ladders), strict=True):
                cells = (f"{one.share:.1%}", f"{one.error:.0f}", f"{one.deviation:.0f}", str(one.ratings))
                printer.row((str(seats), str(mark), *cells))
    printer.table(
        "6 players, 100 points apart: games an entry until they stay in order", ("seats", "median", "worst"), (5, 6, 6)
    )
    for seats in SEATS:
        games = [
            games_until_in_order([100.0 * number for number in range(6)], seats, seed) for seed in range(2 * ladders)
        ]
        printer.row((str(seats), f"{median(games):.0f}", str(max(games))))


def main() -> int:
    """Runs what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladders", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "what", nargs="?", choices=("ratings", "throughput", "levels", "beside", "soak"), default="ratings"
    )
    parser.add_argument("--ladders", type=int, default=8, help="ratings: of each kind (default %(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=30, help="throughput, beside: measured for so long (default %(default)s)"
    )
    parser.add_argument(
        "--seats", type=int, choices=SEATS, default=2, help="throughput, levels: in a game (default %(default)s)"
    )
    parser.add_argument("--games", type=int, default=40, help="levels: of each in the ladder (default %(default)s)")
    parser.add_argument("--deals", type=int, default=25, help="levels: of each match (default %(default)s)")
    parser.add_argument(
        "--think-ms", type=int, default=100, help="levels: the master's for a turn (default %(default)s)"
    )
    parser.add_argument("--minutes", type=float, default=10, help="soak: killing for so long (default %(default)s)")
    parser.add_argument("--seed", type=int, default=6, help="soak: of what is killed when (default %(default)s)")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown")
    given = parser.parse_args()
    printer = Printer(given.markdown)
    if given.what == "throughput":
        return not throughput(printer, given.seconds, given.seats)
    if given.what == "levels":
        return not levels(printer, given.seats, given.games, given.deals, given.think_ms)
    if given.what == "beside":
        beside(printer, given.seconds)
        return 0
    if given.what == "soak":
        return not soak(printer, given.minutes * 60, given.seed)
    ratings(printer, given.ladders)
    return 0


if __name__ == "__main__":
    sys.exit(main())
