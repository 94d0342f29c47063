"""The token limit (L1 to L3), example X5, cases A06 and A07."""

import pytest

from splendor.engine.actions import ReserveFromDeck, ReturnTokens
from splendor.engine.errors import IllegalAction
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS, State
from splendor.engine.tokens import Tokens
from splendor.engine.turn import Turn, play
from tests.engine.builders import bonuses, refusal, refused, seat, table, take, tok, total_tokens

NINE = tok(3, 2, 2, 1, 0, 1)


def after_taking(tokens: Tokens) -> State:
    """Take white, blue and green from a supply that holds enough of them."""
    return apply(table(seat(tokens), seat(), seat()), take(w=1, u=1, g=1))


def test_x5_nine_and_three_are_twelve_two_go_back() -> None:
    """X5, L1, L2: of the player's choice, also ones just taken, also gold."""
    state = after_taking(NINE)
    assert (state.phase, state.to_act) == (RETURN_TOKENS, 0)
    assert state.seats[0].tokens == tok(4, 3, 3, 1, 0, 1)
    for returned in (tok(w=1, u=1), tok(g=2), tok(r=1, gold=1), tok(w=2)):
        after = apply(state, ReturnTokens(returned))
        assert sum(after.seats[0].tokens) == 10
        assert after.to_act == 1


def test_l1_ten_are_allowed() -> None:
    state = after_taking(tok(w=4, u=3))
    assert (state.phase, state.to_act) == (ACTION, 1)
    assert sum(state.seats[0].tokens) == 10


def test_l1_gold_counts() -> None:
    assert after_taking(tok(w=3, gold=5)).phase == RETURN_TOKENS, State


@pytest.mark.parametrize(
    "wrong",
    [tok(w=1), tok(w=1, u=1, g=1), tok(), tok(k=2), tok(gold=2), tok(w=3, u=-1), tok(w=-2), tok(r=2), tok(w=10**9)],
)
def test_l2_exactly_the_excess_of_own_tokens(wrong: Tokens) -> None:
    """L2, A06: too few, too many, not owned, negative."""
    assert refused(after_taking(NINE), ReturnTokens(wrong)) == "L2"


def test_l2_the_refusal_says_how_many() -> None:
    assert "2 tokens" in str(refusal(after_taking(NINE), ReturnTokens(tok(w=1))))


def test_l2_lists_every_return() -> None:
    """L2: two of 2 white, 1 blue and 9 green, the earlier colours first."""
    state = table(seat(tok(2, 1, 9)), seat(), supply=tok(5, 5, 5, 5, 5, 5))._replace(phase=RETURN_TOKENS)
    counts = (tok(w=2), tok(w=1, u=1), tok(w=1, g=1), tok(u=1, g=1), tok(g=2))
    assert legal_actions(state) == [ReturnTokens(returned) for returned in counts]


def test_l2_the_longest_list() -> None:
    """L2: three of six kinds, each held at least three times or nearly so."""
    state = table(seat(tok(3, 3, 3, 3, 1, 0)), seat())._replace(phase=RETURN_TOKENS)
    # Of five kinds 35 multisets of three; without those with two (4) or three (1) black ones.
    assert len(legal_actions(state)) == 35 - 4 - 1


@pytest.mark.parametrize("held", [tok(w=2, u=2, g=2), tok(w=4, u=4, g=2), tok()])
def test_l3_no_return_at_or_under_ten(held: Tokens) -> None:
    assert refused(table(seat(held), seat()), ReturnTokens(tok(w=1))) == "L3"
    assert refused(table(seat(held), seat()), ReturnTokens(tok())) == "L3"


def test_l3_no_return_while_a_noble_is_chosen() -> None:
    state = table(seat(tok(w=1), bonuses(w=4, u=4, k=4)), seat(), nobles="N01 N02")._replace(phase=CHOOSE_NOBLE)
    assert refused(state, ReturnTokens(tok(w=1))) == "L3"


@pytest.mark.parametrize(
    ("held", "returned", "rule"),
    [
        (tok(k=3, r=3), tok(w=1), "L3"),
        (tok(k=3, r=3), tok(), "L3"),
        (NINE, tok(w=1, u=1, g=1), "L2"),
        (NINE, tok(w=1), "L2"),
        (NINE, tok(k=2), "L2"),
    ],
)
def test_a06_returns_without_need_or_of_the_wrong_number(held: Tokens, returned: Tokens, rule: str) -> None:
    """A06: in one request with the take; then nothing of it is done."""
    with pytest.raises(IllegalAction) as caught:
        play(table(seat(held), seat(), seat()), Turn(take(w=1, u=1, g=1), returned))
    assert caught.value.rule == rule


def test_a07_what_is_returned_is_in_the_supply() -> None:
    """A07, L2: ten tokens, three more, three red back."""
    before = table(seat(tok(1, 1, 2, 3, 2, 1)), seat())
    after = apply(apply(before, take(w=1, u=1, g=1)), ReturnTokens(tok(r=3)))
    assert after.supply == tok(2, 2, 1, 4, 2, 4)
    assert total_tokens(after) == tok(4, 4, 4, 4, 4, 5)


def test_t3_the_card_is_seen_before_tokens_go_back() -> None:
    """T3: the owner of a blind card holds it while tokens are still to be returned."""
    state = apply(table(seat(tok(2, 2, 2, 2, 2)), seat(), decks=("", "L2-20", "")), ReserveFromDeck(2))
    assert state.phase == RETURN_TOKENS, State
    assert len(state.seats[0].reserved) == 1
    assert state.decks == ((), (), ())
