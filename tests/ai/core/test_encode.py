"""What the net is told, against numbers worked out by hand for two positions."""

import numpy as np
import pytest

from splendor.ai.core.encode import CARD_NUMBERS, SEAT_NUMBERS, TABLE_NUMBERS, encode, new_features
from splendor.ai.core.reading import from_engine
from splendor.engine.cards import CARD_BY_ID
from splendor.engine.state import FLAGGED, RETURN_TOKENS
from tests.engine.builders import NO_DECKS, seat, table, tok


def encoded(state):
    f = new_features()
    encode(from_engine(state), f)
    return f


def card_numbers(name, lack, due, short, turns, helps, wanted, *, wins=0, in_hand=0):
    """A card's numbers in their order and scale: `helps` is what its bonus is worth with nobles, the others are counts."""
    card = CARD_BY_ID[name]
    numbers = [
        *(n / 4 for n in lack),
        *(n / 5 for n in due),
        *(short / 5, short == 0, 1 / (1 + turns), sum(due) / 10),
        *(colour == card.bonus for colour in range(5)),
        *(level == card.level for level in (1, 2, 3)),
        *(card.prestige / 4, helps, wanted / 25, wins, in_hand, 1),
    ]
    return list(map(float, numbers))


def seat_numbers(one, left, yet, order, near, within):
    """A seat's: prestige left, whether it has yet to move, its place in the order.

    Of the nearest three nobles by how many fewer than nine bonuses it lacks for each, and which are within two.
    """
    numbers = [
        *(n / 4 for n in one.tokens),
        sum(one.tokens) / 10,
        *(n / 5 for n in one.bonuses),
        *(n * 0.07 for n in (len(one.purchased), one.prestige, left)),
        *(left == 0, left <= 3, len(one.reserved) * 0.34, yet),
        *(place == order for place in range(4)),
        *(n / 8 for n in near),
        *within,
        len(one.nobles),
    ]
    return list(map(float, numbers))


def two_seats():
    """Seat 0 is to act and has little, seat 1 has thirteen of fifteen: two cards of five and a noble."""
    own = seat(tok(w=1, g=2, gold=2), purchased="L1-17 L1-25 L1-24", reserved="L1-33")
    other = seat(tok(w=1, gold=1), purchased="L3-04 L3-08", nobles_held="N01")
    market = "L1-01 - - - L2-11 - - - L3-16 - - -"
    return table(own, other, market=market, decks=NO_DECKS, nobles="N08 N10", supply=tok(2, 4, 1, 4, 3, 2))


# The market asks for w5 u3 g7 r5 k1 in all. For N08 (g4 r4) seat 0 lacks g2 r3, for N10 (r4 k4) r3 k4; seat 1 all of both.
# That makes each bonus it lacks worth a fifth and a seventh of a noble to seat 0, and an eighth to seat 1.
CARDS = {
    # r2 k1: seat 0 has a red bonus, and gold for what is missing.
    (0, 0): card_numbers("L1-01", (0, 0, 0, 1, 1), (0, 0, 0, 1, 1), 0, 0, 0, 5),
    # w5 u3: it has a white token and two gold for seven; two turns, to get two of one colour.
    (0, 4): card_numbers("L2-11", (4, 3, 0, 0, 0), (5, 3, 0, 0, 0), 5, 2, 0, 3),
    # g7 r3
    (0, 8): card_numbers("L3-16", (0, 0, 3, 2, 0), (0, 0, 5, 2, 0), 3, 1, 1 / 5 + 1 / 7, 5),
    # g1 r3 k1
    (0, 12): card_numbers("L1-33", (0, 0, 0, 2, 1), (0, 0, 0, 2, 1), 1, 1, 1 / 7, 1, in_hand=1),
    # As seat 1 sees them, which needs two of prestige more and has a white and a blue bonus, a white token and a gold.
    (1, 0): card_numbers("L1-01", (0, 0, 0, 2, 1), (0, 0, 0, 2, 1), 2, 1, 0, 5),
    (1, 4): card_numbers("L2-11", (3, 2, 0, 0, 0), (4, 2, 0, 0, 0), 4, 2, 0, 3, wins=1),
    (1, 8): card_numbers("L3-16", (0, 0, 7, 3, 0), (0, 0, 7, 3, 0), 9, 6, 1 / 8 + 1 / 8, 5, wins=1),
}


def test_cards_as_each_seat_sees_them():
    """Gold counts for what is missing whatever its colour, bonuses for what is due, nothing below zero."""
    f = encoded(two_seats())
    filled = [(order, place) for order in range(2) for place in np.flatnonzero(f.filled[order]).tolist()]
    assert filled == list(CARDS)
    for (order, place), expected in CARDS.items():
        assert len(expected) == CARD_NUMBERS
        assert f.cards[order, place].tolist() == pytest.approx(expected, abs=1e-6), (order, place)


def test_seats_in_the_order_of_their_turns():
    f = encoded(two_seats())
    assert f.present.tolist() == [1, 1, 0, 0]
    own, other = two_seats().seats
    seats = [
        seat_numbers(own, 14, 0, 0, (4, 2, 0), (0, 0, 0)),
        seat_numbers(other, 2, 1, 1, (1, 1, 0), (0, 0, 0)),
    ]
    for order, expected in enumerate(seats):
        assert len(expected) == SEAT_NUMBERS
        assert f.seats[order].tolist() == pytest.approx(expected, abs=1e-6), order


def test_the_table():
    f = encoded(two_seats())
    expected = [0.4, 0.8, 0.2, 0.8, 0.6, 0.4, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0.03, 0, 0, 0, 0, 0.33, 1, 0, 0, 0, 1]
    assert len(expected) == TABLE_NUMBERS
    assert f.table.tolist() == pytest.approx(expected, abs=1e-6)


def four_seats():
    """Seat 1 has two tokens to return in the last round; seat 3 is out, so seat 2 alone has yet to move."""
    own = seat(tok(4, 4, 2, 1, 0, 1), purchased="L1-01 L1-02 L1-03 L1-04 L1-09 L1-10", reserved="L3-01 L3-05")
    others = seat(), seat(tok(k=3)), seat(status=FLAGGED)
    state = table(others[0], own, *others[1:], nobles="N01 N02 N03", to_act=1, round_=7, target=21, last_round=True)
    return state._replace(phase=RETURN_TOKENS, exits=(3,))


def test_who_has_yet_to_move_and_who_is_out():
    f = encoded(four_seats())
    assert f.present.tolist() == [1, 1, 0, 1], "seats 1, 2, 3 and 0"
    # For N01 (w4 u4) it lacks two, for N02 (w4 k4) four, for N03 (w3 u3 g3) four.
    last, own, second, _ = four_seats().seats
    expected = {
        0: seat_numbers(own, 21, 0, 0, (7, 5, 5), (1, 0, 0)),
        1: seat_numbers(second, 21, 1, 1, (1, 1, 0), (0, 0, 0)),
        3: seat_numbers(last, 21, 0, 3, (1, 1, 0), (0, 0, 0)),
    }
    for order, numbers in expected.items():
        assert f.seats[order].tolist() == pytest.approx(numbers, abs=1e-6), order


def test_table_in_a_return_of_the_last_round():
    """Supply: seven of each and five gold less what is held; decks: all cards less four in the market and those held."""
    supply, plenty, seats = (3, 3, 5, 6, 4, 4), (0, 0, 1, 1, 1), (0, 0, 1)
    decks = (40 - 4 - 6, 30 - 4, 20 - 4 - 2)
    expected = [
        *(n / 5 for n in supply),
        *plenty,
        *seats,
        6 * 0.16,
        7 * 0.03,
        *(n * 0.03 for n in decks),
        *(1, 2 * 0.33),
        *(0, 1, 0),
        *(2 * 0.33, 1),
    ]
    assert encoded(four_seats()).table.tolist() == pytest.approx(expected, abs=1e-6)
