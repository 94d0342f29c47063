"""The sequential test by which players are compared: its formula, its bounds and how often it errs."""

import random
from itertools import repeat
from math import log

import pytest

from bench.ai.sprt import Hypotheses, by_elo, decide, judge, likeliest, llr, share_of

PAIRS = {0.0: 8, 0.25: 1, 0.5: 40, 0.75: 3, 1.0: 20}


def normal_llr(seen, share0, share1):
    """What the ratio comes close to where the two shares are: that of normal distributions with the spread that was seen."""
    deals = sum(seen.values())
    mean = sum(share * count for share, count in seen.items()) / deals
    spread = sum((share - mean) ** 2 * count for share, count in seen.items()) / deals
    return deals * (share1 - share0) * (2 * mean - share0 - share1) / (2 * spread)


def test_bounds_are_walds():
    low, high = Hypotheses(0.5, 0.55, alpha=0.05, beta=0.1).bounds
    assert high == pytest.approx(log(0.9 / 0.05))
    assert low == pytest.approx(log(0.1 / 0.95))


@pytest.mark.parametrize(("elo", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (100, 0.640065)])
def test_share_of_an_elo_difference(elo, share):
    assert share_of(elo) == pytest.approx(share, abs=1e-6)
    assert by_elo(0, elo).share1 == share_of(elo)


@pytest.mark.parametrize("mean", [0.2, 0.5, 0.55, 0.9])
def test_likeliest_probabilities_have_the_mean_that_was_asked_for(mean):
    found = likeliest(PAIRS, mean)
    assert sum(found.values()) == pytest.approx(1)
    assert sum(share * probability for share, probability in found.items()) == pytest.approx(mean)
    assert min(found.values()) > 0


def test_likeliest_probabilities_with_the_mean_that_was_seen_are_the_frequencies():
    mean = sum(share * count for share, count in PAIRS.items()) / 72
    assert likeliest(PAIRS, mean) == pytest.approx({share: count / 72 for share, count in PAIRS.items()})


def test_no_other_probabilities_make_the_counts_likelier():
    """A step in any direction that keeps sum and mean loses."""
    best = likeliest(PAIRS, 0.5)

    def likelihood(probabilities):
        return sum(count * log(probabilities[share]) for share, count in PAIRS.items())

    for step in (0.001, -0.001):
        for left, middle, right in ((0.0, 0.25, 0.5), (0.25, 0.5, 0.75), (0.5, 0.75, 1.0), (0.0, 0.5, 1.0)):
            other = {**best, left: best[left] + step, middle: best[middle] - 2 * step, right: best[right] + step}
            assert likelihood(other) < likelihood(best)


def test_two_outcomes_give_the_plain_ratio_of_wald():
    """Where each deal is won or lost whole nothing but its probability is unknown."""
    plain = 70 * log(0.6 / 0.5) + 30 * log(0.4 / 0.5)
    assert llr({1.0: 70, 0.0: 30}, 0.5, 0.6) == pytest.approx(plain, abs=0.01)


def test_near_shares_give_the_ratio_of_normal_distributions():
    assert llr(PAIRS, 0.58, 0.59) == pytest.approx(normal_llr(PAIRS, 0.58, 0.59), abs=1e-3)
    assert llr(PAIRS, 0.55, 0.60) == pytest.approx(normal_llr(PAIRS, 0.55, 0.60), rel=0.1)


def test_ratio_is_antisymmetric():
    mirrored = {1 - share: count for share, count in PAIRS.items()}
    assert llr(PAIRS, 0.45, 0.55) == pytest.approx(-llr(mirrored, 0.45, 0.55))
    assert llr(PAIRS, 0.45, 0.55) == pytest.approx(-llr(PAIRS, 0.55, 0.45))


@pytest.mark.parametrize(
    ("share", "answer"),
    [(1.0, "accepted"), (0.75, "accepted"), (0.5, "rejected"), (0.25, "rejected"), (0.0, "rejected")],
)
def test_deals_that_are_all_alike(share, answer):
    verdict = decide(Hypotheses(0.5, 0.6), repeat(share, 400))
    assert verdict.answer == answer
    assert verdict.deals < 60
    assert verdict.share == share


def test_first_deal_decides_nothing():
    for share in (0.0, 0.5, 1.0):
        assert judge(Hypotheses(0.5, 0.6), {share: 1}).answer == "undecided"


def test_no_deal_is_asked_for_after_the_answer():
    shares = iter([1.0] * 1000)
    verdict = decide(Hypotheses(0.5, 0.6), shares)
    assert len(list(shares)) == 1000 - verdict.deals


def test_without_deals_there_is_no_answer():
    assert decide(Hypotheses(0.5, 0.6), []) == ("undecided", 0.0, 0, 0.0)


def test_shares_of_three_seats():
    """Three games a deal: shares in thirds, an even share of a third."""
    rng = random.Random(5)
    strong = (sum(rng.random() < 0.6 for _ in range(3)) / 3 for _ in range(500))
    assert decide(Hypotheses(1 / 3, 0.42), strong).answer == "accepted"
    even = (sum(rng.random() < 1 / 3 for _ in range(3)) / 3 for _ in range(500))
    assert decide(Hypotheses(1 / 3, 0.42), even).answer == "rejected"


def pairs(share, rng):
    """Deals of two games each: the seat matters, and a few games are shared."""
    while True:
        won = 0.0
        for lean in (0.07, -0.07):
            chance = rng.random()
            won += 0.5 if chance > 0.97 else float(chance < share - 0.015 + lean)
        yield won / 2


@pytest.mark.parametrize(("share", "answer"), [(0.5, "rejected"), (0.6, "accepted")])
def test_risk_of_a_wrong_answer_is_kept(share, answer):
    """At either share five of a hundred may go wrong; 150 tests, the same ones in every run, leave room for chance."""
    rng = random.Random(11)
    verdicts = [decide(Hypotheses(0.5, 0.6), pairs(share, rng)) for _ in range(150)]
    assert sum(verdict.answer != answer for verdict in verdicts) <= 12
    # A fixed number of deals with the same risks would take some 136.
    assert sum(verdict.deals for verdict in verdicts) / 150 < 110
