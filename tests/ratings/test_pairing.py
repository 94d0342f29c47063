"""Pairing, one call at a time: who may play, who comes first, against whom."""

from collections import Counter
from random import Random

import pytest

from splendor.ratings.candidates import SEEN_WITHIN_MS, History
from splendor.ratings.pairing import REACH, pair
from splendor.ratings.rating import Rating
from tests.ratings.entries import NOTHING, NOW, anchor, entry, paired


@pytest.mark.parametrize(
    "other",
    [
        entry("b", paused=True),
        entry("b", seen_ms=NOW - SEEN_WITHIN_MS - 1),
        entry("b", rest_until_ms=NOW + 1),
        entry("b", running=1),
        entry("b", running=3, most=3),
        entry("b", running=2, most=1),
        entry("b", owner="owner of a"),
        entry("b", blocked=frozenset({"a"})),
        entry("b", blocked=frozenset({"owner of a"})),
        entry("a"),
    ],
    ids=[
        "paused",
        "unseen",
        "resting",
        "busy",
        "as busy as it likes",
        "too busy",
        "own",
        "blocks the entry",
        "blocks the owner",
        "itself",
    ],
)
def test_who_may_not_play_does_not(other):
    assert paired(entry("a"), other) == []
    for seats in (2, 3):
        for seed in range(10):
            assert {"a", "b"} not in [
                game & {"a", "b"} for game in paired(other, *map(entry, "acd"), seats=seats, seed=seed)
            ]


@pytest.mark.parametrize(
    "other",
    [
        entry("b", seen_ms=NOW - SEEN_WITHIN_MS),
        entry("b", rest_until_ms=NOW),
        entry("b", running=1, most=2),
        entry("b", blocked=frozenset({"c", "owner of c"})),
        anchor("b"),
    ],
    ids=["seen just in time", "rested", "has room", "blocks somebody else", "an AI player"],
)
def test_who_may_play_does(other):
    assert paired(entry("a"), other) == [{"a", "b"}]


def test_nobody_free_no_game():
    assert paired() == paired(entry("a")) == paired(entry("a"), entry("b"), seats=3) == []


def test_ai_players_have_no_owner_in_common():
    assert paired(anchor("a"), anchor("b")) == [{"a", "b"}]
    assert paired(anchor("a"), anchor("b"), anchor_games=0) == []


def test_ai_players_play_each_other_until_each_has_so_many_games():
    """Running ones and those that were just made count, too."""
    known = anchor("known", most=9, games=100)
    assert paired(known, anchor("a", games=99), anchor_games=100) == [{"known", "a"}]
    assert paired(known, anchor("a", most=9, games=98, running=2), anchor_games=100) == []
    assert paired(known, anchor("a", most=9, games=96, running=1), anchor_games=100) == [{"known", "a"}] * 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_where_ai_players_do_not_play_alone_every_game_has_somebody_else(seats):
    candidates = [anchor(f"ai{number}", most=9, idle_since_ms=0) for number in range(6)] + [entry("a"), entry("b")]
    games = paired(*candidates, seats=seats, anchor_games=0)
    assert games
    assert all(game & {"a", "b"} for game in games)


def test_games_at_once_are_filled_and_not_passed():
    games = paired(entry("a", most=5, running=2), entry("b", most=9), entry("c"))
    played = Counter(id_ for game in games for id_ in game)
    assert (played["a"], played["c"]) == (3, 1)
    assert 2 <= played["b"] <= 4


def test_who_has_waited_longest_is_never_left_over():
    for seed in range(50):
        games = paired(
            entry("a", idle_since_ms=NOW - 9000),
            *(entry(id_, idle_since_ms=NOW - 1000) for id_ in "bcdeg"),
            entry("f"),
            seed=seed,
        )
        assert len(games) == 3
        assert "a" in games[0]


def test_a_newcomer_comes_before_those_who_have_waited_a_little_longer_but_not_much_longer():
    old = {"games": 500}
    for waited, first in ((2000, "new"), (6000, "old")):
        games = paired(
            entry("new", idle_since_ms=NOW - 1000),
            entry("old", idle_since_ms=NOW - waited, **old),
            entry("c", **old),
            entry("d", **old),
        )
        assert first in games[0]


def test_opponents_are_near_in_rating_and_sometimes_far():
    """Of eighty, half of whom are 20 steps above the rest: most games are among neighbours, some between the halves."""
    low = [entry(f"low{number}", rating=Rating(number * 1000, 10**6)) for number in range(40)]
    high = [entry(f"high{number}", rating=Rating(2 * REACH + number * 1000, 10**6)) for number in range(40)]
    kinds = Counter(len({id_[0] for id_ in game}) for seed in range(50) for game in paired(*low, *high, seed=seed))
    assert kinds[2] > 20
    assert kinds[1] > 5 * kinds[2]


def test_those_who_have_met_less_meet():
    together = {frozenset("ab"): 4, frozenset("cd"): 4}
    for seed in range(50):
        games = paired(*map(entry, "abcd"), history=History(together, {}), seed=seed)
        assert {"a", "b"} not in games


def test_two_who_have_met_often_wait_for_somebody_else_but_not_for_ever():
    """Without that the two that end a game, all others being busy, would at once begin the next one."""
    often = History({frozenset("ab"): 3}, {})
    busy = [entry("c", running=1), entry("d", running=1)]
    assert paired(entry("a", idle_since_ms=NOW - 4999), entry("b"), *busy, history=often, patience_ms=5000) == []
    assert paired(entry("a", idle_since_ms=NOW - 5000), entry("b"), *busy, history=often, patience_ms=5000) == [
        {"a", "b"}
    ]


def test_nobody_waits_where_nobody_else_could_come():
    often = History({frozenset("ab"): 300}, {})
    gone = (
        entry("c", seen_ms=0),
        entry("d", paused=True),
        entry("e", owner="owner of a"),
        entry("e2", owner="owner of b"),
    )
    assert paired(entry("a"), entry("b"), history=often) == [{"a", "b"}]
    assert paired(entry("a"), entry("b"), *gone[:2], history=often) == [{"a", "b"}]


def test_a_group_is_found_where_the_nearest_cannot_sit_together():
    """Thirty neighbours of one owner and one entry that blocks them: three seats, and one way to fill them."""
    own = [entry(f"own{number}", owner="one", rating=Rating(25_000_000 + number, 10**6)) for number in range(30)]
    far = [entry("far", rating=Rating(60_000_000, 10**6)), entry("blocking", blocked=frozenset({"one"}))]
    for seed in range(20):
        games = paired(entry("a", idle_since_ms=0), *own, *far, seats=3, seed=seed)
        assert [len(game & {"a", "far"}) for game in games] == [2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_arguments_give_the_same_games_whatever_their_order(seats):
    rng = Random(5)
    candidates = [
        entry(
            f"p{number}",
            rating=Rating(rng.randrange(50_000_000), 10**6),
            idle_since_ms=NOW - rng.randrange(9000),
            most=2,
        )
        for number in range(40)
    ]
    games = pair(candidates, seats, NOW, NOTHING, Random(1))
    rng.shuffle(candidates)
    assert pair(candidates, seats, NOW, NOTHING, Random(1)) == games
    assert len(games) == 80 // seats


def test_first_seats_go_to_those_who_have_had_them_least():
    seats = {"a": (3, 1), "b": (1, 1)}
    assert [one.seats for one in pair(map(entry, "ab"), 2, NOW, History({}, seats), Random(0))] == [("b", "a")]
