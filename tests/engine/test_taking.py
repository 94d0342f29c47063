"""Taking tokens (K1 to K4), example X6, cases A01 and A04."""

from typing import Any

import pytest

from splendor.engine.actions import TakeTokens
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import RETURN_TOKENS, State
from splendor.engine.takes import takes
from splendor.engine.tokens import Tokens
from tests.engine.builders import refused, seat, table, take, tok, total_tokens


def listed(state: State) -> list[Tokens]:
    return [action.tokens for action in legal_actions(state) if isinstance(action, TakeTokens)]


def with_supply(**counts: int) -> State:
    return table(seat(), seat(), supply=tok(gold=5, **counts))


def test_k1_three_different() -> None:
    state = apply(table(seat(), seat()), take(w=1, g=1, k=1))
    assert state.seats[0].tokens == tok(w=1, g=1, k=1)
    assert state.supply == tok(3, 4, 3, 4, 3, 5)
    assert state.to_act == 1


def test_k1_all_ten_takes_in_colour_order() -> None:
    colours = ["".join(name * count for name, count in zip("wugrk", taken, strict=False)) for taken in
               listed(with_supply(w=1, u=1, g=1, r=1, k=1))]  # fmt: skip
    assert colours == ["wug", "wur", "wuk", "wgr", "wgk", "wrk", "ugr", "ugk", "urk", "grk"]


@pytest.mark.parametrize("wrong", [tok(w=1), tok(w=1, u=1), tok(w=1, u=1, g=1, r=1), tok(1, 1, 1, 1, 1)])
def test_k1_neither_more_nor_less_than_three(wrong: Tokens) -> None:
    assert refused(table(seat(), seat()), TakeTokens(wrong)) == "K1"


def test_k1_two_colours_left_are_both_taken() -> None:
    state = with_supply(w=2, r=1)
    assert listed(state) == [tok(w=1, r=1)]
    assert apply(state, take(w=1, r=1)).supply == tok(w=1, gold=5)
    for wrong in (take(w=1), take(r=1), take(w=1, r=1, g=1), take(u=1, g=1)):
        assert refused(state, wrong) == "K1"


def test_k1_one_colour_left_gives_one() -> None:
    state = with_supply(k=3)
    assert listed(state) == [tok(k=1)]
    assert apply(state, take(k=1)).supply == tok(k=2, gold=5)


def test_k1_one_colour_of_four_left_gives_one_or_two() -> None:
    """K1, K2."""
    assert listed(with_supply(k=4)) == [tok(k=1), tok(k=2)]


def test_k1_nothing_left_gives_nothing() -> None:
    state = with_supply()
    assert listed(state) == []
    assert refused(state, take()) == "K1"
    assert refused(state, take(w=1)) == "K1"


def test_k1_no_colour_that_is_gone() -> None:
    state = with_supply(w=1, u=1, g=1, r=1)
    assert refused(state, take(w=1, u=1, k=1)) == "K1"
    assert len(listed(state)) == 4


def test_x6_a01_two_of_a_colour_need_four_in_the_pile() -> None:
    """X6, K2: two players, three red in the supply are too few; one red in a different take may be taken."""
    three = table(seat(), seat(tok(r=1)))
    assert refused(three, take(r=2)) == "K2"
    assert take(r=2) not in legal_actions(three)
    assert apply(three, take(r=1, u=1, g=1)).supply[3] == 2
    four = table(seat(), seat())
    assert apply(four, take(r=2)).supply == tok(4, 4, 4, 2, 4, 5)


def test_k2_own_tokens_do_not_matter() -> None:
    """K2, A01: nine tokens held, four red in the supply; one goes back at the end of the turn."""
    state = apply(table(seat(tok(w=3, u=3, g=3)), seat()), take(r=2))
    assert state.phase == RETURN_TOKENS
    assert state.supply[3] == 2


@pytest.mark.parametrize("colour", range(5))
def test_k2_four_are_enough_and_three_are_not_in_every_colour(colour: int) -> None:
    for count in (3, 4, 5):
        w, u, g, r, k = (count if pile == colour else 1 for pile in range(5))
        doubles = [tokens for tokens in listed(with_supply(w=w, u=u, g=g, r=r, k=k)) if max(tokens) == 2]
        assert [tokens.index(2) for tokens in doubles] == ([] if count < 4 else [colour])


def test_k2_lists_every_pile_of_four_after_the_different_takes() -> None:
    state = with_supply(w=4, u=3, g=5, r=4, k=0)
    assert listed(state)[-3:] == [tok(w=2), tok(g=2), tok(r=2)]


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        (tok(r=2, g=1), "K2"),
        (tok(r=2, g=2), "K2"),
        (tok(r=3), "K2"),
        (tok(r=7), "K2"),
        (tok(r=10**12), "K2"),
        (tok(gold=1), "K3"),
        (tok(r=1, g=1, gold=1), "K3"),
        (tok(r=1, g=1, u=1, gold=-1), "K3"),
        (tok(r=-1, g=1, u=1, k=1), "K1"),
        (tok(r=-1, g=2, u=1, k=1), "K1"),
        (tok(), "K1"),
    ],
)
def test_a04_malformed_takes(wrong: Tokens, rule: str) -> None:
    """A04, K1 to K3: a repeated colour and more, gold, negative numbers, nothing at all."""
    assert refused(table(seat(), seat()), TakeTokens(wrong)) == rule


@pytest.mark.parametrize(
    "wrong", [(0, 1.0, 1, 1, 0, 0), (0, True, 1, 1, 0, 0), (0, "1", 1, 1, 0, 0), (1, 1, 1), [1, 1, 1, 0, 0, 0], None]
)
def test_a04_no_numbers_at_all(wrong: Any) -> None:
    """A04: what is not six whole numbers cannot become an action."""
    with pytest.raises(ValueError, match=r"an action is made|tokens are"):
        TakeTokens(wrong)


def test_k4_taking_may_lead_over_ten() -> None:
    """K4: checked at the end of the turn only."""
    state = apply(table(seat(tok(w=4, u=4, g=2)), seat()), take(r=2))
    assert sum(state.seats[0].tokens) == 12


def test_listed_takes_are_exactly_the_legal_ones() -> None:
    """K1 to K3: every table of piles from 0 to 4, against the rule written as a sentence."""
    for piles in ((w, u, g, r, k) for w in (0, 4) for u in (0, 1) for g in (0, 3, 4) for r in (0, 1) for k in (0, 5)):
        left = sum(pile > 0 for pile in piles)
        state = table(seat(), seat(), supply=(*piles, 5))
        found = [tokens[:5] for tokens in listed(state)]
        different = [gems for gems in found if max(gems) == 1]
        doubles = [gems for gems in found if max(gems) == 2]
        assert all(sum(gems) == min(3, left) for gems in different)
        assert len(different) == {0: 0, 1: 1, 2: 1, 3: 1, 4: 4, 5: 10}[left]
        assert [gems.index(2) for gems in doubles] == [colour for colour in range(5) if piles[colour] >= 4]
        assert all(total_tokens(apply(state, take)) == state.supply for take in takes(state.supply))
