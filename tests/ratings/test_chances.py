"""What is said of two players: the share to expect, and who is better, by ratings and by games."""

from fractions import Fraction
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor.ratings.chances import chance_better, expected_share, likely_better
from splendor.ratings.rating import NEW, POINT, UNIT, Rating, rate
from tests.ratings.strategies import ratings

counts = st.integers(0, 300)


@settings(deadline=None)
@given(ratings, ratings)
def test_both_sides_of_a_question_make_one(a, b):
    assert expected_share(a, b) + expected_share(b, a) == pytest.approx(1)
    assert chance_better(a, b) + chance_better(b, a) == pytest.approx(1)


@pytest.mark.parametrize(("apart", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (100, 0.640065)])
def test_points_of_well_known_players_are_those_of_elo(apart, share):
    a, b = Rating(25 * UNIT + apart * POINT, 100), Rating(25 * UNIT, 100)
    assert expected_share(a, b) == pytest.approx(share, abs=1e-6)


@settings(deadline=None)
@given(ratings, ratings)
def test_who_gets_the_expected_share_of_many_games_neither_rises_nor_falls(a, b):
    """The rating's own expectation: the change for a victory and that for a defeat, each as often as is expected."""
    won, lost = rate([a, b], [1, 2])[0].mean - a.mean, rate([a, b], [2, 1])[0].mean - a.mean
    # The doubt that a game adds makes chances a little flatter than before it.
    assert won + lost == pytest.approx((won - lost) * (1 - 2 * expected_share(a, b)), abs=0.02 * (won - lost))


def test_knowing_both_players_better_makes_more_certain_who_is_better():
    assert chance_better(NEW, NEW) == 0.5
    sure = [
        chance_better(Rating(26 * UNIT, deviation), Rating(25 * UNIT, deviation))
        for deviation in (5_000_000, 1_000_000, 200_000)
    ]
    assert sure == pytest.approx([0.556231, 0.760250, 0.999797], abs=1e-6)


@settings(deadline=None)
@given(counts, counts, counts)
def test_games_alone_say_what_the_exact_sum_says(won, shared, lost):
    throws = won + lost + 1
    exact = Fraction(sum(comb(throws, heads) for heads in range(won + 1)), 2**throws)
    assert likely_better(won, shared, lost) == pytest.approx(float(exact), rel=1e-9, abs=1e-12)


def test_games_alone_agree_with_drawing_from_the_posterior():
    """The same question put to Dirichlet's distribution itself: how often is the chance to win the greater one?"""
    rng, won, shared, lost = Random(1), 6, 5, 3
    drawn = 20_000
    better = sum(rng.gammavariate(won + 1, 1) > rng.gammavariate(lost + 1, 1) for _ in range(drawn))
    assert likely_better(won, shared, lost) == pytest.approx(better / drawn, abs=0.01)


def test_what_shared_and_missing_games_say():
    assert likely_better(0, 0, 0) == likely_better(0, 50, 0) == 0.5
    assert likely_better(1, 0, 0) == 0.75
    assert likely_better(7, 90, 2) == likely_better(7, 0, 2)


@settings(deadline=None)
@given(counts, counts, counts)
def test_a_further_victory_makes_it_likelier_and_a_defeat_less_likely(won, shared, lost):
    now = likely_better(won, shared, lost)
    assert likely_better(won + 1, shared, lost) >= now >= likely_better(won, shared, lost + 1)
    assert now + likely_better(lost, shared, won) == pytest.approx(1)


def test_a_million_games_are_no_matter():
    assert likely_better(500_000, 0, 500_000) == pytest.approx(0.5)
    assert likely_better(501_000, 7, 499_000) == pytest.approx(0.97725, abs=1e-4)


def test_counts_below_nothing_are_refused():
    for counts in ((-1, 0, 0), (0, -1, 0), (0, 0, -1)):
        with pytest.raises(ValueError, match="not negative"):
            likely_better(*counts)
