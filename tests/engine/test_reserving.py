"""Reserving (V1 to V5), cases A08 and A09."""

import pytest

from splendor.engine.actions import Action, Pass, PurchaseCard, ReserveCard, ReserveFromDeck, ReturnTokens
from splendor.engine.cards import CARDS, EMPTY, UNKNOWN_BASE
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, RETURN_TOKENS, State
from splendor.engine.tokens import Tokens
from tests.engine.builders import NO_DECKS, NO_MARKET, card, cards, refusal, refused, reserve, seat, table, take, tok

FIVE_OF_TEN = tok(2, 2, 2, 2, 2)


def reserves(state: State) -> list[Action]:
    return [action for action in legal_actions(state) if isinstance(action, ReserveCard | ReserveFromDeck)]


def test_v1_face_up_card_with_gold() -> None:
    """V1, V2."""
    state = apply(table(seat(), seat()), reserve("L2-03"))
    holder = state.seats[0]
    assert (holder.reserved, holder.blind) == (cards("L2-03"), (False,))
    assert holder.tokens == tok(gold=1)
    assert state.supply[5] == 4
    assert (state.to_act, state.phase) == (1, ACTION)


def test_v1_top_card_of_a_deck() -> None:
    """V1, V4: the order of the deck decides, the market stays."""
    start = table(seat(), seat(), decks=("L1-31 L1-30", "L2-20 L2-21", "L3-20"))
    state = apply(start, ReserveFromDeck(2))
    assert (state.seats[0].reserved, state.seats[0].blind) == (cards("L2-20"), (True,))
    assert state.decks == (cards("L1-31 L1-30"), cards("L2-21"), cards("L3-20"))
    assert state.market == start.market


def test_v1_three_at_a_time() -> None:
    """V1, A09: a fourth is refused whatever it is; only a purchase makes room."""
    state = table(seat(reserved="L1-20 L2-20 L3-20?"), seat())
    assert reserves(state) == []
    assert refused(state, reserve("L1-01")) == "V1"
    assert refused(state, ReserveFromDeck(1)) == "V1"


def test_v1_list_market_then_decks() -> None:
    assert reserves(table(seat(), seat())) == [
        *(
            ReserveCard(number)
            for number in cards("L1-01 L1-02 L1-03 L1-04 L2-01 L2-02 L2-03 L2-04 L3-01 L3-02 L3-03 L3-04")
        ),
        ReserveFromDeck(1),
        ReserveFromDeck(2),
        ReserveFromDeck(3),
    ]


@pytest.mark.parametrize("level", [0, 4, -1, 10**9])
def test_v1_no_other_decks(level: int) -> None:
    assert refused(table(seat(), seat()), ReserveFromDeck(level)) == "V1"


def test_v2_without_gold_one_still_reserves() -> None:
    state = apply(table(seat(tok(w=3)), seat(tok(gold=5))), reserve("L2-03"))
    assert state.seats[0].tokens == tok(w=3)
    assert state.seats[0].reserved == cards("L2-03")
    assert state.phase == ACTION


def test_v3_reserved_cards_give_nothing() -> None:
    state = apply(table(seat(), seat()), reserve("L3-04"))
    assert CARDS[card("L3-04")].prestige == 5
    assert (state.seats[0].prestige, state.seats[0].bonuses) == (0, (0, 0, 0, 0, 0))


def test_v3_no_action_drops_a_reserved_card() -> None:
    """V3, A09: nothing that is listed takes one out of the hand but its purchase."""
    state = table(seat(reserved="L1-40 L2-20 L3-20?"), seat())
    for action in legal_actions(state, "all"):
        after = apply(state, action).seats[0].reserved
        assert after == state.seats[0].reserved or isinstance(action, PurchaseCard)


def test_v5_nothing_to_reserve() -> None:
    state = table(seat(), seat(), market=NO_MARKET, decks=("", "L2-20", ""))
    assert reserves(state) == [ReserveFromDeck(2)]
    assert refused(state, ReserveFromDeck(1)) == "V5"
    assert refused(state, ReserveFromDeck(3)) == "V5"
    assert refused(state, ReserveCard(EMPTY)) == "V1"


def test_v5_pass_is_not_a_way_round() -> None:
    """V5, Q1: with tokens to take there is always an action."""
    assert refused(table(seat(), seat(), market=NO_MARKET, decks=NO_DECKS), Pass()) == "Q1"


def test_a14_a_card_out_of_reach_is_refused_in_one_way() -> None:
    """A14, V1, P1: in a deck, in either hand, bought or out of the game, the refusal is the same to the letter."""
    own, other = seat(reserved="L1-20"), seat(reserved="L1-21? L1-22", purchased="L1-23")
    state = table(own, other, decks=("L1-30 L1-31", "", ""))
    out_of_reach = [*cards("L1-21 L1-22 L1-23 L1-30 L1-31 L1-40 L3-20"), EMPTY, UNKNOWN_BASE + 1, 89 + 5, 10**9]
    for wrong in (ReserveCard, PurchaseCard, lambda number: PurchaseCard(number, tok(w=1))):
        errors = [refusal(state, wrong(number)) for number in out_of_reach]
        assert len({(error.rule, str(error)) for error in errors}) == 1


def test_a14_a_full_hand_changes_nothing_of_it() -> None:
    state = table(seat(reserved="L1-20 L2-20 L3-20?"), seat(reserved="L1-21?"))
    assert str(refusal(state, reserve("L1-21"))) == str(refusal(table(seat(), seat()), reserve("L1-40")))


class TestA08ReservingWithTenTokens:
    """A08: gold is taken, then exactly one token of one's choice goes back (V2, L1, L2)."""

    state = apply(table(seat(FIVE_OF_TEN), seat(tok(gold=2))), reserve("L2-03"))

    def test_a08_waits_for_the_return(self) -> None:
        assert self.state.seats[0].tokens == tok(2, 2, 2, 2, 2, 1)
        assert (self.state.phase, self.state.to_act) == (RETURN_TOKENS, 0)
        assert refused(self.state, take(w=1, u=1, g=1)) == "T2"

    def test_a08_any_token_goes_back(self) -> None:
        assert apply(self.state, ReturnTokens(tok(w=1))).seats[0].tokens == tok(1, 2, 2, 2, 2, 1)

    def test_a08_the_gold_itself_goes_back(self) -> None:
        after = apply(self.state, ReturnTokens(tok(gold=1)))
        assert after.seats[0].tokens == FIVE_OF_TEN
        assert after.seats[0].reserved == cards("L2-03")
        assert (after.supply[5], after.to_act) == (3, 1)

    @pytest.mark.parametrize("wrong", [tok(w=1, u=1), tok(), tok(gold=2), tok(w=2, u=-1)])
    def test_a08_not_more_not_less(self, wrong: Tokens) -> None:
        assert refused(self.state, ReturnTokens(wrong)) == "L2"


def test_a09_seven_reserved_in_a_game_without_gold_left() -> None:
    """A09, V1, V2: the limit is three a seat, not one for the game, and gold has no part in it."""
    hands = seat(tok(gold=2), "", "L1-20 L1-21"), seat(tok(gold=2), "", "L1-22 L1-23"), seat(tok(gold=1), "", "L1-24")
    state = apply(table(*hands, seat(reserved="L1-25"), to_act=3), reserve("L1-01"))
    assert (state.phase, state.to_act) == (ACTION, 0)
    for _ in range(3):
        state = apply(state, take(w=1, u=1, g=1))
    state = apply(state, ReserveFromDeck(2))
    assert (state.phase, state.to_act) == (ACTION, 0)
    last = state.seats[3]
    assert last.tokens == tok()
    assert len(last.reserved) == 3
    assert refused(state._replace(to_act=3), ReserveFromDeck(1)) == "V1"
