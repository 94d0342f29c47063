"""What holds of every search: its counts, its repeatability, its limits of simulations, time and room."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor.ai.core.codes import MOST_ACTIONS, action_of, code_of
from splendor.ai.core.search import LOOKS_AT_CLOCK
from splendor.ai.core.tree import NONE, new_tree
from splendor.engine.actions import Pass, PurchaseCard, ReturnTokens, TakeTokens
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import RETURN_TOKENS
from splendor.engine.tokens import NO_TOKENS
from tests.ai.core.searching import BY_HAND, INDIFFERENT, ROOM, random_net, search_view
from tests.ai.core.states import some_state, states
from tests.engine.builders import NO_DECKS, NO_MARKET, bonuses, frozen, seat, table, take, tok

ROOT = Path(__file__).parents[3]
NETS = {"by hand": BY_HAND, "net": random_net(3), "indifferent": INDIFFERENT}
nets = st.sampled_from(sorted(NETS))


def chain(tree, node):
    """The edges of a node."""
    edge = tree.first[node]
    while edge != NONE:
        yield int(edge)
        edge = tree.following[edge]


def listed(state):
    """The legal actions as a search names them: purchases by default payment."""
    return [
        PurchaseCard(action.card) if isinstance(action, PurchaseCard) else action for action in legal_actions(state)
    ]


@settings(deadline=None, max_examples=150)
@given(state=states, net=nets, seed=st.integers(0, 2**64 - 1), simulations=st.integers(1, 200))
def test_counts_add_up(state, net, seed, simulations):
    found = search_view(state, net=NETS[net], seed=seed, simulations=simulations)
    assert found.done == simulations
    assert list(found.tried) == listed(state)
    assert sum(found.tried.values()) == simulations - 1
    assert all(0 <= won <= 1 for won in found.won.values())
    nodes, edges = ROOM.counts
    assert nodes <= simulations
    assert (ROOM.offered[:edges] >= ROOM.tried[:edges]).all()
    for node in range(nodes):
        if ROOM.first[node] != NONE:
            # The simulation that found the node took none of its edges.
            assert ROOM.visits[node] == 1 + sum(ROOM.tried[edge] for edge in chain(ROOM, node))


@settings(deadline=None, max_examples=30)
@given(state=states, net=nets, seed=st.integers(0, 2**64 - 1), other=st.integers(0, 2**32))
def test_search_is_the_same_again_in_used_room_and_in_fresh(state, net, seed, other):
    first = search_view(state, net=NETS[net], seed=seed)
    search_view(some_state(other), net=NETS[net], seed=seed, simulations=150)
    assert search_view(state, net=NETS[net], seed=seed) == first
    assert search_view(state, net=NETS[net], seed=seed, tree=new_tree(200)) == first


PROGRAM = """
from tests.ai.core.searching import random_net, search_view
from tests.ai.core.states import some_state
print([list(search_view(some_state(n), net=random_net(5), seed=n).tried.values()) for n in range(20)])
"""


def test_search_is_the_same_in_another_process():
    other = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, text=True, capture_output=True, check=True)
    here = [list(search_view(some_state(n), net=random_net(5), seed=n).tried.values()) for n in range(20)]
    assert other.stdout.strip() == str(here)


def test_another_seed_is_another_search():
    found = {str(search_view(some_state(1), net=NETS["net"], seed=seed).tried) for seed in range(10)}
    assert len(found) > 1


PAST, FUTURE = 1, 2**62


@pytest.mark.parametrize(
    ("simulations", "until_ns", "done"),
    [
        (0, PAST, LOOKS_AT_CLOCK),
        (1000, PAST, LOOKS_AT_CLOCK),
        (LOOKS_AT_CLOCK - 1, PAST, LOOKS_AT_CLOCK - 1),
        (100, FUTURE, 100),
        (100, 0, 100),
        (1, 0, 1),
    ],
)
def test_limits(simulations, until_ns, done):
    """Once its time is up a search ends with its next look at the clock; the first look comes after some simulations."""
    assert search_view(some_state(7), simulations=simulations, until_ns=until_ns).done == done


@pytest.mark.parametrize("nodes", [4, 6, 7, 10, 30, 100])
@pytest.mark.parametrize("net", NETS)
def test_search_goes_on_where_the_room_is_used_up(nodes, net):
    tree = new_tree(nodes)
    for number in range(40):
        state = some_state(number)
        found = search_view(state, net=NETS[net], tree=tree, seed=number, simulations=300)
        assert list(found.tried) == listed(state)
        assert sum(found.tried.values()) == 299
        assert tree.counts[0] <= nodes
        assert tree.counts[1] <= tree.action.size


def test_guess_under_which_no_edge_is_legal_needs_no_room():
    """Seat 1 passes where its hidden cards are too dear, else it purchases; there is room for what came first alone."""
    purchased = bonuses(r=3, k=3)
    seats = (
        seat(tok(4, 4, 2), reserved="L3-01 L3-05 L3-09"),
        seat(tok(0, 0, 2, 4, 4), purchased=purchased, reserved="L3-02? L3-04? L3-06?"),
    )
    state = table(*seats, market=NO_MARKET, decks=NO_DECKS, supply=NO_TOKENS)
    first = set()
    for seed in range(10):
        tree = new_tree(6)._replace(action=np.zeros(MOST_ACTIONS + 1, np.int32))
        assert search_view(state, tree=tree, seed=seed, simulations=100).tried == {Pass(): 99}
        first |= {action_of(int(tree.action[edge])) for edge in chain(tree, 1)}
        search_view(state, seed=seed, simulations=100)
        assert len(list(chain(ROOM, 1))) > 2
    assert Pass() in first
    assert len(first) > 1


def test_search_to_the_end_of_the_game_and_no_further():
    """A table where both seats can only pass: two turns, and it is over."""
    found = search_view(frozen(2, purchased=("L1-08", "")), simulations=50)
    assert found.tried == {Pass(): 49}
    assert found.won[Pass()] > 0.95


OVERFULL = seat(tok(3, 3, 2, 1, 0, 1))


def test_return_of_what_was_taken_is_not_thought_of():
    state = apply(table(OVERFULL, seat(), seat()), take(g=1, r=1, k=1))
    assert state.phase == RETURN_TOKENS
    undone = ReturnTokens(tok(g=1, r=1, k=1))
    taken = code_of(take(g=1, r=1, k=1))
    found = search_view(state, take=taken, simulations=300)
    assert list(found.tried) == [action for action in legal_actions(state) if action != undone]
    # Whoever does not know how the turn began lists it.
    assert undone in search_view(state, simulations=10).tried


def test_return_of_what_was_taken_is_thought_of_where_it_is_the_only_one():
    """No seat holds so many tokens of one colour; the rule is there for whatever may come."""
    state = table(seat(tok(w=12)), seat(), supply=NO_TOKENS)._replace(phase=RETURN_TOKENS)
    assert search_view(state, take=code_of(take(w=2)), simulations=5).tried == {ReturnTokens(tok(w=2)): 4}


def test_no_turn_for_nothing_anywhere_in_the_tree():
    """Under an edge that takes tokens, no edge gives back the very same."""
    search_view(table(OVERFULL, seat(tok(2, 2, 2, 2, 2)), seat()), net=INDIFFERENT, simulations=2500)
    pairs = 0
    for node in range(ROOM.counts[0]):
        for edge in chain(ROOM, node):
            action, child = action_at(edge), ROOM.child[edge]
            if isinstance(action, TakeTokens) and child != NONE:
                returns = [action_at(below) for below in chain(ROOM, child)]
                pairs += any(isinstance(one, ReturnTokens) for one in returns)
                assert ReturnTokens(action.tokens) not in returns
    assert pairs > 10


def action_at(edge):
    return action_of(int(ROOM.action[edge]))
