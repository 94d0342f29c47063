"""The list of legal actions: its order, its two forms, and that it says exactly what `apply` accepts."""

import random
from collections.abc import Iterator

import pytest

from splendor.engine.actions import Action, PurchaseCard, ReserveCard, ReserveFromDeck, TakeTokens
from splendor.engine.cards import UNKNOWN_BASE
from splendor.engine.legal import PaymentChoice, legal_actions
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import ACTION, OVER, Options, State
from splendor.engine.tokens import Tokens
from tests.engine.builders import bonuses, buy, card, cards, refused, reserve, seat, table, take, tok

UNKNOWN = ((UNKNOWN_BASE + 1,) * 3, (UNKNOWN_BASE + 2,) * 3, (UNKNOWN_BASE + 3,) * 3)


def test_order_of_the_list() -> None:
    """Takes, double takes, market reserves, deck reserves, market purchases, own reserved cards (K1, K2, V1, P1)."""
    state = table(
        seat(tok(u=3, gold=1), reserved="L1-06 L1-35?"),
        seat(tok(0, 1, 4, 3, 4)),
        market="L1-40 - L1-01 - L2-09 - - - - - - L3-10",
        decks=("L1-02", "", "L3-02"),
    )
    assert state.supply == tok(w=4, u=0, g=0, r=1, gold=4)
    assert legal_actions(state) == [
        take(w=1, r=1),
        take(w=2),
        reserve("L1-40"),
        reserve("L1-01"),
        reserve("L2-09"),
        reserve("L3-10"),
        ReserveFromDeck(1),
        ReserveFromDeck(3),
        buy("L1-40", tok(u=3, gold=1)),
        buy("L1-06", tok(u=3)),
    ]


def test_all_payments_stand_where_the_default_stood() -> None:
    """P4: per card the default first, then by rising gold."""
    state = table(
        seat(tok(u=3, g=3, gold=1), reserved="L1-06 L1-35 L1-31"),
        seat(),
        market="- - - - - - - - - - - L3-10",
    )
    assert [action for action in legal_actions(state, "all") if isinstance(action, PurchaseCard)] == [
        buy("L1-06", tok(u=3)),
        buy("L1-06", tok(u=2, gold=1)),
        buy("L1-35", tok(g=3)),
        buy("L1-35", tok(g=2, gold=1)),
    ]


@pytest.mark.parametrize("payments", ["default", "all"])
def test_nothing_is_listed_once_the_game_is_over(payments: PaymentChoice) -> None:
    assert legal_actions(table(seat(), seat())._replace(phase=OVER, to_act=-1), payments) == []


def test_the_list_belongs_to_the_caller() -> None:
    state = table(seat(), seat())
    legal_actions(state).clear()
    assert legal_actions(state)


def some_tokens(rng: random.Random) -> Tokens:
    w, u, g, r, k, gold = rng.choices((-1, 0, 0, 0, 1, 1, 2, 3), k=6)
    return (w, u, g, r, k, gold)


def every_main_action(state: State, rng: random.Random) -> Iterator[Action]:
    """Main actions of every kind, right and wrong ones."""
    counts = [some_tokens(rng) for _ in range(60)]
    yield from (TakeTokens(tokens) for tokens in counts)
    yield from (ReserveCard(number) for number in range(-2, 95))
    yield from (ReserveFromDeck(level) for level in range(-1, 6))
    in_reach = [number for number in state.market + state.seats[state.to_act].reserved if number >= 0]
    yield from (PurchaseCard(number, rng.choice(counts)) for number in in_reach)
    yield from (PurchaseCard(number, (0, 0, 0, 0, 0, 0)) for number in range(-2, 95))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_what_is_listed_is_accepted(seats: int) -> None:
    """T1: random games; in every position each listed action applies, and all that is not listed is refused."""
    rng = random.Random(seats)
    state = deal(Options(seats), rng.randbytes(32))
    while state.phase != OVER:
        listed = legal_actions(state, "all")
        if state.phase == ACTION and rng.random() < 0.25:
            for action in set(every_main_action(state, rng)) - set(listed):
                assert refused(state, action)
        for action in listed:
            assert apply(state, action) != state
        state = apply(state, rng.choice(listed))


class TestUnseenCards:
    """Decks may hold cards that nobody has seen yet: previews and players that think ahead play on such states."""

    state = table(seat(tok(u=4), bonuses(w=1)), seat(), market="L1-40 " + "- " * 11)._replace(decks=UNKNOWN)

    def test_c1_one_fills_the_slot(self) -> None:
        after = apply(self.state, buy("L1-40"))
        assert after.market[0] == UNKNOWN_BASE + 1
        assert len(after.decks[0]) == 2

    def test_v1_one_comes_into_the_hand(self) -> None:
        after = apply(self.state, ReserveFromDeck(3))
        assert after.seats[0].reserved == (UNKNOWN_BASE + 3,)

    def test_no_action_names_one(self) -> None:
        """V1, P1: nothing is known of it, so it can be neither reserved nor purchased."""
        state = table(seat(purchased=bonuses(w=7, u=7, g=7, r=7, k=7)), seat(), market="- " * 12)
        held = state.seats[0]._replace(reserved=(91, *cards("L3-01")), blind=(True, True))
        state = state._replace(decks=UNKNOWN, market=(90,) * 4 + (91,) * 4 + (92,) * 4, seats=(held, state.seats[1]))
        named = {action.card for action in legal_actions(state) if isinstance(action, ReserveCard | PurchaseCard)}
        assert named == {card("L3-01")}
        for number in (90, 91, 92):
            assert refused(state, ReserveCard(number)) == "V1"
            assert refused(state, PurchaseCard(number)) == "P1"
