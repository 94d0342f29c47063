"""Matches on paired deals: who sits where, what is counted, and what the figures say."""

from hashlib import sha256
from itertools import pairwise
from math import isclose

import pytest

from bench.ai.contenders import Timed, contender, think_ms
from bench.ai.deals import opening
from bench.ai.matches import Game, Pairing, play, pool
from bench.ai.printing import Printer
from bench.ai.results import interval, summary, times
from bench.ai.sections import SHARES, histogram, match_row
from splendor.ai import PLAYERS
from splendor.ai.games import choices
from splendor.ai.random_player import RandomPlayer
from splendor.engine import setup
from splendor.engine.state import ACTION, Options


def shares(pairing, numbers):
    return [[game.share for game in deal] for deal in play(pairing, numbers)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_has_every_seat_once_on_each_deal(seats):
    for deal in play(Pairing("greedy", "random", seats), range(2)):
        assert [game.seat for game in deal] == list(range(seats))
        assert all(len(game.spent_a) >= game.rounds - 1 for game in deal)
        assert all(len(game.spent_b) >= (game.rounds - 1) * (seats - 1) for game in deal)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_match_against_itself_is_even(seats):
    result = summary(Pairing("random", "random", seats), play(Pairing("random", "random", seats), range(3)))
    assert isclose(result.share, 1 / seats)
    assert result.even == 1 / seats


def test_either_side_of_a_match_sees_the_same_games():
    one = shares(Pairing("greedy", "random"), range(4))
    other = shares(Pairing("random", "greedy"), range(4))
    assert [[1 - share for share in reversed(deal)] for deal in other] == one


def test_games_are_the_same_in_other_processes():
    pairing = Pairing("greedy", "random", 3)

    def seen(deals):
        return [[(game.seat, game.share, game.rounds) for game in deal] for deal in deals]

    with pool(2) as executor:
        assert seen(play(pairing, range(3), executor)) == seen(play(pairing, range(3)))


def test_deals_differ_and_stay_what_they_are():
    first = opening(2, 0)
    assert first == opening(2, 0) == setup.deal(Options(2), sha256(b"bench.ai 2 0").digest())
    assert len({opening(seats, number).market for seats in (2, 3, 4) for number in range(20)}) == 60
    assert opening(2, 0, target=21) == first._replace(options=first.options._replace(target_prestige=21))


def game(seat, share, spent=(1.0,)):
    return Game(seat, share, 25 + seat, list(spent), [2.0])


def test_summary_counts_games_and_takes_deals_as_observations():
    deals = [[game(0, 1.0), game(1, 0.5)], [game(0, 1.0), game(1, 0.0)], [game(0, 0.0, (40.0, 30.5)), game(1, 1.0)]]
    result = summary(Pairing("search@30", "random"), deals)
    assert (result.deals, result.games, result.won, result.lost, result.shared) == (3, 6, 3, 2, 1)
    assert result.share == pytest.approx(3.5 / 6)
    assert result.by_seat == [pytest.approx(2 / 3), 0.5]
    assert result.rounds == 25.5
    assert (result.low, result.high) == interval([0.75, 0.5, 0.5], 2)
    ours, others = result.times
    assert (ours.turns, ours.most, ours.over, ours.far_over) == (7, 40.0, 2, 1)
    assert (others.mean, others.over) == (2.0, 0)
    assert "3-2-1" in match_row(result, "65 %")


@pytest.mark.parametrize(
    ("observed", "low", "high"),
    [
        ([0.0, 1.0] * 50, 0.403, 0.597),
        ([1.0] * 100, 0.963, 1.0),
        ([0.0] * 100, 0.0, 0.037),
        ([0.5] * 100, 0.404, 0.596),
        ([0.25, 0.75] * 50, 0.431, 0.569),
        ([0.5], 0.055, 0.945),
    ],
)
def test_interval(observed, low, high):
    """Deals that are won or lost whole say as much as single games; the interval is never narrower than for single games."""
    assert interval(observed, 2) == (pytest.approx(low, abs=2e-3), pytest.approx(high, abs=2e-3))


def test_times_of_turns():
    found = times(range(1, 201), 150)
    assert (found.mean, found.high, found.most, found.turns) == (100.5, 199, 200, 200)
    assert (found.over, found.far_over) == (50, 20)
    assert times([5.0], 0)[3:] == (1, 0, 0)


def test_histogram_counts_every_turn_once():
    turns, *classes, most = histogram([10, 15, 28.5, 30, 31, 40], 30)
    assert (turns, most) == ("6", "1.333")
    assert dict(zip((*SHARES, "above"), map(int, classes), strict=True)) == {
        0.5: 2, 0.8: 0, 0.9: 0, 0.95: 1, 1.0: 1, 1.05: 1, 1.2: 0, "above": 1,
    }  # fmt: skip


class Noting(RandomPlayer):
    """The player `random`, that notes its budgets."""

    def __init__(self):
        self.seen = []

    def choose(self, view, actions, seed, start, budget=None):
        self.seen.append((view["turn"]["phase"], budget))
        return super().choose(view, actions, seed, start, budget)


def noted(think):
    player = Noting()
    timed = Timed(player, think)
    played = list(choices(opening(2, 1), [timed, PLAYERS["random"]], 1))
    assert len(timed.spent_ms) == sum(choice.state.phase == ACTION and choice.state.to_act == 0 for choice in played)
    return player.seen


def test_choices_of_a_turn_have_one_budget_between_them():
    """From the beginning of the turn, as under a host: nine tenths of it for the action, more for what follows."""
    seen = noted(1000)
    after_action = [(one, other) for one, other in pairwise(seen) if other[0] == "return_tokens"]
    assert after_action
    for (phase, action), (_, following) in after_action:
        assert phase == "action"
        assert following.until - action.until == pytest.approx(0.05)


def test_player_without_a_time_has_no_budget():
    assert {budget for _, budget in noted(0)} == {None}


@pytest.mark.parametrize("text", ["nobody", "nobody@30", "greedy:3", "search", "hand:", "uct:c", "master@soon"])
def test_texts_that_mean_no_player(text):
    with pytest.raises(ValueError, match=r"."):
        contender(text)


@pytest.mark.parametrize(
    ("text", "ms"), [("greedy", 0), ("greedy@30", 30), ("search:64", 0), ("hand@300", 300), ("uct:40,c=0.5,uniform", 0)]
)
def test_texts_of_players(text, ms):
    assert think_ms(text) == ms
    assert contender(text).spent_ms == []


def test_tables_for_people_and_in_markdown(capsys):
    for markdown in (False, True):
        printer = Printer(markdown)
        printer.table("Names", ("a", "longer"), (3, 2))
        printer.row(("x", "y"))
    plain, marked = "\nNames\na    longer\nx    y\n", "\n### Names\n\n| a | longer |\n| --- | --- |\n| x | y |\n"
    assert capsys.readouterr().out == plain + marked
