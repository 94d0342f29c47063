"""The learned evaluation, compiled, against a plain one; and what it is told of a position."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor.ai.core.codes import CODE_MASK, PASS, PURCHASE, RESERVE, RESERVE_DECK, code_of
from splendor.ai.core.encode import encode, new_features
from splendor.ai.core.layout import MOST_SEATS, ROUND
from splendor.ai.core.net import SHAPES, card_logit, logit, new_net, run
from splendor.ai.core.reading import from_engine
from splendor.engine.legal import legal_actions
from splendor.engine.setup import deal
from splendor.engine.state import Options
from tests.ai.core.plain_net import PlainNet
from tests.ai.core.searching import random_net
from tests.ai.core.states import some_state, states, walk, with_exit

SMALL = 1e-4


def evaluated(net, state):
    """The shares of all seats, by number."""
    values = np.full(MOST_SEATS, -1, np.float32)
    run(from_engine(state), net, values)
    return values[: len(state.seats)]


@pytest.mark.parametrize("seed", range(10))
def test_compiled_net_says_what_a_plain_one_says(seed):
    net = random_net(seed, scale=1.5)
    for number in range(20):
        state = some_state(100 * seed + number)
        found, plain = evaluated(net, state), PlainNet(net, state)
        assert np.abs(found - plain.shares()).max() < SMALL
        array = from_engine(state)
        for action in legal_actions(state):
            expected = plain.logit(action)
            assert abs(logit(array, net, code_of(action) & CODE_MASK) - expected) < SMALL * max(1, abs(expected))


@settings(deadline=None, max_examples=100)
@given(state=states, seed=st.integers(0, 20))
def test_card_that_comes_late_is_judged_as_if_it_had_been_there(state, seed):
    """Purchases and reserves of single cards, by what the policy asked when the node was evaluated."""
    net, array = random_net(seed), from_engine(state)
    run(array, net, np.zeros(MOST_SEATS, np.float32))
    query = net.query.copy()
    codes = [code_of(action) & CODE_MASK for action in legal_actions(state)]
    codes = [code for code in codes if RESERVE <= code < RESERVE_DECK or PURCHASE <= code < PASS]
    at_once = [float(logit(array, net, code)) for code in codes]
    assert [float(card_logit(array, net, query, code)) for code in codes] == pytest.approx(at_once, abs=SMALL)


def room(f):
    """What is in use of the features: absent seats and empty places left aside."""
    there = f.present.astype(bool)
    filled = [f.filled[n].astype(bool) if there[n] else np.zeros(f.filled.shape[1], bool) for n in range(MOST_SEATS)]
    cards = [f.cards[n][filled[n]].tolist() for n in range(MOST_SEATS)]
    return f.present.tolist(), f.filled[there].tolist(), f.seats[there].tolist(), f.table.tolist(), cards


@settings(deadline=None, max_examples=200)
@given(state=states, before=st.lists(states, max_size=3), seed=st.integers(0, 9))
def test_what_was_encoded_before_leaves_nothing_behind(state, before, seed):
    used, fresh = new_features(), new_features()
    for other in before:
        encode(from_engine(other), used)
    encode(from_engine(state), used)
    encode(from_engine(state), fresh)
    assert room(used) == room(fresh)
    net = random_net(seed)
    expected = evaluated(net, state).tolist()
    for other in before:
        evaluated(net, other)
    assert evaluated(net, state).tolist() == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbers_are_of_about_unit_size(seats):
    f = new_features()
    for number in range(30):
        rng = Random(f"{seats} {number}")
        for state in walk(deal(Options(seats, 21, max_rounds=500), rng.randbytes(32)), rng, eager=number % 2):
            encode(from_engine(with_exit(state, rng) if rng.random() < 0.1 else state), f)
            assert np.abs(f.table).max() <= 4
            assert np.abs(f.seats[f.present == 1]).max() <= 4
            assert np.abs(f.cards[f.filled == 1]).max() <= 4


def test_very_long_games_look_like_long_ones():
    f, array = new_features(), from_engine(some_state(1))
    array[ROUND] = 500
    encode(array, f)
    assert np.abs(f.table).max() <= 4


def rotated(state, by):
    """The same with the seats numbered from `by` on; who has yet to act in the round is another matter."""
    order = [(n + by) % len(state.seats) for n in range(len(state.seats))]
    return state._replace(seats=tuple(state.seats[n] for n in order), to_act=order.index(state.to_act))


YET_TO_MOVE, SEATS_LEFT = 18, 20
"""The places of what a seat and the table say of the seats that have yet to act in this round."""


def blind_to_seat_numbers(seed):
    """A random net that takes no notice of these."""
    weights = {name: getattr(random_net(seed), name).copy() for name in SHAPES}
    weights["seat_w"][YET_TO_MOVE] = 0
    weights["trunk_w"][SHAPES["trunk_w"][0] - 26 + SEATS_LEFT] = 0
    return new_net(weights)


@settings(deadline=None, max_examples=100)
@given(state=states, by=st.integers(1, 3), seed=st.integers(0, 20))
def test_seat_numbers_tell_who_has_yet_to_act_and_nothing_else(state, by, seed):
    count = len(state.seats)
    net, other = blind_to_seat_numbers(seed), rotated(state, by)
    expected = evaluated(net, state)
    assert evaluated(net, other) == pytest.approx([expected[(n + by) % count] for n in range(count)], abs=1e-6)
    f, g = new_features(), new_features()
    encode(from_engine(state), f)
    encode(from_engine(other), g)
    assert np.delete(f.table, SEATS_LEFT).tolist() == np.delete(g.table, SEATS_LEFT).tolist()
    assert np.delete(f.seats, YET_TO_MOVE, 1).tolist() == np.delete(g.seats, YET_TO_MOVE, 1).tolist()
    assert g.table[SEATS_LEFT] == np.float32(count - 1 - other.to_act) * np.float32(0.33)


@settings(deadline=None, max_examples=200)
@given(state=states, seed=st.integers(0, 20), scale=st.sampled_from([0.5, 2.0, 8.0]))
def test_shares_make_one_victory(state, seed, scale):
    """Whatever the weights, and nothing for those who are out."""
    shares = evaluated(random_net(seed, scale), state)
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert all((share >= 0) and (one.status == 0 or share == 0) for share, one in zip(shares, state.seats, strict=True))
