"""Searches from positions of the engine, with their results by action."""

from typing import NamedTuple

import numpy as np

from splendor.ai.core.codes import MOST_ACTIONS, action_of
from splendor.ai.core.net import SHAPES, new_net
from splendor.ai.core.reading import from_engine, from_view, hidden_places
from splendor.ai.core.rng import new_rng
from splendor.ai.core.search import root_edges, search
from splendor.ai.core.tree import NONE, new_tree
from splendor.ai.player import ai_view
from splendor.engine.actions import Action

NO_PLACES = np.zeros(0, np.int64)
BY_HAND = new_net(None)
INDIFFERENT = new_net({name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()})
"""All seats, and all actions, are equal in its eyes: what a search by it prefers, it has found out by itself."""
ROOM = new_tree(3000)


def random_net(seed, scale=1.0):
    """A net whose weights mean nothing."""
    rng = np.random.default_rng(seed)
    return new_net(
        {
            name: (scale * rng.standard_normal(shape) / shape[0] ** 0.5).astype(np.float32)
            for name, shape in SHAPES.items()
        }
    )


class Found(NamedTuple):
    """What a search found out about the actions of its root."""

    done: int
    tried: dict[Action, int]
    won: dict[Action, float]
    """What the seat won on the average, for actions that were tried."""

    @property
    def best(self):
        return max(self.tried, key=self.tried.__getitem__)


def search_array(array, *, hidden=NO_PLACES, take=NONE, net=BY_HAND, tree=ROOM, seed=0, simulations=64, until_ns=0):
    """What a search from an array finds."""
    done = search(array, hidden, take, net, tree, new_rng(seed), simulations, until_ns)
    codes, tried, won = (np.zeros(MOST_ACTIONS, kind) for kind in (np.int32, np.int32, np.float64))
    n = root_edges(tree, codes, tried, won)
    actions = [action_of(code) for code in codes[:n].tolist()]
    counts = tried[:n].tolist()
    means = {action: won[i] / counts[i] for i, action in enumerate(actions) if counts[i]}
    return Found(done, dict(zip(actions, counts, strict=True)), means)


def search_view(state, **options):
    """What the seat to act finds, which knows no more than its view."""
    view = ai_view(state, state.to_act)
    return search_array(from_view(view), hidden=np.array(hidden_places(view), np.int64), **options)


def search_open(state, **options):
    """A search of one who sees all cards but the order of the decks."""
    return search_array(from_engine(state), **options)
