"""Matches of nets against one another, compiled: two seats, each deal played from both, equal time or equal simulations."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from splendor.ai.core.apply import apply
from splendor.ai.core.clock import now_ns
from splendor.ai.core.codes import MOST_ACTIONS, RESERVE
from splendor.ai.core.compiling import jit
from splendor.ai.core.dealing import deal
from splendor.ai.core.layout import PHASE, SIZE, TO_ACT
from splendor.ai.core.net import Net, new_net
from splendor.ai.core.rng import new_rng
from splendor.ai.core.search import root_edges, search
from splendor.ai.core.tree import NONE, new_tree
from splendor.ai.core.turns import OVER, shares
from train.games import MOST_ROUNDS, hidden_from


class Limits(NamedTuple):
    """What each of two players may use for a choice: simulations, and nanoseconds; 0: no limit of that kind."""

    simulations: tuple[int, int] = (0, 0)
    ns: tuple[int, int] = (0, 0)


def net_from(path: Path | None) -> Net:
    """The net of a file; with None the hand-made evaluation."""
    if path is None:
        return new_net(None)
    with np.load(path) as arrays:
        return new_net({name: arrays[name] for name in arrays.files})


@jit
def _best(tree, codes, tried, won):
    n, best = root_edges(tree, codes, tried, won), 0
    for i in range(n):
        if tried[i] > tried[best]:
            best = i
    return np.int64(codes[best])


@jit
def _play(s, first, second, tree, rng, simulations, ns, swapped, out):
    """Plays one game; `swapped`: the second net has seat 0. Fills the shares by seat; the rounds it took are in `s`."""
    places, codes = np.zeros(12, np.int64), np.zeros(MOST_ACTIONS, np.int32)
    tried, won, clock, take = np.zeros(MOST_ACTIONS, np.int32), np.zeros(MOST_ACTIONS), np.zeros(2, np.int64), NONE
    while s[PHASE] != OVER:
        who = s[TO_ACT] ^ swapped
        hidden = places[: hidden_from(s, s[TO_ACT], places)]
        until = now_ns(clock) + ns[who] if ns[who] else 0
        if who == 0:
            search(s, hidden, take, first, tree, rng, simulations[0], until)
        else:
            search(s, hidden, take, second, tree, rng, simulations[1], until)
        action = _best(tree, codes, tried, won)
        take = action if action < RESERVE else NONE
        apply(s, action)
    shares(s, out)


@jit
def _deal(s, number, target):
    rng = np.array([np.uint64(number)])
    deal(s, 2, target, MOST_ROUNDS, rng)


class Arena:
    """Plays pairs of games; `pair` gives what the first net won of the two: 0, 0.5, 1, 1.5 or 2."""

    def __init__(self, first: Net, second: Net, limits: Limits) -> None:
        self._nets, self._limits, self._tree = (first, second), limits, new_tree(40_000)

    def pair(self, number: int, target: int = 15) -> float:
        """The deal of this number, from both seats."""
        won, s, out = 0.0, np.zeros(SIZE, np.int16), np.zeros(4, np.float32)
        for swapped in (0, 1):
            _deal(s, number * 7919 + 17, target)
            simulations, ns = (np.array(limit, np.int64) for limit in self._limits)
            _play(s, *self._nets, self._tree, new_rng(number * 2 + swapped), simulations, ns, swapped, out)
            won += float(out[swapped])
        return won
