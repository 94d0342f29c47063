"""The compiled core against the engine, ply by ply: `python -m bench.ai.differential [--plies N] [--seed N]`.

Both play the same games, a third of the plies from made-up positions, a third with a purchase wherever there is one, a
third uniform; now and then a seat goes out, in whatever phase. Compared are the legal actions in their order, all payments
of all purchases, the state after every ply, and who won. The games are the same in every run. The tests run a part of it.
"""

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import numpy as np

from bench.ai.odd_starts import odd_start
from splendor.ai.core import layout
from splendor.ai.core.apply import apply as core_apply
from splendor.ai.core.codes import CODE_MASK, MOST_ACTIONS, PASS, PURCHASE, action_of, code_of
from splendor.ai.core.legal import legal_actions as core_legal_actions
from splendor.ai.core.legal import payments as core_payments
from splendor.ai.core.reading import from_engine
from splendor.ai.core.turns import go_out, shares
from splendor.engine.actions import Action, PurchaseCard
from splendor.engine.exits import flag, resign
from splendor.engine.legal import legal_actions
from splendor.engine.outcome import outcome
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import (
    ACTION,
    ACTIVE,
    FLAGGED,
    OVER,
    PHASE_NAMES,
    RESIGNED,
    TERMINATION_NAMES,
    Options,
    State,
)

KINDS = ("odd", "purchases first", "uniform")
TARGETS = (15, 18, 21)
ROUNDS = (20, 30, 100, 500)
EXITS, EXITS_ODD, EXITS_WITHIN = 0.002, 0.01, 0.03
"""How likely a seat goes out instead of the next ply: in games from deals, from odd positions, in later phases of a turn."""
OTHER_PAYMENT = 0.3


class Difference(Exception):
    """Engine and core do not agree."""


@dataclass
class Report:
    """What was compared: plies by kind of game, how often each thing was met, and all differences."""

    plies: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(KINDS, 0)))
    met: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def compare(plies: int, seed: int = 0) -> Report:
    """Plays games until so many plies have been compared. A game with a difference goes no further."""
    report, number = Report(), 0
    while report.plies.total() < plies:
        kind = min(KINDS, key=report.plies.__getitem__)
        try:
            _Game(kind, Random(f"{seed} {number}"), report).play()
        except Difference as difference:
            report.differences.append(f"game {number}, {kind}: {difference}")
        number += 1
    report.met["games"] = number
    return report


class _Game:
    """One game, played by both."""

    def __init__(self, kind: str, rng: Random, report: Report) -> None:
        self.kind, self.rng, self.report = kind, rng, report
        options = Options(rng.randint(2, 4), rng.choice(TARGETS), max_rounds=rng.choice(ROUNDS))
        self.state = odd_start(options, rng) if kind == "odd" else deal(options, rng.randbytes(32))
        self.eager = kind == "purchases first" or (kind == "odd" and rng.random() < 0.5)
        self.array = from_engine(self.state)
        self.room = np.zeros(MOST_ACTIONS, np.int32)

    def play(self) -> None:
        """Plays to the end. Raises Difference."""
        while self.state.phase != OVER:
            codes = self._same_actions()
            self.report.met[PHASE_NAMES[self.state.phase]] += 1
            if self.rng.random() < self._likely_exit():
                self._leave()
            else:
                self._take_ply(self._choice(codes))
            self.report.plies[self.kind] += 1
            self._same_state()
        self._same_end()

    def _same_actions(self) -> list[int]:
        """The legal actions by code, purchases with the default payment."""
        found = self.room[: core_legal_actions(self.array, self.room)].tolist()
        listed = [code_of(action) for action in legal_actions(self.state)]
        self._check("legal actions", [code & CODE_MASK for code in listed], found)
        if any(map(_is_purchase, found)):
            self._same_payments({code for code in listed if _is_purchase(code)}, found)
        return found

    def _same_payments(self, defaults: set[int], actions: list[int]) -> None:
        """The core names no payment where it is the default one."""
        listed = [code_of(action) for action in legal_actions(self.state, "all") if isinstance(action, PurchaseCard)]
        expected = [code & CODE_MASK if code in defaults else code for code in listed]
        found = [paid for code in actions if _is_purchase(code) for paid in self._payments(code)]
        self._check("payments", expected, found)

    def _payments(self, purchase: int) -> list[int]:
        return self.room[: core_payments(self.array, purchase - PURCHASE, self.room)].tolist()

    def _choice(self, codes: list[int]) -> int:
        purchases = [code for code in codes if _is_purchase(code)]
        code = self.rng.choice(purchases if self.eager and purchases else codes)
        if _is_purchase(code) and self.rng.random() < OTHER_PAYMENT:
            return self.rng.choice(self._payments(code))
        return code

    def _take_ply(self, code: int) -> None:
        action = action_of(code)
        self.report.met[_name(action)] += 1
        self.state = apply(self.state, action)
        core_apply(self.array, code)

    def _likely_exit(self) -> float:
        if self.state.phase != ACTION:
            return EXITS_WITHIN
        return EXITS_ODD if self.kind == "odd" else EXITS

    def _leave(self) -> None:
        """A seat goes out, every other time the one that is to act."""
        own = self.state.to_act
        others = [number for number, seat in enumerate(self.state.seats) if seat.status == ACTIVE and number != own]
        seat = self.rng.choice((own, self.rng.choice(others)))
        status = self.rng.choice((RESIGNED, FLAGGED))
        whose = "own" if seat == own else "another's"
        self.report.met[f"exit in {whose} {PHASE_NAMES[self.state.phase]}"] += 1
        self.report.met["exit after a pass"] += self.state.passes > 0
        self.state = (resign if status == RESIGNED else flag)(self.state, seat)
        go_out(self.array, seat, status)

    def _same_state(self) -> None:
        expected, found = from_engine(self.state), settled(self.array)
        if not np.array_equal(expected, found):
            places = np.flatnonzero(expected != found)
            self._check(f"state at {places.tolist()}", expected[places].tolist(), found[places].tolist())

    def _same_end(self) -> None:
        self.report.met[TERMINATION_NAMES[self.state.termination]] += 1
        room = np.full(layout.MOST_SEATS, -1, np.float32)
        shares(self.array, room)
        won = shares_of(self.state)
        self.report.met["shared victories"] += max(won) < 1
        self._check("shares", np.float32(won).tolist(), room[: len(won)].tolist())

    def _check(self, what: str, expected: object, found: object) -> None:
        if expected != found:
            raise Difference(f"{what}: {expected} by the engine, {found} by the core; state {self.state}")


def _is_purchase(code: int) -> bool:
    return PURCHASE <= code & CODE_MASK < PASS


def _name(action: Action) -> str:
    other = isinstance(action, PurchaseCard) and action.payment is not None
    return f"{type(action).__name__}{' by another payment' if other else ''}"


def shares_of(state: State) -> list[float]:
    """Each seat's share of the victory in a game that is over, by the engine."""
    ended = outcome(state)
    if ended is None:
        raise ValueError("the game is not over")
    return [(seat in ended.winners) / len(ended.winners) for seat in range(len(state.seats))]


def settled(array: layout.State) -> layout.State:
    """The array as it would be read from the engine: no cards behind the pools, no gaps between the nobles."""
    settled = array.copy()
    for row, start in enumerate(layout.POOL_START):
        end = layout.POOL_START[row + 1] if row < 2 else layout.NOBLES
        settled[start + array[layout.POOL + row] : end] = 0
    nobles = array[layout.NOBLES : layout.NOBLES + layout.NOBLE_PLACES]
    left = nobles[nobles >= 0]
    settled[layout.NOBLES : layout.NOBLES + layout.NOBLE_PLACES] = layout.EMPTY
    settled[layout.NOBLES : layout.NOBLES + len(left)] = left
    return settled


def main() -> int:
    """How many differences there are, at most 1."""
    parser = argparse.ArgumentParser(description="the compiled core against the engine")
    parser.add_argument("--plies", type=int, default=200_000, help="how many plies to compare (default 200,000)")
    parser.add_argument("--seed", type=int, default=0, help="other games (default 0)")
    options = parser.parse_args()
    compare(2_000, options.seed)  # has everything compiled
    began = time.process_time()
    report = compare(options.plies, options.seed)
    plies, spent = report.plies.total(), time.process_time() - began
    print(
        f"{plies:,} plies of {report.met['games']:,} games, {plies / spent:,.0f} plies a CPU-second, differences {len(report.differences)}"
    )
    print(", ".join(f"{name} {count:,}" for name, count in sorted((report.met + report.plies).items())))
    print(*report.differences[:5], sep="\n", end="")
    return min(1, len(report.differences))


if __name__ == "__main__":
    sys.exit(main())
