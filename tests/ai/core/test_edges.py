"""The edges of a tree: what share of the policy each has, which one a simulation takes, and what it learns for whom."""

import math
import time

import pytest

from splendor.ai.core.apply import apply
from splendor.ai.core.codes import RESERVE, RESERVE_DECK
from splendor.ai.core.evaluation import logit_by_hand
from splendor.ai.core.layout import POOL, POOL_START
from splendor.ai.core.net import card_logit
from splendor.ai.core.reading import from_engine, from_view
from splendor.ai.core.search import LOOKS_AT_CLOCK
from splendor.ai.core.tables import LEVEL
from splendor.ai.core.tree import NONE, new_tree
from splendor.ai.player import ai_view
from tests.ai.core.searching import BY_HAND, INDIFFERENT, ROOM, random_net, search_view
from tests.ai.core.states import some_state
from tests.ai.core.test_search import NETS, chain
from tests.engine.builders import seat, table, tok

EXPLORATION, UNTRIED = 0.4, 0.12
"""What the levels search with (docs/ai.md, what was tried)."""


def nodes_with_late_edges():
    """Of the tree in ROOM: each node with its edges, and how many of them it began with: their shares make one."""
    for node in range(ROOM.counts[0]):
        edges = list(chain(ROOM, node))
        total, first = 0.0, 0
        while first < len(edges) and total < 1 - 1e-4:
            total += float(ROOM.prior[edges[first]])
            first += 1
        if edges:
            assert total == pytest.approx(1, abs=1e-4)
        if first < len(edges):
            yield node, edges, first


def reserves_that_came_late():
    """By node, the late reserves of market cards with their shares."""
    for node, edges, first in nodes_with_late_edges():
        late = [(int(ROOM.action[edge]), float(ROOM.prior[edge])) for edge in edges[first:]]
        yield node, [(code, share) for code, share in late if RESERVE <= code < RESERVE_DECK]


@pytest.mark.parametrize("net", NETS)
def test_no_share_is_above_one_and_the_first_ones_make_one(net):
    """However much an action that became legal late has for itself."""
    late = 0
    for number in range(12):
        search_view(some_state(number), net=NETS[net], simulations=1500, seed=number)
        assert (ROOM.prior[: ROOM.counts[1]] >= 0).all()
        assert (ROOM.prior[: ROOM.counts[1]] <= 1).all()
        late += sum(len(edges) - first for _, edges, first in nodes_with_late_edges())
    assert late > 100


def test_late_action_has_the_share_that_it_would_have_had_beside_the_first_ones():
    """Where all are alike: one of n + 1."""
    late = 0
    for number in range(12):
        search_view(some_state(number), net=INDIFFERENT, simulations=1500, seed=number)
        for _, edges, first in nodes_with_late_edges():
            assert ROOM.prior[edges[:first]].tolist() == pytest.approx([1 / first] * first, abs=1e-5)
            assert ROOM.prior[edges[first:]].tolist() == pytest.approx([1 / (first + 1)] * (len(edges) - first))
            late += len(edges) - first
    assert late > 100


def test_late_reserve_has_the_share_of_its_logit_by_hand():
    """The logit of a reserve by hand does not hang on the position."""
    late = 0
    for number in range(12):
        state = some_state(number)
        search_view(state, net=BY_HAND, simulations=1500, seed=number)
        for node, reserves in reserves_that_came_late():
            most, total = ROOM.scale[node]
            for code, share in reserves:
                weight = math.exp(logit_by_hand(from_engine(state), code) - most)
                assert share == pytest.approx(weight / (total + weight), rel=1e-4)
                late += 1
    assert late > 100


@pytest.mark.parametrize("seed", range(3))
def test_late_card_has_the_share_of_what_the_net_makes_of_it(seed):
    """Of seat 1, after seat 0 has reserved one card and another has come in its place: that other one, and it alone."""
    net, state, late = random_net(seed), table(seat(), seat(tok(w=1, k=1))), 0
    view = ai_view(state, 0)
    search_view(state, net=net, simulations=2500, seed=seed)
    late_reserves = dict(reserves_that_came_late())
    for action, node in ((int(ROOM.action[edge]), int(ROOM.child[edge])) for edge in chain(ROOM, 0)):
        if node == NONE or not RESERVE <= action < RESERVE_DECK:
            continue
        most, total = ROOM.scale[node]
        for code, share in late_reserves.get(node, []):
            if LEVEL[code - RESERVE] == LEVEL[action - RESERVE]:
                s = with_next(from_view(view), code - RESERVE)
                apply(s, action)
                weight = math.exp(card_logit(s, net, ROOM.query[node], code) - most)
                assert share == pytest.approx(weight / (total + weight), rel=1e-3)
                late += 1
    assert late > 20


def with_next(s, card):
    """The same guess but for which card of its level comes next."""
    level = LEVEL[card]
    start, size = POOL_START[level], int(s[POOL + level])
    place = start + s[start : start + size].tolist().index(card)
    s[place], s[start + size - 1] = s[start + size - 1], s[place]
    return s


def expected_worths(tree):
    """What each edge of the root counts for in the next simulation: what it has won, and how little it was looked at.

    An edge that was not tried counts as a bit worse than the node, the more so the more of the policy was tried.
    """
    edges = list(chain(tree, 0))
    worth = tree.total[0] / tree.visits[0]
    known = min(1, sum(float(tree.prior[edge]) for edge in edges if tree.tried[edge]))
    worths = {}
    for edge in edges:
        tried, offered = int(tree.tried[edge]), int(tree.offered[edge]) + 1
        won = tree.won[edge] / tried if tried else worth - UNTRIED * math.sqrt(known)
        worths[edge] = won + EXPLORATION * float(tree.prior[edge]) * math.sqrt(offered) / (1 + tried)
    return worths


def one_more(state, net, simulations, seed):
    """What a search of so many simulations leaves in ROOM; after it has been taken, that of one simulation more."""
    yield search_view(state, net=net, simulations=simulations, seed=seed)
    ROOM.path[:] = NONE
    yield search_view(state, net=net, simulations=simulations + 1, seed=seed)


@pytest.mark.parametrize("net", NETS)
def test_simulation_begins_with_the_edge_that_counts_most(net):
    chosen = 0
    for number in range(8):
        for simulations in range(1, 120, 4):
            search = one_more(some_state(number), NETS[net], simulations, number)
            next(search)
            worths = expected_worths(ROOM)
            next(search)
            assert worths[int(ROOM.path[0, 1])] >= max(worths.values()) - 1e-5
            chosen += len(worths) > 1
    assert chosen > 100


@pytest.mark.parametrize("net", NETS)
def test_every_node_learns_the_share_of_the_seat_that_acts_there(net):
    """After a simulation each node and edge on its way is the richer by what its own seat won."""
    others = 0
    for number in range(8):
        state = some_state(number)
        for simulations in range(1, 300, 10):
            search = one_more(state, NETS[net], simulations, number)
            next(search)
            tried, total, won = ROOM.tried.copy(), ROOM.total.copy(), ROOM.won.copy()
            tried[ROOM.counts[1] :] = won[ROOM.counts[1] :] = 0  # as edges are that come into use
            next(search)
            way = [row for row in ROOM.path.tolist() if row[1] != NONE and ROOM.tried[row[1]] > tried[row[1]]]
            assert way[0][2] == state.to_act
            for node, edge, acting in way:
                share = float(ROOM.values[acting])
                assert ROOM.total[node] - total[node] == pytest.approx(share, abs=1e-6)
                assert ROOM.won[edge] - won[edge] == pytest.approx(share, abs=1e-6)
                others += acting != state.to_act
    assert others > 50


@pytest.mark.parametrize("simulations", [0, 100_000])
def test_search_ends_with_the_look_at_the_clock_that_shows_its_end(simulations):
    """To the instant, and no later: here it has come when the search begins."""
    for number in range(5):
        found = search_view(some_state(number), simulations=simulations, until_ns=time.monotonic_ns())
        assert found.done == LOOKS_AT_CLOCK


def test_search_ends_no_earlier_than_it_has_to():
    until = time.monotonic_ns() + 20_000_000
    found = search_view(some_state(1), simulations=0, until_ns=until)
    assert time.monotonic_ns() >= until
    assert found.done % LOOKS_AT_CLOCK == 0


@pytest.mark.parametrize("nodes", [1, 2, 3])
@pytest.mark.parametrize("net", NETS)
def test_no_room_for_any_edge_is_no_harm(nodes, net):
    """There is nothing to be found then."""
    for number in range(10):
        found = search_view(some_state(number), net=NETS[net], tree=new_tree(nodes), simulations=50)
        assert (found.done, found.tried) == (50, {})
