"""Tree search with a learned value and policy (PUCT: Silver et al., Mastering the game of Go without human knowledge, 2017).

Each simulation deals the hidden cards anew, goes down the tree by what was won so far and by the policy, adds one node and
asks the evaluation for its worth; nothing is played out at random. A worth is a share of the victory for each seat, and at
its nodes each seat goes for its own. Phases of a turn are nodes of their own.

Payments other than the default are no edges: gold pays for whatever a token of a colour pays for, so a seat that keeps its
gold can purchase all that it could have purchased after any other payment.
"""

import numpy as np

from splendor.ai.core.clock import now_ns
from splendor.ai.core.codes import MOST_ACTIONS, PASS, PURCHASE, RESERVE, RESERVE_DECK, RETURN
from splendor.ai.core.compiling import jit
from splendor.ai.core.dealing import redeal
from splendor.ai.core.evaluation import logit_by_hand, run_by_hand
from splendor.ai.core.layout import PHASE, TO_ACT
from splendor.ai.core.legal import RETURN_TOKENS, legal_actions
from splendor.ai.core.maths import exp
from splendor.ai.core.net import card_logit, fill_logits, run
from splendor.ai.core.playout import apply_by_chance
from splendor.ai.core.tables import RETURNS, TAKES
from splendor.ai.core.tree import LONGEST_PATH, NONE, add_edge, add_node, clear, has_room
from splendor.ai.core.turns import OVER, shares

EXPLORATION = np.float32(0.4)
"""How much the policy and the wish to look elsewhere count against what was won, in shares of a victory."""
UNTRIED = np.float32(0.12)
"""By how much an action that was not tried counts as worse than its node, once all others were."""
LOOKS_AT_CLOCK = 8
"""Simulations between two looks at the clock: less than half a millisecond."""


@jit
def search(root, hidden, take, net, tree, rng, simulations, until_ns):
    """Searches from `root` until so many simulations were done or the clock shows `until_ns`; how many were done.

    `root` is a position of the seat to act with a guess at the places `hidden`, `take` the take (a code) that its turn
    began with, or NONE. Of the two limits 0 means none. The root is evaluated first, which counts as a simulation.
    """
    clear(tree)
    done = 0
    while simulations == 0 or done < simulations:
        if until_ns > 0 and done % LOOKS_AT_CLOCK == 0 and done > 0 and now_ns(tree.clock) >= until_ns:
            break
        simulate(root, hidden, take, net, tree, rng, NONE)
        done += 1
    return done


@jit
def simulate(root, hidden, take, net, tree, rng, forced):
    """One simulation; its first action is the edge `forced`, unless that is NONE."""
    s, node, depth = tree.state, np.int32(0), 0
    s[:] = root
    redeal(s, hidden, rng)
    while s[PHASE] != OVER:
        if node == NONE or depth == LONGEST_PATH or tree.first[node] == NONE:
            _expand(s, node, take, net, tree)
            break
        edge = forced
        if depth > 0 or forced == NONE:
            n = listed(s, take, tree.listed)
            if _mark(node, n, tree) < n and has_room(tree):
                _extend(s, node, n, net, tree)
            edge = _best(node, tree)
        if edge == NONE:  # there is no room for what this guess alone makes legal
            _expand(s, node, take, net, tree)
            break
        action = tree.action[edge]
        tree.path[depth, 0], tree.path[depth, 1], tree.path[depth, 2] = node, edge, s[TO_ACT]
        take = action if action < RESERVE else NONE
        apply_by_chance(s, action, rng)
        if tree.child[edge] == NONE:
            tree.child[edge] = add_node(tree)
        node = tree.child[edge]
        depth += 1
    if s[PHASE] == OVER:
        shares(s, tree.values)
    _learn(tree, depth)


@jit
def _learn(tree, depth):
    for n in range(depth):
        node, edge = tree.path[n, 0], tree.path[n, 1]
        won = np.float64(tree.values[tree.path[n, 2]])
        tree.visits[node] += 1
        tree.total[node] += won
        tree.tried[edge] += 1
        tree.won[edge] += won


@jit
def listed(s, take, out):
    """Writes the actions that are worth a thought into `out`; how many.

    They are all legal ones but the return of just what was taken, where another is left: that is a turn for nothing.
    """
    n = legal_actions(s, out)
    if s[PHASE] == RETURN_TOKENS and take != NONE and n > 1:
        for i in range(n):
            if _undoes(out[i] - RETURN, take):
                out[i : n - 1] = out[i + 1 : n]
                return n - 1
    return n


@jit
def _undoes(returned, take):
    for token in range(6):
        if RETURNS[returned, token] != TAKES[take, token]:
            return False
    return True


@jit
def evaluate(s, n, net, tree):
    """Fills `tree.values` and, for the `n` listed actions, `tree.logits` with their probabilities.

    Gives back the greatest logit and the sum of e to all logits less it.
    """
    if net.hand_made:
        run_by_hand(s, tree.values)
        for i in range(n):
            tree.logits[i] = logit_by_hand(s, tree.listed[i])
    else:
        run(s, net, tree.values)
        fill_logits(s, tree.listed, n, net.plain, net.wanted, tree.logits)
    most, total = np.float32(-1e9), np.float32(0)
    for i in range(n):
        most = max(most, tree.logits[i])
    for i in range(n):
        tree.logits[i] = exp(tree.logits[i] - most)
        total += tree.logits[i]
    for i in range(n):
        tree.logits[i] /= total
    return most, total


@jit
def _expand(s, node, take, net, tree):
    """Evaluates a position; where it has a node and there is room, its edges are added."""
    n = listed(s, take, tree.listed)
    most, total = evaluate(s, n, net, tree)
    if node == NONE or tree.first[node] != NONE or not has_room(tree):
        return
    tree.visits[node], tree.total[node] = 1, tree.values[s[TO_ACT]]
    tree.scale[node, 0], tree.scale[node, 1] = most, total
    tree.query[node] = net.query
    tree.first[node] = tree.counts[1]
    for i in range(n):
        edge = add_edge(tree, tree.listed[i], tree.logits[i])
        tree.following[edge] = edge + 1 if i < n - 1 else NONE


@jit(forceinline=True)
def _mark(node, n, tree):
    """Stamps the listed actions, those that have an edge with the even number of this look; how many have one."""
    tree.looks[0] += 2
    look, found = tree.looks[0], 0
    for i in range(n):
        tree.stamp[tree.listed[i]] = look - 1
    edge = tree.first[node]
    while edge != NONE:
        if tree.stamp[tree.action[edge]] == look - 1:
            tree.stamp[tree.action[edge]] = look
            found += 1
        edge = tree.following[edge]
    return found


@jit
def _extend(s, node, n, net, tree):
    """Adds the edges of actions that no guess before this one made legal."""
    last = tree.first[node]
    while tree.following[last] != NONE:
        last = tree.following[last]
    look = tree.looks[0]
    for i in range(n):
        action = tree.listed[i]
        if tree.stamp[action] != look:
            tree.stamp[action] = look
            weight = exp(_late_logit(s, node, action, net, tree) - tree.scale[node, 0])
            edge = add_edge(tree, action, weight / (tree.scale[node, 1] + weight))
            tree.following[last] = edge
            last = edge


@jit
def _late_logit(s, node, action, net, tree):
    """The logit of an action that became legal late: of a new card, or of taking part in a market that has changed."""
    if net.hand_made:
        return logit_by_hand(s, action)
    if RESERVE <= action < RESERVE_DECK or PURCHASE <= action < PASS:
        return card_logit(s, net, tree.query[node], action)
    return np.float32(0)


@jit(forceinline=True)
def _best(node, tree):
    """The edge that this simulation takes, among those that are stamped; NONE where none is."""
    look, worth = tree.looks[0], tree.total[node] / tree.visits[node]
    known, edge = np.float32(0), tree.first[node]
    while edge != NONE:
        if tree.tried[edge] > 0:
            known += tree.prior[edge]
        edge = tree.following[edge]
    untried = np.float32(worth) - UNTRIED * np.sqrt(min(np.float32(1), known))
    best, most, edge = NONE, np.float32(-1e9), tree.first[node]
    while edge != NONE:
        if tree.stamp[tree.action[edge]] == look:
            tried = tree.tried[edge]
            tree.offered[edge] += 1
            q = np.float32(tree.won[edge] / tried) if tried > 0 else untried
            u = EXPLORATION * tree.prior[edge] * np.sqrt(np.float32(tree.offered[edge])) / np.float32(1 + tried)
            if q + u > most:
                best, most = edge, q + u
        edge = tree.following[edge]
    return best


@jit
def root_edges(tree, actions, tried, won):
    """Writes the root's edges into arrays of MOST_ACTIONS; how many there are."""
    n, edge = 0, tree.first[0]
    while edge != NONE and n < MOST_ACTIONS:
        actions[n], tried[n], won[n] = tree.action[edge], tree.tried[edge], tree.won[edge]
        n += 1
        edge = tree.following[edge]
    return n
