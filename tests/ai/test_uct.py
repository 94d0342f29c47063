"""Plain UCT, the opponent that the levels are measured against: an honest one."""

import random
from collections import Counter

import numpy as np
import pytest

from bench.ai.deals import opening
from bench.ai.uct import NONE, UctPlayer, _deal_anew, most_tried, new_room, run
from splendor.ai.core.layout import DECK, POOL, POOL_START
from splendor.ai.core.legal import legal_actions as codes_of
from splendor.ai.core.reading import from_view, hidden_places
from splendor.ai.core.rng import new_rng
from splendor.ai.player import ai_view
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from tests.ai.play import game
from tests.ai.positions import action_of, position
from tests.ai.test_hidden import dealt_otherwise

# The first test that needs the compiler may have to wait for it, on a busy machine for minutes.
pytestmark = pytest.mark.timeout(600)
QUICK = UctPlayer(playouts=60)


def searched(state, playouts, uniform=False, seed=1):
    """The room after a search for the seat to act."""
    view, room = ai_view(state, state.to_act), new_room(playouts)
    run(from_view(view), np.array(hidden_places(view), np.int64), playouts, 0.7, uniform, room, new_rng(seed))
    return room


def children(room, node=0):
    child = room.child[node]
    while child != NONE:
        yield child
        child = room.sibling[child]


@pytest.mark.parametrize("uniform", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_iteration_is_counted(seats, uniform):
    state = opening(seats, 0)
    room = searched(state, 300, uniform)
    root = list(children(room))
    listed = np.zeros(128, np.int32)
    assert sorted(room.action[root]) == sorted(listed[: codes_of(from_view(ai_view(state, 0)), listed)])
    assert room.tried[root].sum() == 300
    assert room.used[0] <= 301
    for node in range(1, room.used[0]):
        below = sum(room.tried[child] for child in children(room, node))
        assert below in {room.tried[node], room.tried[node] - 1}, "all but the first one went on below it"
        assert 1 <= room.tried[node] <= room.offered[node]
        assert 0 <= room.won[node] <= room.tried[node]
    assert room.tried[root].max() == room.tried[[child for child in root if room.action[child] == most_tried(room)]][0]


def test_shares_of_the_victory_add_up():
    """Two seats: what the one wins below a node the other loses."""
    room = searched(opening(2, 3), 400)
    for child in children(room):
        lower = list(children(room, child))
        if room.tried[child] > 1:
            lost = room.tried[lower].sum() - room.won[lower].sum()
            assert room.won[child] - 1 <= lost <= room.won[child]


def test_victory_at_hand_is_taken():
    """The opponent is ahead and would win with its next card."""
    state = position(
        {"market": ["L1-01", "", "L3-04 L3-02"], "own": {"tokens": "kkkkkkk"}, "others": [{"tokens": "wwwwwww"}]}
    )
    mine, other = (seat._replace(prestige=prestige) for seat, prestige in zip(state.seats, (11, 14), strict=True))
    state = state._replace(seats=(mine, other))
    bought = [action for action in legal_actions(state) if action == action_of("buy L3-02 kkkkkkk")]
    assert bought
    assert UctPlayer(400).choose(ai_view(state, 0), legal_actions(state), 1, ai_view(state, 0)) == bought[0]


def test_single_action_is_played_without_a_thought():
    class Untouchable(dict):
        def __getitem__(self, key):
            raise AssertionError(key)

    action = legal_actions(opening(2, 0))[0]
    assert QUICK.choose(Untouchable(), [action], 0, Untouchable()) is action


@pytest.mark.parametrize("mode", ["blind_hidden", "hidden", "open"])
@pytest.mark.parametrize("seats", [2, 4])
def test_choice_is_legal_the_same_again_and_blind_to_what_is_hidden(seats, mode):
    rng = random.Random(seats)
    for choice in list(game(3, seats, "mixed", reserved_cards=mode))[:: 23 * seats]:
        viewer = choice.state.to_act
        seen, start = ai_view(choice.state, viewer), choice.start
        action = QUICK.choose(seen, choice.actions, choice.seed, start)
        assert action in choice.actions
        apply(choice.state, action)
        assert QUICK.choose(seen, choice.actions, choice.seed, start) == action
        other = ai_view(dealt_otherwise(choice.state, viewer, rng), viewer)
        assert QUICK.choose(other, choice.actions, choice.seed, start) == action


def test_seed_is_its_chance():
    choices = Counter(
        QUICK.choose(ai_view(opening(2, 5), 0), legal_actions(opening(2, 5)), seed, {}) for seed in range(12)
    )
    assert len(choices) > 1


def test_each_iteration_deals_all_that_is_hidden_anew():
    """And nothing else: the cards of each level stay the same, all orders of a deck come about."""
    choice = next(one for one in game(2, 3, "random") if any(hidden_places(ai_view(one.state, one.state.to_act))))
    view = ai_view(choice.state, choice.state.to_act)
    root, hidden = from_view(view), np.array(hidden_places(view), np.int64)
    rng, tops = new_rng(4), [set(), set(), set()]
    for _ in range(600):
        s = root.copy()
        _deal_anew(s, hidden, rng)
        for level in range(3):
            start, size = POOL_START[level], s[POOL + level]
            tops[level].add(int(s[start + size - 1]))
        moved = np.flatnonzero(s != root)
        pools = {POOL_START[level] + n for level in range(3) for n in range(root[POOL + level])}
        assert set(moved.tolist()) <= pools | set(hidden.tolist())
        assert sorted(s[sorted(pools | set(hidden.tolist()))]) == sorted(root[sorted(pools | set(hidden.tolist()))])
        assert (s[DECK : DECK + 3] == root[DECK : DECK + 3]).all()
    assert [len(found) for found in tops] >= [int(root[POOL + level]) for level in range(3)]
