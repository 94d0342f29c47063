"""From what a seat sees to a judgement of each of its actions, by the compiled search.

The room that a search needs is kept for the next one, one for each thread; nothing that is in it changes a result.
"""

import threading
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from splendor.ai.budget import Budget
from splendor.ai.core.codes import MOST_ACTIONS, TAKE
from splendor.ai.core.net import Net, new_net
from splendor.ai.core.reading import from_view, hidden_places
from splendor.ai.core.rng import new_rng
from splendor.ai.core.search import root_edges, search
from splendor.ai.core.tables import TAKES
from splendor.ai.core.tree import NONE, Tree, new_tree
from splendor.ai.player import View
from splendor.engine.tokens import TOKEN_NAMES

WEIGHTS = "net-2.npz"
"""The weights that the levels play by, in splendor/ai/weights."""
NODES = 80_000
"""Most nodes of a tree. A search goes on without new ones when they are used up.

Room is the same for all searches, also for short ones: else what a thread has thought before would tell in a choice.
"""
FOREVER_S = 9e9
"""An end beyond this instant is none: more nanoseconds do not fit into the 64 bits of the compiled clock."""


class Thought(NamedTuple):
    """What a search found, by legal action; an action that is no more than a turn for nothing may be missing."""

    codes: list[int]
    """Actions as splendor.ai.core.codes has them; the most tried one is the choice."""
    tried: list[int]
    """In how many simulations each was tried."""
    won: list[float]
    """The share of the victory that its simulations gave on the average; 0 where there were none."""
    simulations: int


class _Room(threading.local):
    """What one thread searches with."""

    def __init__(self) -> None:
        self._tree: Tree | None = None
        self.nets: dict[tuple[bool, str], Net] = {}

    @property
    def tree(self) -> Tree:
        if self._tree is None:
            self._tree = new_tree(NODES)
        return self._tree

    def net(self, by_hand: bool, file: str) -> Net:
        if (by_hand, file) not in self.nets:
            self.nets[by_hand, file] = new_net(None if by_hand else weights(file))
        return self.nets[by_hand, file]


_room = _Room()


@cache
def weights(file: str = "") -> dict[str, np.ndarray]:
    """The weights of a file by name; without one, the shipped ones."""
    shipped = files("splendor") / "ai" / "weights" / WEIGHTS
    with as_file(Path(file) if file else shipped) as path, np.load(path) as arrays:
        return {name: arrays[name].astype(np.float32) for name in arrays.files}


def think(view: View, start: View, seed: int, budget: Budget, *, by_hand: bool = False, file: str = "") -> Thought:
    """Searches for the seat that `view` shows to be on turn; `start` is its view when the turn began.

    `by_hand` searches by the hand-made evaluation, `file` by other weights than the shipped ones.

    Equal arguments give equal thoughts where the budget is in simulations alone. Raises ValueError for a budget without
    any limit.
    """
    simulations, until = budget.simulations or 0, budget.until
    if not simulations and until is None:
        raise ValueError("a budget has a number of simulations, an end, or both")
    tree, root = _room.tree, from_view(view)
    hidden = np.array(hidden_places(view), np.int64)
    until_ns = 0 if until is None else max(1, int(min(until, FOREVER_S) * 1e9))
    done = search(
        root, hidden, taken(view, start), _room.net(by_hand, file), tree, new_rng(seed), simulations, until_ns
    )
    return _thought(tree, done)


def taken(view: View, start: View) -> int:
    """The code of the take that the turn began with; NONE where it did not begin with one, or has not begun."""
    seat = view["turn"]["seat"]
    now, then = (shown["seats"][seat]["tokens"] for shown in (view, start))
    gained = [now[name] - then[name] for name in TOKEN_NAMES]
    for number, take in enumerate(TAKES.tolist()):
        if take == gained:
            return TAKE + number
    return NONE


def _thought(tree: Tree, done: int) -> Thought:
    actions, tried, won = np.zeros(MOST_ACTIONS, np.int32), np.zeros(MOST_ACTIONS, np.int32), np.zeros(MOST_ACTIONS)
    n = root_edges(tree, actions, tried, won)
    means = won[:n] / np.maximum(1, tried[:n])
    return Thought(actions[:n].tolist(), tried[:n].tolist(), means.tolist(), done)
