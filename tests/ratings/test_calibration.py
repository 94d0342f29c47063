"""Ratings know how much they know: in ladders of players of known strength intervals hold the truth as often as they say.

Fixed seeds, so the shares below are always the same ones; `python -m bench.ladders ratings` has many more ladders. Pairing is the
product's own, places are shared now and then. Ratings and strengths are both taken from the mean of their ladder.
"""

import pytest

from bench.ladders.ratings import coverage, games_until_in_order, ladder, seen, spread, steps

MARKS = [20, 50, 200]
FIELDS = {"mixed": spread(12, 200), "in steps of 100 points": steps(6, 100)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("strengths", FIELDS.values(), ids=FIELDS)
def test_nine_of_ten_intervals_hold_the_truth_after_few_games_and_after_many(strengths, seats):
    for mark, found in zip(MARKS, coverage(strengths, seats, MARKS, ladders=4), strict=True):
        assert found.share >= 0.9, f"after {mark} games"


def test_they_do_so_after_a_thousand_games():
    assert coverage(spread(12, 200), 2, [1000], ladders=1)[0].share >= 0.9


def test_intervals_are_no_wider_than_they_need_to_be():
    """They would hold everything if they were wide: deviations are at most twice the errors."""
    for found in coverage(spread(12, 200), 2, MARKS, ladders=3):
        assert found.deviation <= 2 * found.error


def test_errors_shrink_with_games():
    few, some, many = coverage(spread(12, 200), 3, MARKS, ladders=3)
    assert few.error > some.error > many.error
    assert many.error < 50


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
