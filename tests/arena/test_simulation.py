"""Simulations: who meets whom, and in which seats."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from splendor.arena.simulation import Simulation, groups

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize(("players", "seats"), [(3, 2), (4, 2), (4, 3), (5, 2), (5, 4), (6, 3)])
def test_of_more_players_than_seats_each_group_plays_as_often(players, seats):
    """Every one of them from each seat; and each group has played once before any plays again."""
    names = tuple("ABCDEF"[:players])
    simulation, every = Simulation(names, 1), list(combinations(names, seats))
    sat = [simulation.seated(seats, number) for number in range(len(every) * seats)]
    assert Counter(tuple(sorted(one)) for one in sat) == dict.fromkeys(every, seats)
    assert sorted(tuple(sorted(one)) for one in sat[: len(every)]) == every
    for group in every:
        there = [one for one in sat if set(one) == set(group)]
        assert all(sorted(in_seat) == list(group) for in_seat in zip(*there, strict=True))
    if seats == 2:
        assert sorted(map(tuple, sat)) == sorted(permutations(names, 2))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_rotation_that_is_told_is_by_how_many_seats_they_have_moved_on(players, seats):
    names = tuple("ABCDE"[:players])
    simulation, found = Simulation(names, 1), groups(players, seats)
    for number in range(3 * len(found) * seats):
        line_up = [names[place] for place in found[number % len(found)]]
        moved = simulation.rotation(seats, number)
        assert simulation.seated(seats, number) == (line_up * 2)[seats - moved : 2 * seats - moved]
        assert simulation.seated(seats, number + len(found) * seats) == simulation.seated(seats, number)


def test_players_come_again_where_there_are_more_seats():
    simulation = Simulation(("A", "B"), 1)
    assert [simulation.seated(3, number) for number in range(4)] == [
        ["A", "B", "A"], ["A", "A", "B"], ["B", "A", "A"], ["A", "B", "A"],
    ]  # fmt: skip
