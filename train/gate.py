"""Is a candidate better than what is shipped? `python -m train.gate CANDIDATE.npz [--against FILE] [--ms 30]`.

A sequential test over paired deals of two seats, both at the same time for a move: it ends as soon as the deals say enough.
The candidate is accepted if it is worth ELO_1 more with a risk of 5 %, rejected if it is worth ELO_0 or less.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from bench.ai.sprt import by_elo, decide
from train.arena import Arena, Limits, net_from

ELO_0, ELO_1 = 0.0, 30.0
MOST_DEALS = 1000
SHIPPED = Path(__file__).parents[1] / "splendor" / "ai" / "weights" / "net-1.npz"


def shares(arena: Arena, deals: int, first: int) -> Iterator[float]:
    """The candidate's share of each deal, and every so often how it stands on the screen."""
    total = 0.0
    for number in range(deals):
        share = arena.pair(first + number) / 2
        total += share
        if number % 20 == 19:
            print(f"{number + 1} deals: {total / (number + 1):.3f}", flush=True)
        yield share


def main() -> int:
    """0 if the candidate was accepted."""
    parser = argparse.ArgumentParser(description="a candidate against the shipped weights")
    parser.add_argument("candidate", type=Path)
    parser.add_argument("--against", type=Path, default=SHIPPED)
    parser.add_argument("--ms", type=float, default=30, help="time for a choice")
    parser.add_argument("--deals", type=int, default=MOST_DEALS, help="most deals")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    given = parser.parse_args()
    limits = Limits(ns=(int(given.ms * 1e6),) * 2)
    arena = Arena(net_from(given.candidate), net_from(given.against), limits)
    verdict = decide(by_elo(ELO_0, ELO_1), shares(arena, given.deals, given.first))
    print(
        f"{verdict.answer}: share {verdict.share:.3f} of {verdict.deals} deals, log likelihood ratio {verdict.llr:.2f}"
    )
    return 0 if verdict.answer == "accepted" else 1


if __name__ == "__main__":
    raise SystemExit(main())
