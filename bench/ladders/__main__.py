"""`python -m bench.ladders [ratings] [--ladders N]`: what ratings are worth, on simulated ladders; some minutes."""

import argparse
import sys
from statistics import median

from bench.ai.printing import Printer
from bench.ladders.ratings import FIELDS, coverage, games_until_in_order
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
    parser.add_argument("what", nargs="?", choices=("ratings",), default="ratings")
    parser.add_argument("--ladders", type=int, default=6, help="of each kind (default %(default)s)")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown")
    given = parser.parse_args()
    ratings(Printer(given.markdown), given.ladders)
    return 0


if __name__ == "__main__":
    sys.exit(main())
