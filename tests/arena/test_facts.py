"""The facts of games, counted a second time from their records; and what many of them say."""

import json
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

import pytest

from splendor.arena.facts import Facts, SeatFacts, leaders
from splendor.arena.figures import interval, seats_interval, times
from splendor.arena.rows import heads, row
from splendor.arena.run import Ran, times_json
from splendor.arena.series import Series, play_deal
from splendor.arena.statistics import (
    CARD_HEADS,
    card_rows,
    headlines,
    of_seats,
    player_lines,
    player_shares,
    spread,
    statistics,
)
from splendor.arena.tally import tally
from splendor.engine.cards import CARDS
from splendor.engine.record import replay

pytestmark = pytest.mark.timeout(600)
PLAIN = SeatFacts("a", 0.0, 2, 9, 0, 4, 2, 1, 5, 10, 2, 1, 0, 1, 0, (0, 1, 2, 3, 40, 41, 70))


@pytest.fixture(scope="module")
def played():
    """Games with all that may happen in them: `random` reserves blind, returns and passes."""
    series = [
        Series(("random", "greedy"), 1),
        Series(("random",) * 3, 1),
        Series(("greedy", "random", "greedy", "random"), 1),
    ]
    return [game for one in series for number in range(3) for game in play_deal(one, number)]


def counted(record, seat):
    """What the record says that a seat did: by the type of the action, and the tokens it returned."""
    actions = [entry["action"] for entry in record["entries"] if entry["seat"] == seat]
    kinds = Counter(action["type"] for action in actions)
    kinds["pairs"] = sum(2 in action["tokens"].values() for action in actions if action["type"] == "take_tokens")
    kinds["returned"] = sum(sum(action.get("returned_tokens", {}).values()) for action in actions)
    return kinds


def test_what_seats_did_is_what_the_record_says(played):
    for game in played:
        record = json.loads(game.record)
        for seat, facts in enumerate(game.facts.seats):
            kinds = counted(record, seat)
            assert facts.takes + facts.pairs == kinds["take_tokens"]
            assert (facts.pairs, facts.returned) == (kinds["pairs"], kinds["returned"])
            assert (facts.reserves, facts.blind) == (kinds["reserve_card"], kinds["reserve_from_deck"])
            assert facts.purchased == kinds["purchase_card"] == facts.level_1 + facts.level_2 + facts.level_3


def test_how_seats_fared_is_what_the_states_say(played):
    for game in played:
        record = json.loads(game.record)
        states = replay(record)
        for seat, facts in enumerate(game.facts.seats):
            end = states[-1].seats[seat]
            assert (facts.prestige, facts.nobles, facts.cards) == (end.prestige, len(end.nobles), end.purchased)
            assert facts.place == next(one["place"] for one in record["result"]["ranking"] if one["seat"] == seat)
            assert facts.reserved - facts.from_hand == len(end.reserved)
            bought = [before.round for before, after in pairwise(states)
                      if len(after.seats[seat].purchased) > len(before.seats[seat].purchased)]  # fmt: skip
            assert facts.first_purchase == (bought[0] if bought else 0)
        assert sum(facts.share for facts in game.facts.seats) == pytest.approx(1)
        assert (game.facts.rounds, game.facts.turns) == (states[-1].round, states[-1].turn)


def steps(*prestige):
    """Steps after which the seats have so much prestige each, one a round."""
    return [
        SimpleNamespace(after=SimpleNamespace(seats=[SimpleNamespace(prestige=one) for one in all_seats]))
        for all_seats in prestige
    ]


@pytest.mark.parametrize(
    ("prestige", "led"),
    [
        ([(0, 0), (0, 0)], []),
        ([(0, 0), (1, 0), (1, 1), (2, 1)], [0]),
        ([(1, 0), (1, 1), (1, 2), (3, 2), (3, 2)], [0, 1, 0]),
        ([(0, 1, 0), (1, 1, 0), (1, 1, 3)], [1, 2]),
    ],
)
def test_an_even_position_is_nobodys_lead(prestige, led):
    assert leaders(steps(*prestige)) == led


def alone_ahead(state):
    """The seat that leads, or -1."""
    *_, second, first = sorted(seat.prestige for seat in state.seats)
    return [seat.prestige for seat in state.seats].index(first) if first > second else -1


def test_who_led_and_since_when_is_what_the_states_say(played):
    """Counted forward here, and each turn's round is the one it was taken in."""
    led_late = 0
    for game in played:
        states = replay(json.loads(game.record))
        last, changes, since = -1, 0, 0
        won = [number for number, seat in enumerate(game.facts.seats) if seat.share == 1]
        for before, after in pairwise(states):
            ahead = alone_ahead(after)
            changes += ahead >= 0 <= last != ahead
            last = ahead if ahead >= 0 else last
            since = 0 if [ahead] != won else since or before.round
        assert (game.facts.lead_changes, game.facts.led_from) == (changes, since)
        led_late += since > 1
    assert led_late


def test_rows_have_a_cell_for_each_head(played):
    for game in played:
        assert len(row(game.facts)) == len(heads())
        assert dict(zip(heads(), row(game.facts), strict=True))["seat1_prestige"] == game.facts.seats[1].prestige


def facts(*shares, rounds=25, reserves=(0, 1, 1, 1), nobles=(1, 0, 0, 0), led_from=20, lead_changes=3):
    seats = tuple(
        PLAIN._replace(player=f"p{n}", share=share, reserves=reserves[n], nobles=nobles[n])
        for n, share in enumerate(shares)
    )
    return Facts(0, 0, "prestige", rounds, 2 * rounds, lead_changes, led_from, seats)


GAMES = [
    facts(1.0, 0.0),
    facts(0.0, 1.0, rounds=27, led_from=27),
    facts(0.5, 0.5, rounds=29, led_from=0),
    facts(1.0, 0.0),
]
THREE = [facts(0.0, 0.0, 1.0)]


def test_statistics_of_four_games():
    found = of_seats(GAMES)
    assert (found["games"], found["reasons"]) == (4, {"prestige": 4})
    assert (found["rounds"]["mean"], found["rounds"]["least"], found["rounds"]["most"]) == (26.5, 25, 29)
    assert (found["shared_victories"], found["led_in_last_round_only"]) == (0.25, 0.25)
    assert found["rounds_led"] == pytest.approx((6 + 1 + 6) / 3, abs=1e-4)
    assert [one["share"] for one in found["seats"]] == [0.625, 0.375]
    assert all(one["low"] < one["share"] < one["high"] for one in found["seats"])
    assert (found["winners"]["with_a_noble"], found["others"]["with_a_noble"]) == (0.6, pytest.approx(1 / 3, abs=1e-5))
    nobles = found["winners_with_nobles"]
    assert [(one["winners"], one["part"]) for one in nobles.values()] == [(2, 0.4), (3, 0.6), *[(0, 0.0)] * 3]
    reserved = found["by_reserved"]
    assert (reserved["0"]["seats"], reserved["0"]["share"]) == (4, 0.625)
    assert reserved["2"] == {"seats": 0, "share": None, "low": None, "high": None}
    for one in (nobles["0"], reserved["0"], reserved["1"]):
        assert one["low"] < one.get("part", one.get("share")) < one["high"]


def test_how_numbers_are_spread():
    """Quartiles are never outside of the numbers, also where there are two."""
    assert spread([25, 27, 29, 25]) == {
        "mean": 26.5, "deviation": 1.6583, "least": 25, "quarter": 25.0, "median": 26.0, "three_quarters": 27.5, "most": 29,
    }  # fmt: skip
    found = spread([10, 20])
    assert (found["quarter"], found["median"], found["three_quarters"]) == (12.5, 15.0, 17.5)


def test_who_sits_on_several_seats_has_the_mean_of_them():
    games = [facts(1.0, 0.0, 0.0), facts(0.0, 1.0, 0.0)]
    games = [one._replace(seats=(*one.seats[:2], one.seats[2]._replace(player="p0"))) for one in games]
    assert [(one["name"], one["share"]) for one in player_shares(games)] == [("p0", 0.25), ("p1", 0.5)]


def test_players_are_told_where_there_is_more_than_one():
    two, three = player_lines([*GAMES, *THREE])[::2]
    assert [line[0].partition(" ")[0] for line in (two[1:], three[1:])] == ["62.5%", "-"]
    assert (two[0], three[0], three[2].partition(" ")[0]) == ("p0", "p2", "100.0%")
    alone = [one._replace(seats=tuple(seat._replace(player="p0") for seat in one.seats)) for one in GAMES]
    assert player_lines(alone) == []


def test_an_interval_over_seats_is_that_of_deals_where_each_game_has_as_many():
    """Seats of one game are not as many observations: alike they tell less, and more where one of them has to win."""
    shares = [1.0, 0.5, 0.0, 0.5, 0.5, 1.0]
    assert seats_interval([2 * one for one in shares], [2] * 6) == pytest.approx(interval(shares, 2))
    assert seats_interval(shares, [1] * 6) == pytest.approx(interval(shares, 1))
    assert seats_interval([1.0] * 4, [2] * 4) == pytest.approx(interval([0.5] * 4, 2))
    low, high = seats_interval([3.0, 0.0, 1.0, 0.0], [3, 3, 1, 1])
    wilson = interval([1.0, 0.0] * 4, 1)
    assert low < wilson[0] < wilson[1] < high
    few, many = ((([1.0] * 9 + [0.0]) * times, ([2] * 9 + [1]) * times) for times in (2, 4))
    assert seats_interval(*few) == pytest.approx(interval([1.0] * 18 + [0.0] * 20, 1), abs=0.01)
    low, high = seats_interval(*many)
    wilson = interval([1.0] * 36 + [0.0] * 40, 1)
    assert wilson[0] < low < high < wilson[1]
    assert seats_interval([1.0], [1]) == interval([1.0], 1)
    assert seats_interval([1 / 3] * 7, [1] * 7) == pytest.approx(interval([1 / 3] * 7, 1))


def test_a_simulation_says_how_many_games_were_asked_for():
    told = statistics({"games": 7, "seats": (2, 3)}, [*GAMES, *THREE])
    assert (told["games"], told["games_asked"]) == (5, 14)


def test_headlines_tell_first_and_last_seat_apart():
    told = {name: text for name, *text in headlines([*GAMES, *THREE])}
    assert told["share of the first seat"] == ["62.5%", "0.0%"]
    assert told["share of the last seat"] == ["37.5%", "100.0%"]


def test_cards_are_told_with_what_became_of_those_who_purchased_them():
    table = [dict(zip(CARD_HEADS, one, strict=True)) for one in card_rows(GAMES)]
    assert len(table) == 90
    first, last = table[0], table[-1]
    assert (first["card"], first["purchases_a_game"], first["share"], first["mean_order"]) == ("L1-01", 2.0, 0.5, 1.0)
    assert first["purchases"] == 8
    assert 0 < first["low"] < 0.5 < first["high"] < 1
    assert (last["purchases"], last["share"], last["low"], last["high"]) == (0, "", "", "")
    for one, card in zip(table, CARDS, strict=True):
        costs = [one[f"cost_{colour}"] for colour in ("white", "blue", "green", "red", "black")]
        assert (costs, one["cost"]) == (list(card.cost), sum(costs))


@pytest.mark.parametrize("games", [GAMES, GAMES[:1], GAMES[2:3]], ids=["four", "one", "shared by all"])
def test_any_games_give_figures(games):
    """One game has no spread, and where all share the victory there are no others."""
    json.dumps(statistics({"games": 9, "seats": [2]}, games), allow_nan=False)
    assert {len(line) for line in headlines(games)} == {2}


def test_a_series_is_counted_by_player():
    deal = [facts(1.0, 0.0), facts(0.5, 0.5)]
    swapped = deal[1]._replace(seats=deal[1].seats[::-1])
    found = tally(
        ["p0", "p1"],
        [[deal[0], swapped], [facts(0.0, 1.0), facts(0.0, 1.0)._replace(seats=facts(0.0, 1.0).seats[::-1])]],
    )
    one, other = found.players
    assert (one.won, one.shared, one.lost) == (1, 1, 2)
    assert (one.share, other.share) == (0.375, 0.625)
    assert (one.by_seat, other.by_seat) == ([0.5, 0.25], [0.75, 0.5])
    assert one.low < one.share < one.high
    assert found.seats == [0.625, 0.375]


def test_a_deal_is_one_observation_however_many_games_are_played_on_it():
    """Four deals that all come out even: the interval is Wilson's of two of four."""
    deal = [facts(1.0, 0.0), facts(1.0, 0.0)._replace(seats=facts(0.0, 1.0).seats[::-1])]
    for one in tally(["p0", "p1"], [deal] * 4).players:
        assert one.share == 0.5
        assert (one.low, one.high) == (pytest.approx(0.15, abs=1e-4), pytest.approx(0.85, abs=1e-4))


def test_times_are_told_by_games():
    deal = [facts(1.0, 0.0), facts(1.0, 0.0)._replace(seats=facts(0.0, 1.0).seats[::-1])]
    found = tally(["p0", "p1"], [deal] * 3)
    told = times_json(Series(("p0", "p1"), 6), Ran(found, [times([1.0])] * 2, 2.0), 1, stopped=False)
    assert (found.games, found.deals, told["games_a_second"]) == (6, 3, 3.0)
