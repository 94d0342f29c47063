"""The tree of a search, as arrays that grow from their beginning.

A node is a situation after certain actions, whatever cards came between them; an edge is an action in it. The edges of a
node are a chain in the order in which they were found: a card that another guess reveals adds its edges later. So every
simulation can go its way under another guess of what is hidden, and an action is judged by all guesses together
(information set tree search with a new determinisation each time: Cowling, Powley, Whitehouse, 2012).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from splendor.ai.core.codes import CODES, MOST_ACTIONS
from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import MOST_SEATS, SIZE
from splendor.ai.core.net import CARD_WIDTH

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]

LONGEST_PATH = 200
NONE = -1
EDGES_EACH = 32
"""Edges that are kept room for, for each node: some 26 are used on the average of a long search."""


class Tree(NamedTuple):
    """Room for a search; equal calls with used room give equal results."""

    counts: Ints
    """(2,): nodes and edges in use."""
    first: Ints
    """By node: its first edge, NONE while it has not been evaluated."""
    visits: Ints
    """By node: simulations that came through it."""
    total: NDArray[np.float64]
    """By node: what its seat won in those simulations, in victories, all together."""
    query: Floats
    """(nodes, 2, CARD_WIDTH): what the policy asks of a card to be purchased, and to be reserved (see net.card_logit)."""
    scale: Floats
    """(nodes, 2): the greatest logit of its first actions and the sum of e to the others less it: what makes shares of logits."""
    action: Ints
    """By edge, as are those that follow: its code."""
    following: Ints
    """The next edge of its node."""
    prior: Floats
    tried: Ints
    """Simulations that took it."""
    offered: Ints
    """Simulations in which it was legal, it or another being taken."""
    won: NDArray[np.float64]
    """What the seat of its node won in the simulations that took it, in victories."""
    child: Ints
    path: Ints
    """(LONGEST_PATH, 3): node, edge and seat to act of the present simulation, one after the other."""
    listed: Ints
    """(MOST_ACTIONS,): the legal actions."""
    logits: Floats
    stamp: NDArray[np.int64]
    """(CODES,): the last look at which an action was legal."""
    clock: NDArray[np.int64]
    """(2,): room for the system's clock."""
    looks: NDArray[np.int64]
    """(1,): how many looks there were."""
    state: NDArray[np.int16]
    values: Floats
    """(4,): what each seat wins."""


def new_tree(nodes: int) -> Tree:
    """Room for so many nodes, some 1.3 KB each; what is not used takes no memory."""
    edges = nodes * EDGES_EACH
    return Tree(
        np.zeros(2, np.int32),
        np.full(nodes, NONE, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float64),
        np.zeros((nodes, 2, CARD_WIDTH), np.float32),
        np.zeros((nodes, 2), np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
        np.zeros(edges, np.int32),
        np.zeros((LONGEST_PATH, 3), np.int32),
        np.zeros(MOST_ACTIONS, np.int32),
        np.zeros(MOST_ACTIONS, np.float32),
        np.zeros(CODES, np.int64),
        np.zeros(2, np.int64),
        np.zeros(1, np.int64),
        np.zeros(SIZE, np.int16),
        np.zeros(MOST_SEATS, np.float32),
    )


@jit
def clear(tree):
    """Nothing but a root that is not evaluated."""
    tree.counts[:] = 0
    add_node(tree)


@jit
def add_node(tree):
    """A new node; NONE where the room is used up."""
    node = tree.counts[0]
    if node >= tree.first.size:
        return NONE
    tree.counts[0] += 1
    tree.first[node] = NONE
    tree.visits[node] = 0
    tree.total[node] = 0
    return node


@jit(forceinline=True)
def has_room(tree):
    """Is there room for the edges of one more node?"""
    return tree.counts[1] + MOST_ACTIONS <= tree.action.size


@jit
def add_edge(tree, action, prior):
    """A new edge without a node; whoever calls it hangs it into its chain."""
    edge = tree.counts[1]
    tree.counts[1] += 1
    tree.action[edge], tree.prior[edge] = action, prior
    tree.following[edge] = tree.child[edge] = NONE
    tree.tried[edge] = tree.offered[edge] = 0
    tree.won[edge] = 0
    return edge
