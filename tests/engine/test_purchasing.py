"""Purchasing (P1 to P6) and replacement (C1, C2), examples X1 to X4, cases A07, A13 and A14."""

from typing import Any

import pytest

from splendor.engine.cards import EMPTY
from splendor.engine.legal import legal_actions
from splendor.engine.payments import affordable, default_payment, payments, price, price_of
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, Seat, State
from splendor.engine.tokens import Tokens
from tests.engine.builders import bonuses, buy, card, cards, refused, seat, table, tok, total_tokens

NOBODY = seat()
MARKET = "L1-16 L1-34 L1-29 L1-40 L2-12 L2-01 L2-02 L2-03 L3-01 L3-02 L3-03 L3-04"


def shop(buyer: Seat, other: Seat = NOBODY, **more: Any) -> State:
    return table(buyer, other, market=MARKET, **more)


def test_x1_bonuses_lower_the_price() -> None:
    """X1, P2: 3 blue 2 green with bonuses 2 blue 1 green."""
    assert price_of((0, 3, 2, 0, 0), (0, 2, 1, 0, 0)) == (0, 1, 1, 0, 0)


def test_x2_colour_by_colour() -> None:
    """X2, P2: 3 blue 2 white 1 red with bonuses 2 blue 1 white."""
    assert price_of((2, 3, 0, 1, 0), (1, 2, 0, 0, 0)) == (1, 1, 0, 1, 0)


def test_p2_a_surplus_bonus_gives_no_change() -> None:
    buyer = seat(purchased=bonuses(g=7))
    assert price(buyer, card("L1-34")) == (0, 0, 0, 1, 0)  # costs 2 green 1 red
    assert refused(shop(buyer), buy("L1-34")) == "P3"


def test_x3_gold_for_what_is_missing_or_for_more() -> None:
    """X3, P3, P4: 6 blue, paid from 4 blue and 3 gold."""
    buyer = seat(tok(u=4, gold=3))
    assert payments(buyer.tokens, price(buyer, card("L2-12"))) == [tok(u=4, gold=2), tok(u=3, gold=3)]
    state = shop(buyer)
    assert apply(state, buy("L2-12")).seats[0].tokens == tok(gold=1)
    assert apply(state, buy("L2-12", tok(u=4, gold=2))).seats[0].tokens == tok(gold=1)
    assert apply(state, buy("L2-12", tok(u=3, gold=3))).seats[0].tokens == tok(u=1)
    assert buy("L2-12", tok(u=4, gold=2)) in legal_actions(state)
    assert buy("L2-12", tok(u=3, gold=3)) not in legal_actions(state)


def test_x4_gold_stands_in_for_any_colour() -> None:
    """X4, P3: 2 white 1 green 2 black less two white bonuses, paid by 1 black 1 green 1 gold."""
    buyer = seat(tok(g=1, k=1, gold=1), bonuses(w=2))
    assert price(buyer, card("L1-29")) == (0, 0, 1, 0, 2)
    assert default_payment(buyer.tokens, (0, 0, 1, 0, 2)) == tok(g=1, k=1, gold=1)
    assert apply(shop(buyer), buy("L1-29", tok(g=1, k=1, gold=1))).seats[0].tokens == tok()


@pytest.mark.parametrize("name", ["L1-16", "L2-01", "L3-04"])
def test_p1_from_the_market_of_any_level(name: str) -> None:
    rich = seat(purchased=bonuses(w=7, g=7, r=7, k=7))
    state = table(rich, seat(), market="L1-16 - - - L2-01 - - - L3-04 - - -", decks=("", "", ""))
    assert apply(state, buy(name)).seats[0].purchased[-1] == card(name)


class TestA13PayingGold:
    """A13: the price is two green; the buyer has two green and one gold."""

    state = shop(seat(tok(g=2, gold=1), bonuses(r=1)))

    def test_a13_default_spends_colours_first(self) -> None:
        """P4."""
        assert apply(self.state, buy("L1-34")).seats[0].tokens == tok(gold=1)

    def test_a13_gold_may_stand_in_though_green_is_at_hand(self) -> None:
        """P4."""
        assert apply(self.state, buy("L1-34", tok(g=1, gold=1))).seats[0].tokens == tok(g=1)

    @pytest.mark.parametrize(
        ("payment", "rule"),
        [
            (tok(g=2, gold=1), "P4"),
            (tok(gold=2), "P3"),
            (tok(r=2), "P3"),
            (tok(g=1), "P4"),
            (tok(), "P4"),
            (tok(g=3), "P3"),
            (tok(g=3, gold=-1), "P4"),
            (tok(g=-1), "P4"),
            (tok(g=10**12), "P3"),
        ],
    )
    def test_a13_refused(self, payment: Tokens, rule: str) -> None:
        """Too much, not owned, wrong colour, too little, negative (P3, P4)."""
        assert refused(self.state, buy("L1-34", payment)) == rule

    def test_a13_wrong_colour_though_owned(self) -> None:
        """P3: a red token does not pay for green."""
        state = shop(seat(tok(g=2, k=2), bonuses(r=1)))
        assert refused(state, buy("L1-34", tok(g=1, k=1))) == "P3"


def test_p4_payments_by_rising_gold_then_colours() -> None:
    """P4: the default first, then by rising gold; with equal gold the earlier colours first."""
    assert payments(tok(w=1, u=1, g=0, r=0, k=2, gold=2), (1, 1, 0, 0, 1)) == [
        tok(w=1, u=1, k=1),
        tok(w=1, u=1, gold=1),
        tok(w=1, k=1, gold=1),
        tok(u=1, k=1, gold=1),
        tok(w=1, gold=2),
        tok(u=1, gold=2),
        tok(k=1, gold=2),
    ]


def test_p4_default_is_the_first_of_all_payments() -> None:
    for tokens in (tok(4, 0, 1, 0, 2, 3), tok(1, 1, 1, 1, 1, 5), tok(w=2, gold=1), tok()):
        for due in ((2, 0, 1, 0, 1), (0, 0, 0, 0, 0), (1, 1, 1, 0, 0), (4, 3, 0, 0, 0)):
            assert payments(tokens, due)[:1] == [default for default in [default_payment(tokens, due)] if default]


def test_affordable_is_price_and_default_payment_card_by_card() -> None:
    """P2 to P4: the fast list against the plain functions, empty slots among the cards."""
    everything = (*range(90), EMPTY, 90, 91, 92)
    for tokens in (tok(), tok(1, 2, 3, 1, 2, 1), tok(0, 4, 0, 4, 0, 2), tok(2, 2, 2, 2, 2), tok(k=4, gold=5)):
        for bought in ("", bonuses(w=2, u=1), bonuses(g=3, r=3, k=4), bonuses(w=7, u=7, g=7, r=7, k=7)):
            buyer = seat(tokens, bought)
            plain = [(number, default_payment(tokens, price(buyer, number))) for number in range(90)]
            found = [(action.card, action.payment) for action in affordable(buyer, everything)]
            assert found == [(number, payment) for number, payment in plain if payment is not None]


def test_p5_payment_goes_back_to_the_supply_gold_too() -> None:
    """P5, A07: four red, paid by two red and two gold; nothing vanishes."""
    before = shop(seat(tok(r=2, gold=2)))
    after = apply(before, buy("L1-16"))
    assert after.supply == tok(4, 4, 4, 4, 4, 5)
    assert after.seats[0].tokens == tok()
    assert total_tokens(after) == total_tokens(before) == tok(4, 4, 4, 4, 4, 5)


def test_p5_a_free_card_is_still_the_turns_action() -> None:
    state = apply(shop(seat(purchased=bonuses(u=4))), buy("L1-40"))
    assert (state.to_act, state.phase) == (1, ACTION)
    assert state.seats[0].purchased[-1] == card("L1-40")
    assert refused(shop(seat(purchased=bonuses(u=4))), buy("L1-40", tok(gold=1))) == "P3"


def test_p6_bonus_and_prestige_for_good() -> None:
    state = apply(shop(seat(tok(r=4))), buy("L1-16"))
    assert state.seats[0].bonuses == (0, 1, 0, 0, 0)
    assert state.seats[0].prestige == 1


def test_p6_the_bonus_counts_for_this_turns_visit() -> None:
    """P6, N1: the fourth blue card of a seat with four white ones."""
    state = apply(shop(seat(tok(r=4), bonuses(w=4, u=3)), nobles="N01"), buy("L1-16"))
    assert (state.seats[0].nobles, state.seats[0].prestige) == ((0,), 4)


def test_p3_what_the_tokens_do_not_cover() -> None:
    state = shop(seat(tok(r=2, gold=1)))
    assert refused(state, buy("L1-16")) == "P3"
    assert buy("L1-16", tok(r=2, gold=1)) not in legal_actions(state, "all")


def test_c1_replaced_at_once_in_the_same_slot() -> None:
    state = apply(shop(seat(tok(r=4)), decks=("L1-09 L1-10", "L2-09", "L3-09")), buy("L1-16"))
    assert state.market == cards(MARKET.replace("L1-16", "L1-09"))
    assert state.decks == (cards("L1-10"), cards("L2-09"), cards("L3-09"))


def test_c2_the_slot_stays_empty() -> None:
    state = apply(shop(seat(tok(u=4, gold=2)), decks=("L1-09", "", "L3-09")), buy("L2-12"))
    assert state.market == cards(MARKET.replace("L2-12", "-"))
    assert state.decks == (cards("L1-09"), (), cards("L3-09"))


class TestA14BuyingFromTheHand:
    """A14: deck 2 has ten cards, the buyer holds a reserved card of level 2."""

    tens = "L2-05 L2-06 L2-07 L2-08 L2-09 L2-10 L2-11 L2-13 L2-14 L2-15"
    state = shop(seat(tok(u=1), bonuses(u=4), "L2-20? L2-16? L3-20"), seat(reserved="L2-17"), decks=("L1-09", tens, ""))

    def test_a14_board_stays_as_it_is(self) -> None:
        """A14, P1: the card moves from reserved to purchased, all else stays in its place."""
        state = shop(seat(tok(u=1, g=3), bonuses(u=4), "L2-20? L2-16? L3-20"), decks=("L1-09", self.tens, ""))
        after = apply(state, buy("L2-16"))
        assert (after.market, after.decks) == (state.market, state.decks)
        assert after.seats[0].purchased[-1] == card("L2-16")
        assert (after.seats[0].reserved, after.seats[0].blind) == (cards("L2-20 L3-20"), (True, False))
        assert after.seats[0].prestige == 2

    def test_a14_not_the_card_of_another(self) -> None:
        assert refused(self.state, buy("L2-17")) == "P1"
