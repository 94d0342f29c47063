"""Seats: whoever has had one least often gets it, over any sequence of games."""

from collections import Counter
from random import Random

import pytest

from splendor.ratings.seating import seated


def test_who_has_begun_less_begins():
    counts = {1: (5, 3), 2: (4, 4)}
    assert seated([1, 2], counts.__getitem__, Random(0)) == (2, 1)
    assert seated([2, 1], counts.__getitem__, Random(0)) == (2, 1)


def test_newcomers_weigh_like_old_hands():
    """A game of seat 2 too many is a game too many, after ninety as after none."""
    counts = {1: (90, 90, 91), 2: (0, 0, 1), 3: (5, 5, 5)}
    orders = {seated([1, 2, 3], counts.__getitem__, Random(seed)) for seed in range(50)}
    assert orders == {(1, 2, 3), (2, 1, 3)}


def test_chance_decides_between_equals():
    orders = Counter(seated([1, 2, 3], lambda _: (), Random(seed)) for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("players", [4, 5, 9, 30])
def test_nobody_has_one_seat_much_more_often_than_another(seats, players):
    """Whoever meets whom: groups are drawn evenly, and then from the few whose balance is worst."""
    rng, counts = Random(seats * players), {one: [0] * seats for one in range(players)}
    for number in range(400):
        worst = sorted(counts, key=lambda one: min(counts[one]) - max(counts[one]))[: seats + 1]
        group = rng.sample(worst if number % 2 else range(players), seats)
        for seat, one in enumerate(seated(group, counts.__getitem__, rng)):
            counts[one][seat] += 1
        assert max(max(had) - min(had) for had in counts.values()) <= 4
