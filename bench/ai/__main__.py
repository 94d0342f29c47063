"""`python -m bench.ai [SECTION ...] [--full]`: speed, strength and punctuality of the AI players.

Without a section all of them, in some minutes; `--full` plays as many games as docs/benchmarks.md shows and takes hours.
Two more, for those who work on the players: `match A B` plays one match, `sprt A B` a sequential test that stops as soon
as it can. A and B are texts as bench.ai.contenders has them.
"""

import argparse
import os
import platform
import sys
import time
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

from bench.ai.contenders import contender, prepare
from bench.ai.matches import Pairing, play, pool
from bench.ai.printing import Printer
from bench.ai.sections import SECTIONS, Bench
from bench.ai.sprt import Hypotheses, decide
from splendor.ai.ready import make_ready
from splendor.arena.processes import USABLE


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.ai", description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="*", help=f"{', '.join(SECTIONS)} (default: all); or: match A B, sprt A B")
    parser.add_argument("--full", action="store_true", help="the long form")
    parser.add_argument("--processes", type=int, default=min(2, USABLE), help="that play games (default %(default)s)")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown")
    parser.add_argument("--write", type=Path, help="a file for all that is printed")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal (default 0)")
    single = parser.add_argument_group("match and sprt")
    single.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    single.add_argument("--target", type=int, default=15)
    single.add_argument(
        "--deals", type=int, default=100, help="at most so many; each is as many games as there are seats"
    )
    single.add_argument("--share0", type=float, default=0.5, help="sprt: A's share of the victory if it is no better")
    single.add_argument("--share1", type=float, default=0.55, help="sprt: its share if it is")
    single.add_argument("--alpha", type=float, default=0.05, help="sprt: risk of accepting at share0")
    single.add_argument("--beta", type=float, default=0.05, help="sprt: risk of rejecting at share1")
    given = parser.parse_args()
    if given.what[:1] in (["match"], ["sprt"]):
        if len(given.what) != 3:
            parser.error(f"{given.what[0]} needs two players")
        try:
            _ = contender(given.what[1]), contender(given.what[2])
        except ValueError as error:
            parser.error(str(error))
    elif unknown := set(given.what) - set(SECTIONS):
        parser.error(f"there is no section {', '.join(sorted(unknown))}")
    return given


def main() -> int:
    """Runs what is asked for; of a sequential test 1 says that it did not accept."""
    given = arguments()
    with ExitStack() as stack:
        files = [sys.stdout, *([stack.enter_context(given.write.open("w"))] if given.write else [])]
        printer = Printer(given.markdown, files)
        printer.line(machine())
        make_ready()
        prepare("uct")  # compiled here, and found by the other processes
        bench = Bench(printer, given.full, stack.enter_context(pool(given.processes)), given.first)
        if given.what[:1] in (["match"], ["sprt"]):
            return single(bench, given)
        for name in given.what or SECTIONS:
            began = time.monotonic()
            SECTIONS[name](bench)
            print(f"  ({name}: {time.monotonic() - began:.0f} s)", file=sys.stderr)
    return 0


def machine() -> str:
    """Where this runs. What else keeps the machine busy matters to players that are set by time."""
    busy = f"{os.getloadavg()[0]:.1f} processes at work before" if hasattr(os, "getloadavg") else ""
    return (
        f"{platform.platform()}, {USABLE} cores, Python {platform.python_version()}, numba {version('numba')}, {busy}"
    )


def single(bench: Bench, given: argparse.Namespace) -> int:
    """One match, or one sequential test."""
    kind, a, b = given.what
    pairing, numbers = Pairing(a, b, given.seats, given.target), range(given.first, given.first + given.deals)
    if kind == "match":
        bench.matches(f"{a} against {b}, deals {numbers.start} to {numbers.stop - 1}")
        bench.match(pairing, numbers)
        return 0
    between = Hypotheses(given.share0, given.share1, given.alpha, given.beta)
    shares = (sum(game.share for game in deal) / given.seats for deal in play(pairing, numbers, bench.executor))
    verdict = decide(between, shares)
    bench.printer.line(
        f"{a} against {b}: {verdict.answer} after {verdict.deals} deals, share {verdict.share:.1%}, LLR {verdict.llr:.2f}"
        f" of {between.bounds[0]:.2f} to {between.bounds[1]:.2f}"
    )
    return int(verdict.answer != "accepted")


if __name__ == "__main__":
    sys.exit(main())
