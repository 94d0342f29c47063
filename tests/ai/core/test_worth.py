"""The hand-made evaluation makes something of all that it says it looks at: more of it is worth more, and nearer is better."""

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from splendor.ai.core.codes import code_of
from splendor.ai.core.evaluation import logit_by_hand, noble_distance, seat_worth, turns_away
from splendor.ai.core.layout import (
    BONUSES,
    EMPTY,
    HAND,
    HAND_0,
    MARKET,
    MARKET_SLOTS,
    NOBLE_PLACES,
    NOBLES,
    PRESTIGE,
    PURCHASED,
    SEAT_0,
    SEAT_SIZE,
    TO_ACT,
    TOKENS,
)
from splendor.ai.core.reading import from_engine
from splendor.engine.actions import ReserveFromDeck
from splendor.engine.cards import CARDS
from splendor.engine.nobles import NOBLES as ALL_NOBLES
from splendor.engine.tokens import GOLD
from tests.ai.core.states import states
from tests.ai.core.test_evaluation import by_hand
from tests.engine.builders import NO_DECKS, NO_MARKET, bonuses, buy, noble, reserve, seat, table, take, tok

START, LATE = np.float32(0), np.float32(1)
colours = st.integers(0, 4)


def own(s):
    """Where the seat to act begins."""
    return int(SEAT_0 + s[TO_ACT] * SEAT_SIZE)


def worth(s, progress=START):
    return float(seat_worth(s, own(s), progress))


def more(s, *places):
    """The same, the seat to act having one more at each of these places of a seat."""
    other = s.copy()
    other[[own(s) + place for place in places]] += 1
    return other


def bare(s):
    """The same with an empty market, an empty hand and no nobles."""
    s = s.copy()
    s[MARKET : MARKET + MARKET_SLOTS] = EMPTY
    s[NOBLES : NOBLES + NOBLE_PLACES] = EMPTY
    s[own(s) + HAND] = 0
    return s


def with_card(s, card, slot=0):
    s = s.copy()
    s[MARKET + slot] = card
    return s


def in_hand(s, card):
    s = s.copy()
    s[own(s) + HAND], s[own(s) + HAND_0] = 1, card
    return s


arrays = states.map(from_engine)


@settings(deadline=None, max_examples=100)
@given(s=arrays)
def test_prestige_is_what_all_is_counted_in(s):
    assert worth(more(s, PRESTIGE)) == pytest.approx(worth(s) + 1, abs=1e-3)


@settings(deadline=None, max_examples=100)
@given(s=arrays, colour=colours)
def test_bonus_counts_and_for_more_early_than_late(s, colour):
    """At least by itself, whatever else it brings nearer."""
    bought = more(s, PURCHASED, BONUSES + colour)
    gained = [worth(bought, progress) - worth(s, progress) for progress in (START, LATE)]
    assert gained[0] > gained[1] + 0.5 > 0.9


@settings(deadline=None, max_examples=100)
@given(s=arrays, colour=colours)
def test_token_counts_and_gold_for_more(s, colour):
    """Gold pays for whatever a token pays for, so nothing is farther away with it."""
    token, gold = worth(more(s, TOKENS + colour)), worth(more(s, TOKENS + GOLD))
    assert worth(s) + 0.1 < token < gold - 0.1


@settings(deadline=None, max_examples=200)
@given(s=arrays, one=st.integers(0, 9), other=st.integers(0, 9))
def test_nearer_noble_is_worth_more(s, one, other):
    s = bare(s)
    near, far = sorted((int(noble_distance(s, own(s), number)), number) for number in (one, other))
    worths = []
    for _, number in (near, far):
        s[NOBLES] = number
        worths.append(worth(s))
    s[NOBLES] = EMPTY
    assert worths[0] >= worths[1] >= worth(s)
    if near[0] < min(far[0], 7):
        assert worths[0] > worths[1] + 0.01


@settings(deadline=None, max_examples=100)
@given(s=arrays, number=st.integers(0, 9), colour=colours)
def test_noble_makes_the_bonuses_that_it_asks_for_worth_more(s, number, colour):
    s = bare(s)
    alone = worth(more(s, BONUSES + colour)) - worth(s)
    lacks = ALL_NOBLES[number].demand[colour] > s[own(s) + BONUSES + colour]
    within = noble_distance(s, own(s), number) <= 7
    s[NOBLES + 2] = number
    gained = worth(more(s, BONUSES + colour)) - worth(s)
    assert gained > alone + 0.01 if lacks and within else gained == pytest.approx(alone, abs=0.05)


def test_distances_are_what_they_say():
    """Against numbers by hand: gold helps where most is missing."""
    s = from_engine(table(seat(tok(w=1, gold=1), purchased=bonuses(w=2, g=1)), seat(), seat()))
    # N01 w4 u4, N03 w3 u3 g3, N08 g4 r4.
    assert [noble_distance(s, SEAT_0, noble(name)) for name in ("N01", "N03", "N08")] == [6, 6, 7]
    # w3; u1 g2 r1 k1; g2 k2 less one green; w7, four missing and one gold; w6 of three cards.
    for name, turns in (("L1-31", 0), ("L1-03", 1), ("L1-10", 1), ("L3-07", 3), ("L2-06", 2)):
        assert turns_away(s, SEAT_0, reserve(name).card) == turns, name


@settings(deadline=None, max_examples=300)
@given(s=arrays, one=st.integers(0, 89), other=st.integers(0, 89))
def test_card_in_reach_is_worth_more_the_nearer_it_is_and_the_more_prestige_it_has(s, one, other):
    s = bare(s)
    away = [int(turns_away(s, own(s), card)) for card in (one, other)]
    prestige = [CARDS[card].prestige for card in (one, other)]
    assume(away != [0, 0] or prestige[0] != prestige[1])
    first, second = worth(with_card(s, one)), worth(with_card(s, other))
    assert min(first, second) > worth(s)
    if away[0] <= away[1] and prestige[0] >= prestige[1]:
        assert first >= second
        if (away[0], -prestige[0]) != (away[1], -prestige[1]):
            assert first > second


@settings(deadline=None, max_examples=100)
@given(s=arrays, card=st.integers(0, 89))
def test_card_in_the_hand_is_worth_more_than_in_the_market(s, card):
    """Nobody takes it away."""
    s = bare(s)
    assert worth(in_hand(s, card)) > worth(with_card(s, card)) > worth(s)


@settings(deadline=None, max_examples=100)
@given(s=arrays, seed=st.integers(0, 2**32))
def test_best_three_cards_count_wherever_they_lie(s, seed):
    s, rng = bare(s), Random(seed)
    cards = sorted(rng.sample(range(90), 4), key=lambda card: worth(with_card(s, card)))
    worths = [worth(s)]
    for slot, card in zip(rng.sample(range(MARKET_SLOTS), 4), reversed(cards), strict=True):
        s = with_card(s, card, slot)
        worths.append(worth(s))
    assert worths[0] < worths[1] < worths[2] < worths[3] == pytest.approx(worths[4], abs=1e-5)
    assert worths[1] - worths[0] > worths[2] - worths[1] > worths[3] - worths[2]


def shares(first, second, to_act=0):
    """The shares of two seats on a bare table."""
    return by_hand(table(first, second, market=NO_MARKET, decks=NO_DECKS, to_act=to_act)).tolist()


def test_the_same_lead_is_worth_a_greater_share_late_in_the_game():
    """Three of prestige, by cards of the same number and colour."""
    early = shares(seat(purchased="L2-06 L1-02"), seat(purchased="L1-01 L1-03"))
    late = shares(seat(purchased="L3-04 L3-03 L2-06 L1-02"), seat(purchased="L3-01 L3-02 L2-03 L1-03"))
    assert 0.5 < early[0] < late[0]


def test_to_be_on_turn_is_worth_something():
    one = seat(tok(w=2), purchased="L1-01")
    assert shares(one, one)[0] > 0.5 > shares(one, one, to_act=1)[0]


def test_everything_of_an_opponent_lowers_the_own_share():
    first, others = seat(tok(w=2)), [seat(tok(w=1)), seat(tok(w=2)), seat(tok(w=1), purchased="L1-01")]
    found = [shares(first, other)[0] for other in others]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 3


def test_at_first_sight_purchases_speak_for_themselves_by_prestige_and_takes_come_before_reserves():
    """Before most: a card of five may be worth more than tokens. A bonus that it has already speaks for less."""
    s = from_engine(table(seat(purchased=bonuses(w=3)), seat()))

    def logit(action):
        return float(logit_by_hand(s, code_of(action)))

    order = [ReserveFromDeck(1), reserve("L1-01"), reserve("L3-01"), take(1, 1, 1), buy("L1-02"), buy("L1-09")]
    order += [buy("L2-06"), buy("L3-20")]
    assert [logit(action) for action in order] == sorted({logit(action) for action in order})
