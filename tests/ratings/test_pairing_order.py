"""Pairing, one call at a time, where several games could be made: whose is made, and with whom.

Where two want the same opponents they belong to one owner, so that no game can have both: if none is found for the first of them,
the next gets it.
"""

from collections import Counter
from itertools import combinations

import pytest

from splendor.ratings.pairing import NEWCOMER_GAMES
from splendor.ratings.rating import NEW, POINT, Rating
from tests.ratings.entries import NOW, entry, paired

VETERAN = 10**9
"""Games after which nothing of a newcomer's advance is left."""


def above(points: int) -> Rating:
    """So many points above a newcomer's rating."""
    return Rating(NEW.mean + points * POINT, NEW.deviation)


@pytest.mark.parametrize(("games", "factor"), [(0, 4), (NEWCOMER_GAMES, 2.5), (VETERAN, 1)])
def test_a_newcomers_wait_counts_fourfold_and_less_with_every_game(games, factor):
    new = entry("new", owner="one", games=games, idle_since_ms=NOW - 999)
    for waited, first in ((1000 * factor - 2, "new"), (1000 * factor, "old")):
        old = entry("old", owner="one", games=VETERAN, idle_since_ms=NOW - round(waited))
        assert paired(new, old, entry("c")) == [{first, "c"}]


def test_games_that_are_running_count_as_played_where_few_games_come_first():
    busy = entry("busy", owner="one", most=11, running=10, idle_since_ms=NOW - 2000)
    new = entry("new", owner="one", idle_since_ms=NOW - 1500)
    assert paired(busy, new, entry("c")) == [{"new", "c"}]


@pytest.mark.parametrize("waited", [0, 10_000])
def test_who_was_just_given_a_game_comes_behind_those_who_were_not(waited):
    """However long it had waited for that game."""
    for seed in range(30):
        games = paired(
            entry("a", owner="one", most=2, idle_since_ms=NOW - waited),
            entry("b", owner="one", idle_since_ms=NOW - waited // 2),
            entry("c", most=2),
            seed=seed,
        )
        assert sorted(map(sorted, games)) == [["a", "c"], ["b", "c"]]


def test_nobody_gets_the_same_opponent_twice_in_one_call_while_others_are_free():
    four = [entry(id_, most=3) for id_ in "abcd"]
    for seed in range(20):
        assert sorted(map(sorted, paired(*four, seed=seed))) == [list(both) for both in combinations("abcd", 2)]


def test_a_far_game_is_with_somebody_near_the_place_that_was_drawn():
    """All sixteen are looked at, wherever that place is; near games are with the lower eight."""
    low = [entry(f"low{number}", rating=above(100)) for number in range(8)]
    high = [entry(f"high{number}", rating=above(350)) for number in range(8)]
    met = Counter()
    for seed in range(200):
        (other,) = paired(entry("a", idle_since_ms=0), *low, *high, seed=seed)[0] - {"a"}
        met[other.rstrip("01234567")] += 1
    assert 5 <= met["high"] <= 25


@pytest.mark.parametrize("seats", [3, 4])
def test_three_of_one_owner_are_considered_as_opponents(seats):
    """The two nearest play neither one who is needed nor the next in the queue; only the third can sit in a game."""
    own = [
        entry(f"x{number}", owner="x", rating=above(number), blocked=frozenset({"needed", "next"})) for number in (1, 2)
    ]
    third = entry("x3", owner="x", rating=above(3))
    others = [entry(id_, rating=above(500)) for id_ in ("needed", "fourth")[: seats - 2]]
    rivals = [entry("first", owner="one", idle_since_ms=0), entry("next", owner="one", idle_since_ms=NOW - 1000)]
    for seed in range(20):
        games = paired(*rivals, *own, third, *others, seats=seats, seed=seed)
        assert games == [{"first", "x3", *(one.id for one in others)}]


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_is_tried_with_another_first_opponent_where_the_best_one_leaves_too_few(seats):
    """The nearest plays with nobody else, and not with the next in the queue either."""
    others = [entry(f"far{number}", rating=above(500)) for number in range(seats - 1)]
    near = entry("near", blocked=frozenset({"next", *(one.id for one in others)}))
    rivals = [entry("first", owner="one", idle_since_ms=0), entry("next", owner="one", idle_since_ms=NOW - 1000)]
    for seed in range(20):
        assert paired(*rivals, near, *others, seats=seats, seed=seed) == [{"first", *(one.id for one in others)}]
