"""Ratings after games: the paper's formulas, ties, and what must hold of every game."""

from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from splendor.ratings import rating as module
from splendor.ratings.rating import ALGORITHM, NEW, QUANTUM, UNIT, Rating, rate
from tests.ratings.strategies import deviations, even_games, games, means, ratings
from tests.ratings.weng_lin import rated

# What `rate` gave when these values were chosen. They change only together with ALGORITHM.
KEPT = [
    ([(25_000_000, 5_000_000), (25_000_000, 5_000_000)], [1, 2], [(26_506_400, 4_827_100), (23_493_600, 4_827_100)]),
    (
        [(25_000_000, 5_000_000), (25_000_000, 5_000_000), (25_000_000, 5_000_000)],
        [1, 1, 3],
        [(26_129_800, 4_738_100), (26_129_800, 4_738_100), (22_740_300, 4_738_100)],
    ),
    (
        [(25_000_000, 5_000_000), (25_000_000, 5_000_000), (25_000_000, 5_000_000), (25_000_000, 5_000_000)],
        [2, 1, 4, 3],
        [(25_903_900, 4_683_900), (27_711_600, 4_683_900), (22_288_400, 4_683_900), (24_096_100, 4_683_900)],
    ),
    ([(31_234_500, 812_300), (22_000_000, 5_000_000)], [2, 1], [(31_155_100, 813_100), (24_996_100, 4_828_600)]),
    ([(31_234_500, 812_300), (22_000_000, 5_000_000)], [1, 1], [(31_204_800, 813_100), (23_122_600, 4_828_600)]),
    (
        [(20_000_000, 700_000), (40_000_000, 700_100), (25_500_000, 1_200_000), (25_500_000, 3_000_000)],
        [1, 2, 2, 4],
        [(20_156_400, 700_500), (39_908_000, 701_500), (25_521_200, 1_193_700), (24_190_500, 2_892_700)],
    ),
]


@settings(deadline=None)
@given(games())
def test_a_game_is_rated_by_the_formulas_of_the_paper(game):
    for got, (mean, deviation) in zip(rate(*game), rated(*game), strict=True):
        assert abs(got.mean - mean) <= QUANTUM / 2 + 1e-3
        assert abs(got.deviation - deviation) <= QUANTUM / 2 + 1e-3


@pytest.mark.parametrize(("before", "places", "after"), KEPT)
def test_the_numbers_of_this_algorithm_never_change(before, places, after):
    assert rate([Rating(*one) for one in before], places) == [Rating(*one) for one in after]


@settings(deadline=None)
@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_seats_makes_no_difference(game, rng):
    before, places = game
    order = list(range(len(before)))
    rng.shuffle(order)
    moved = rate([before[seat] for seat in order], [places[seat] for seat in order])
    assert moved == [rate(before, places)[seat] for seat in order]


@settings(deadline=None)
@given(games())
def test_only_the_order_of_places_counts(game):
    before, places = game
    assert rate(before, [10 * place for place in places]) == rate(before, places)


@settings(deadline=None)
@given(even_games)
def test_what_one_gains_the_others_lose_where_deviations_are_equal(game):
    before, places = game
    change = sum(one.mean for one in rate(before, places)) - sum(one.mean for one in before)
    assert abs(change) <= (0 if len(before) == 2 else QUANTUM / 2 * len(before))


@settings(deadline=None)
@given(games())
def test_who_has_a_better_place_gains_by_it(game):
    before, places = game
    assume(len(set(places)) > 1)
    equal = [Rating(25 * UNIT, before[0].deviation)] * len(before)
    after = rate(equal, places)
    for (one, place), (other, behind) in permutations(zip(after, places, strict=True), 2):
        assert (one.mean > other.mean) == (place < behind)


@settings(deadline=None)
@given(ratings, ratings)
def test_winning_lifts_losing_lowers_and_a_shared_victory_lies_between(a, b):
    won, shared, lost = (rate([a, b], places)[0] for places in ([1, 2], [1, 1], [2, 1]))
    assert won.mean > shared.mean > lost.mean
    assert won.mean >= a.mean >= lost.mean


@settings(deadline=None)
@given(means, deviations, deviations, st.integers(1, 40))
def test_a_greater_surprise_is_a_greater_change(mean, own, other, apart):
    a, near, far = Rating(mean, own), Rating(mean + apart * UNIT, other), Rating(mean + (apart + 2) * UNIT, other)
    assert rate([a, far], [1, 2])[0].mean >= rate([a, near], [1, 2])[0].mean
    assert rate([a, near], [2, 1])[0].mean <= rate([a, far], [2, 1])[0].mean


def test_a_complete_tie_of_equals_moves_nobody_and_both_beat_the_third():
    """Places 1, 1, 3 (a shared victory): between the two it is a draw, and each has beaten the third."""
    first, second, third = rate([NEW] * 3, [1, 1, 3])
    assert first == second
    assert first.mean > NEW.mean > third.mean
    assert [one.mean for one in rate([NEW] * 2, [1, 1])] == [NEW.mean] * 2
    assert [one.mean for one in rate([NEW] * 4, [1, 1, 1, 1])] == [NEW.mean] * 4


def test_sharing_with_somebody_weaker_costs_and_with_somebody_stronger_pays():
    """Whoever ties keeps neither their distance nor takes an average change: they come nearer to each other."""
    strong, weak = Rating(30 * UNIT, 2 * UNIT), Rating(22 * UNIT, 2 * UNIT)
    for places, others in (([1, 1], []), ([1, 1, 3], [NEW]), ([2, 2, 1], [NEW])):
        after = rate([strong, weak, *others], places)
        alone = rate([strong, weak, *others], [1, 2, *places[2:]] if places[0] == 1 else [2, 3, 1])
        assert after[0].mean < alone[0].mean
        assert after[1].mean > alone[1].mean
        assert after[0].mean - after[1].mean < strong.mean - weak.mean


@settings(deadline=None)
@given(games())
def test_a_game_narrows_wide_deviations_and_none_ever_reaches_nothing(game):
    before, places = game
    for old, new in zip(before, rate(before, places), strict=True):
        assert QUANTUM <= new.deviation <= old.deviation + 0.05 * UNIT
        assert new.mean % QUANTUM == new.deviation % QUANTUM == 0


def test_deviations_settle_where_a_game_tells_as_much_as_players_change():
    """About 30 points among equals on two seats: who has played thousands of games can still rise or fall."""
    pair = [NEW, NEW]
    for number in range(3000):
        pair = rate(pair, [1, 2] if number % 2 else [2, 1])
    assert [25 < 40 * one.deviation / UNIT < 35 for one in pair] == [True, True]


@pytest.mark.parametrize(
    ("before", "places"), [([NEW], [1]), ([NEW] * 5, [1, 2, 3, 4, 5]), ([NEW] * 2, [1]), ([NEW] * 2, [0, 1]), ([], [])]
)
def test_what_is_no_game_is_refused(before, places):
    with pytest.raises(ValueError, match="2 to 4"):
        rate(before, places)


def test_the_name_of_the_algorithm_tells_every_value_it_depends_on():
    for name in ("MU", "SIGMA", "BETA", "KAPPA", "TAU", "SHRINKING", "QUANTUM"):
        assert f"{name.lower()}={getattr(module, name)}" in ALGORITHM


def test_a_library_that_rates_otherwise_is_refused(monkeypatch):
    """An update that counts ties in another way must not go unnoticed: one ladder would be rated by two algorithms."""
    monkeypatch.setattr(module, "_MODEL", PlackettLuce(beta=module.BETA, tau=module.TAU, gamma=module._gamma))
    with pytest.raises(ImportError, match="rates otherwise"):
        module._check_library()


def test_points_are_those_of_the_public_face():
    assert (module.points(NEW), module.uncertainty(NEW), module.conservative(NEW)) == (1000, 220, 340)
    assert module.interval(NEW) == (569, 1431)
    assert module.points(Rating(-1_000_000, 100)) == -40
    assert [module.points(Rating(mean, 100)) for mean in (12_400, 12_500, 37_400, -12_500)] == [0, 1, 1, 0]


@settings(deadline=None)
@given(ratings)
def test_an_interval_lies_evenly_about_the_points(rating):
    low, high = module.interval(rating)
    assert low < module.points(rating) < high
    assert abs(low + high - 2 * module.points(rating)) <= 2
    assert module.conservative(rating) < low
