"""The noble visit (N1 to N4), examples X8 and X12, cases A15 to A17."""

import pytest

from splendor.engine.actions import Action, ChooseNoble, Pass, ReturnTokens
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS, Seat, State
from tests.engine.builders import (
    bonuses,
    buy,
    card,
    frozen,
    noble,
    nobles,
    refused,
    reserve,
    seat,
    table,
    take,
    tok,
)

# N01 asks for 4 white 4 blue, N02 for 4 white 4 black, N03 for 3 white 3 blue 3 green.
MARKET = "L1-08 L1-16 L1-24 L1-32 L2-03 L2-09 L2-15 L2-21 L3-01 L3-05 L3-09 L3-13"
FOURTH_BLUE = seat(tok(r=4), bonuses(w=4, u=3))
FOURTH_WHITE = seat(tok(g=4), bonuses(w=3, u=4, k=4))


def hall(*seats: Seat, nobles_there: str = "N01 N02 N03") -> State:
    return table(*seats, market=MARKET, nobles=nobles_there)


def test_n1_comes_of_itself() -> None:
    """N1: 4 white and the fourth blue: no action, no choice, three prestige."""
    state = apply(hall(FOURTH_BLUE, seat()), buy("L1-16"))
    assert (state.seats[0].nobles, state.seats[0].prestige) == (nobles("N01"), 1 + 3)
    assert (state.to_act, state.phase) == (1, ACTION)


def test_n1_one_bonus_short() -> None:
    state = apply(hall(seat(tok(r=4), bonuses(w=3, u=3)), seat()), buy("L1-16"))
    assert state.seats[0].nobles == ()


def test_n1_no_noble_is_chosen_where_none_is_due() -> None:
    """N1: neither before a turn nor while tokens are returned, met or not."""
    for name in ("N01", "N04"):
        assert refused(hall(seat(purchased=bonuses(w=4, u=4)), seat()), ChooseNoble(noble(name))) == "N1"
    returning = apply(hall(seat(tok(2, 2, 2, 2, 2), bonuses(w=4, u=4)), seat()), take(w=1, u=1, g=1))
    assert returning.phase == RETURN_TOKENS
    assert refused(returning, ChooseNoble(noble("N01"))) == "N1"


def test_n2_only_bonuses_count() -> None:
    """N2: tokens, gold and reserved cards do not help a seat with 4 white 3 blue."""
    held = seat(tok(u=4, gold=4), bonuses(w=4, u=3), "L1-15 L1-16")
    state = apply(hall(held, seat()), take(g=2))
    assert state.seats[0].nobles == ()


def test_n4_not_replaced() -> None:
    """N4, A15: gone from the table for good, the others stay in their order."""
    state = apply(hall(FOURTH_BLUE, seat()), buy("L1-16"))
    assert state.nobles == nobles("N02 N03")


def test_a15_one_noble_is_given_once() -> None:
    """A15: two more turns of both seats: no second award, and the number of nobles stays."""
    state = apply(hall(FOURTH_BLUE, seat()), buy("L1-16"))
    for _ in range(4):
        state = apply(state, legal_actions(state)[0])
        assert state.seats[0].prestige == 4
        assert len(state.nobles) + sum(len(held.nobles) for held in state.seats) == 3


def test_x8_twelve_and_a_noble_are_fifteen() -> None:
    """X8, E1: 12 from cards (3 + 4 + 4 and the new 1), then the visit."""
    held = seat(tok(r=4), "L2-06 L3-02 L3-03 " + bonuses(w=1, u=3))
    assert held.prestige == 11
    state = apply(hall(held, seat()), buy("L1-16"))
    assert state.seats[0].prestige == 15
    assert state.last_round


class TestTwoNobles:
    """N3, A16: the fourth white card meets N01 and N02 at once."""

    state = apply(hall(FOURTH_WHITE, seat()), buy("L1-08"))

    def test_n3_waits_for_the_choice(self) -> None:
        assert (self.state.phase, self.state.to_act) == (CHOOSE_NOBLE, 0)
        assert legal_actions(self.state) == [ChooseNoble(noble("N01")), ChooseNoble(noble("N02"))]
        assert self.state.seats[0].nobles == ()

    def test_a16_the_chosen_one_alone_comes(self) -> None:
        after = apply(self.state, ChooseNoble(noble("N02")))
        assert after.seats[0].nobles == nobles("N02")
        assert after.nobles == nobles("N01 N03")
        assert (after.seats[0].prestige, after.to_act, after.phase) == (4, 1, ACTION)

    @pytest.mark.parametrize("wrong", [noble("N03"), noble("N04"), -1, 10, 10**9])
    def test_a16_not_one_that_is_not_met(self, wrong: int) -> None:
        assert refused(self.state, ChooseNoble(wrong)) == "N1"

    @pytest.mark.parametrize("wrong", [take(w=1, u=1, g=1), reserve("L1-16"), buy("L1-16"), Pass()])
    def test_a16_a_visit_is_not_refused_by_doing_something_else(self, wrong: Action) -> None:
        assert refused(self.state, wrong) == "T2"

    def test_a16_the_other_comes_at_the_end_of_the_next_turn(self) -> None:
        """A16, N3: tokens are taken, nothing is bought."""
        state = apply(apply(self.state, ChooseNoble(noble("N02"))), take(r=1, g=1, k=1))
        state = apply(state, take(w=1, u=1, k=1))
        assert state.seats[0].nobles == nobles("N02 N01")
        assert state.seats[0].prestige == 7

    def test_t3_the_replacement_is_seen_before_the_choice(self) -> None:
        assert self.state.market[0] != card("L1-08")
        assert self.state.market[0] in hall(FOURTH_WHITE, seat()).decks[0]


def test_n3_listed_by_number_whatever_their_order_on_the_table() -> None:
    state = apply(hall(FOURTH_WHITE, seat(), nobles_there="N03 N02 N01"), buy("L1-08"))
    assert legal_actions(state) == [ChooseNoble(noble("N01")), ChooseNoble(noble("N02"))]


def test_x12_a_noble_left_over_and_a_new_one() -> None:
    """X12: N01 was met in an earlier turn, the fourth black card meets N02 too."""
    held = seat(tok(g=0, k=0, r=1), bonuses(w=4, u=4, k=3, g=3))
    state = table(held, seat(), market="L1-34 - - - - - - - - - - -", decks=("", "", ""), nobles="N01 N02")
    state = apply(state, buy("L1-34"))
    assert legal_actions(state) == [ChooseNoble(noble("N01")), ChooseNoble(noble("N02"))]


class TestA17AfterAnyTurn:
    """A17, N3: the demand of N01 is met since an earlier turn."""

    met = bonuses(w=4, u=4)

    @pytest.mark.parametrize("action", [take(w=1, u=1, g=1), take(w=2), reserve("L1-24"), buy("L1-24")])
    def test_a17_takes_reserves_or_buys_another_colour(self, action: Action) -> None:
        state = apply(hall(seat(tok(k=4), self.met), seat()), action)
        assert state.seats[0].nobles == nobles("N01")

    def test_a17_q1_passes(self) -> None:
        state = apply(frozen(2, (self.met,), nobles="N01"), Pass())
        assert state.seats[0].nobles == nobles("N01")

    def test_a17_after_the_return(self) -> None:
        """T2: first the tokens, then the noble."""
        state = apply(hall(seat(tok(2, 2, 2, 2, 2), self.met), seat()), take(w=1, u=1, g=1))
        assert state.seats[0].nobles == ()
        state = apply(state, ReturnTokens(tok(w=1, u=1, g=1)))
        assert state.seats[0].nobles == nobles("N01")

    def test_n1_not_in_the_turn_of_another(self) -> None:
        state = apply(hall(seat(), seat(purchased=self.met)), take(w=1, u=1, g=1))
        assert state.seats[1].nobles == ()
