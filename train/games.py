"""Games to learn from, compiled: by the hand-made evaluation looking one ply ahead (the first ones), or by search.

Self-play chooses at the root as Gumbel AlphaZero does (Danihelka, Guez, Schrittwieser, Silver: Policy improvement by planning
with Gumbel, 2022): a few actions drawn without replacement, halved again and again, which improves on the policy even with
sixteen simulations. Some choices are searched longer and teach the policy, all teach the value (playout caps: Wu,
Accelerating self-play learning in Go, 2019).
"""

import numpy as np

from splendor.ai.core.apply import apply
from splendor.ai.core.codes import MOST_ACTIONS, RESERVE
from splendor.ai.core.compiling import jit
from splendor.ai.core.dealing import deal
from splendor.ai.core.evaluation import run_by_hand
from splendor.ai.core.layout import BLIND_0, HAND, HAND_0, PHASE, PRESTIGE, ROUND, SEAT_0, SEAT_SIZE, SEATS, TO_ACT
from splendor.ai.core.playout import apply_by_chance
from splendor.ai.core.rng import below, unit
from splendor.ai.core.search import listed, simulate
from splendor.ai.core.tree import NONE, clear
from splendor.ai.core.turns import OVER, shares
from train.samples import MOST_LISTED

LONGEST_GAME = 1000
"""Choices; longer ones are cut off at max_rounds well before."""
MOST_ROUNDS = 60
FULL, FAST = 64, 16
"""Simulations of a choice that teaches the policy, and of another."""
FULL_SHARE = 0.3
CANDIDATES_FULL, CANDIDATES_FAST = 16, 6
FIRM, SCALE = 50.0, 0.3
"""How firmly what was won decides over the policy: logits for a whole victory are (FIRM + visits) * SCALE."""
FIRST_KEPT = 0.15
"""The share of choices of the first games that is kept; there are plenty."""
TEMPERATURE = 0.06
"""Of the first games: shares of a victory for which an action is e times as likely."""


@jit
def settings(rng):
    """Seats 2, 3, 4 by 50, 25, 25 %, targets 15, 18, 21 by 60, 20, 20 %."""
    seats = (2, 2, 3, 4)[below(rng, 4)]
    target = (15, 15, 15, 18, 21)[below(rng, 5)]
    return seats, target


@jit
def hidden_from(s, seat, out):
    """Writes the places of the cards that this seat cannot see into `out`; how many."""
    n = 0
    for other in range(s[SEATS]):
        place = SEAT_0 + other * SEAT_SIZE
        for held in range(s[place + HAND]):
            if other != seat and s[place + BLIND_0 + held]:
                out[n] = place + HAND_0 + held
                n += 1
    return n


@jit
def finish(s, samples, first):
    """Tells the samples from `first` on how their game ended."""
    won = np.zeros(4, np.float32)
    shares(s, won)
    seats = s[SEATS]
    for i in range(first, samples.count[0]):
        mover = samples.states[i, TO_ACT]
        samples.won[i] = 0
        own, best = s[SEAT_0 + mover * SEAT_SIZE + PRESTIGE], 0
        for order in range(seats):
            seat = (mover + order) % seats
            samples.won[i, order] = won[seat]
            if order:
                best = max(best, s[SEAT_0 + seat * SEAT_SIZE + PRESTIGE])
        samples.margin[i] = own - best
        samples.left[i] = s[ROUND] - samples.states[i, ROUND]


@jit
def note(s, samples, n, codes, policy, values, searched):
    """Adds a sample; `values` by seat."""
    i = samples.count[0]
    if n > MOST_LISTED:
        return
    samples.count[0] += 1
    samples.states[i] = s
    samples.codes[i, :n] = codes[:n]
    samples.codes[i, n:] = -1
    samples.policy[i, :n] = policy[:n]
    samples.policy[i, n:] = 0
    samples.searched[i] = searched
    samples.expected[i] = 0
    for order in range(s[SEATS]):
        samples.expected[i, order] = values[(s[TO_ACT] + order) % s[SEATS]]


@jit
def soften(n, logits, policy):
    """The softmax of the first n logits."""
    most, total = logits[:n].max(), 0.0
    for i in range(n):
        policy[i] = np.exp(logits[i] - most)
        total += policy[i]
    for i in range(n):
        policy[i] /= total


@jit
def pick(rng, n, policy):
    """One of n by their probabilities."""
    left = unit(rng)
    for i in range(n - 1):
        left -= policy[i]
        if left < 0:
            return i
    return n - 1


@jit
def play_by_hand(s, samples, tree, rng):
    """One game of the hand-made evaluation, each action tried on the position as it would become."""
    first, take = samples.count[0], NONE
    trial, values = s.copy(), np.zeros(4, np.float32)
    logits, policy, mean = np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS), np.zeros(4, np.float32)
    while s[PHASE] != OVER:
        n, seat = listed(s, take, tree.listed), s[TO_ACT]
        for i in range(n):
            trial[:] = s
            apply_by_chance(trial, tree.listed[i], rng)
            if trial[PHASE] == OVER:
                shares(trial, values)
            else:
                run_by_hand(trial, values)
            logits[i] = values[seat] / TEMPERATURE
        soften(n, logits, policy)
        run_by_hand(s, mean)
        if n > 1 and unit(rng) < FIRST_KEPT:
            note(s, samples, n, tree.listed, policy, mean, True)
        action = tree.listed[pick(rng, n, policy)]
        take = action if action < RESERVE else NONE
        apply_by_chance(s, action, rng)
    finish(s, samples, first)


@jit
def play_by_search(s, samples, net, tree, rng):
    """One game of self-play."""
    first, take = samples.count[0], NONE
    places, codes = np.zeros(12, np.int64), np.zeros(MOST_ACTIONS, np.int32)
    policy, mean = np.zeros(MOST_ACTIONS), np.zeros(4, np.float32)
    while s[PHASE] != OVER:
        hidden = places[: hidden_from(s, s[TO_ACT], places)]
        n = listed(s, take, tree.listed)
        action = tree.listed[0]
        if n > 1:
            full = unit(rng) < FULL_SHARE
            chosen = think(s, hidden, take, net, tree, rng, full, policy, mean)
            codes[:n] = tree.action[:n]
            note(s, samples, n, codes, policy, mean, full)
            action = codes[chosen]
        take = action if action < RESERVE else NONE
        apply(s, action)
    finish(s, samples, first)


@jit
def think(s, hidden, take, net, tree, rng, full, policy, mean):
    """Searches by Gumbel: the edge to play; fills the better policy and, by seat, the mean of what was expected."""
    clear(tree)
    simulate(s, hidden, take, net, tree, rng, NONE)
    mean[:] = tree.values
    n = tree.counts[1]
    logits, noisy = np.zeros(n), np.zeros(n)
    for i in range(n):
        logits[i] = np.log(max(1e-9, tree.prior[i]))
        noisy[i] = logits[i] - np.log(-np.log(unit(rng) + 1e-9))
    kept = min(n, CANDIDATES_FULL if full else CANDIDATES_FAST)
    order = np.argsort(-noisy)[:kept]
    done, most = 1, FULL if full else FAST
    while True:
        each = max(
            1, most // (kept * max(1, np.int64(np.ceil(np.log2(min(n, CANDIDATES_FULL if full else CANDIDATES_FAST))))))
        )
        for _ in range(each):
            for edge in order[:kept]:
                simulate(s, hidden, take, net, tree, rng, edge)
                mean += tree.values
                done += 1
        urge = firmness(tree, n)
        order = order[:kept][np.argsort(np.array([-(noisy[e] + urge * won(tree, e)) for e in order[:kept]]))]
        if kept <= 2 or done >= most:
            break
        kept = (kept + 1) // 2
    mean /= np.float32(done)
    for i in range(n):
        logits[i] += firmness(tree, n) * won(tree, i)
    soften(n, logits, policy)
    return order[0]


@jit
def firmness(tree, n):
    return (FIRM + tree.tried[:n].max()) * SCALE


@jit
def won(tree, edge):
    """What was won by an edge, what its node won where it was not tried."""
    return tree.won[edge] / tree.tried[edge] if tree.tried[edge] else tree.total[0] / tree.visits[0]


@jit
def play_games(samples, net, tree, rng, by_hand):
    """Games until `samples` may be too full for another; how many. Chance is `rng` alone."""
    games, s = 0, np.zeros_like(samples.states[0])
    while samples.count[0] + LONGEST_GAME < samples.states.shape[0]:
        seats, target = settings(rng)
        deal(s, seats, target, MOST_ROUNDS, rng)
        if by_hand:
            play_by_hand(s, samples, tree, rng)
        else:
            play_by_search(s, samples, net, tree, rng)
        games += 1
    return games
