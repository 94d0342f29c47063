"""Ratings know how much they know: in ladders of players of known strength intervals hold the truth as often as they say.

Fixed seeds, so the shares below are always the same ones; `python -m bench.ladders ratings` has many more ladders. Pairing is the
product's own, places are shared now and then. Ratings and strengths are both taken from the mean of their ladder.
"""

from random import Random

import pytest

from bench.ladders.ratings import FIELDS, coverage, games_until_in_order, ladder, seen, spread

SHARE = 0.9
"""Of the 95 % intervals that hold the truth."""


def ladders(field: str, ratings: int) -> int:
    """How many ladders of this kind have so many ratings."""
    return ratings // len(FIELDS[field](Random(0)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("field", FIELDS)
def test_nine_of_ten_intervals_hold_the_truth_from_few_games_on(field, seats):
    after_20, after_50 = coverage(FIELDS[field], seats, [20, 50], ladders(field, 48))
    assert after_20.share >= SHARE
    assert after_50.share >= SHARE


@pytest.mark.parametrize(("field", "seats"), [*zip(FIELDS, (2, 4, 3, 2), strict=True)])
def test_they_go_on_to_do_so_while_errors_shrink_and_are_no_wider_than_they_need_to_be(field, seats):
    """They would hold everything if they were wide: deviations are at most twice the errors."""
    found = coverage(FIELDS[field], seats, [20, 50, 200], ladders(field, 24))
    few, some, many = (one.error for one in found)
    assert few > some > many
    assert many < 60
    assert found[-1].share >= SHARE
    assert all(one.deviation <= 2 * one.error for one in found)


def test_they_do_so_after_a_thousand_games():
    assert coverage(spread(12, 200), 2, [1000], ladders=1)[0].share >= SHARE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_100_points_apart_soon_stand_in_order(seats):
    assert games_until_in_order([100.0 * number for number in range(6)], seats, seed=1) <= 400


def test_both_sides_are_taken_from_the_mean_of_their_ladder():
    """Strengths from any other origin make no difference: the ladder is the same, and so are its errors."""
    errors = []
    for origin in (0, 5000):
        one = ladder([origin + strength for strength in (0, 100, 300)], 2, seed=3)
        one.play(10)
        errors.append([found.error for found in seen(one)])
    assert errors[0] == pytest.approx(errors[1])
