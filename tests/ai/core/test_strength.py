"""What even a short search with the hand-made evaluation must not miss."""

from random import Random

import pytest

from bench.ai.differential import shares_of
from splendor.engine.actions import PurchaseCard, ReserveCard
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import OVER, Options
from tests.ai.core.searching import BY_HAND, INDIFFERENT, search_view
from tests.ai.core.states import walk
from tests.engine.builders import NO_DECKS, bonuses, buy, card, seat, table, tok

SIMULATIONS = 64
POSITIONS = 25


def won_by(state, action):
    """What the seat to act wins at once by this action, None where the game goes on."""
    after = apply(state, action)
    return shares_of(after)[state.to_act] if after.phase == OVER else None


def decisive(seats):
    """Positions of games whose seat to act can win at once, but need not; with the actions that win."""
    for number in range(10_000):
        rng = Random(f"{seats} {number}")
        for state in walk(deal(Options(seats), rng.randbytes(32)), rng):
            actions = legal_actions(state)
            winning = [action for action in actions if won_by(state, action) == 1]
            if winning and len(winning) < len(actions):
                yield state, winning


def as_listed(action):
    return PurchaseCard(action.card) if isinstance(action, PurchaseCard) else action


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_win_at_once_is_not_missed(seats):
    found = decisive(seats)
    for _ in range(POSITIONS):
        state, winning = next(found)
        assert search_view(state, simulations=SIMULATIONS).best in map(as_listed, winning)


def level_game(others_cards, on_table, tokens):
    """The last turn of a game in which both have fifteen, by two cards of nine together and two nobles each.

    Seat 1 is to act, has three cards in all and can pay for the one on the table.
    """
    seats = (
        seat(purchased=f"L3-02 L3-04 {others_cards}", nobles_held="N01 N02"),
        seat(tokens, purchased="L3-07 L3-08 L1-01", nobles_held="N03 N04"),
    )
    return table(*seats, market=" ".join([on_table, *["-"] * 11]), decks=NO_DECKS, to_act=1, last_round=True)


@pytest.mark.parametrize("net", [BY_HAND, INDIFFERENT], ids=["by hand", "indifferent"])
@pytest.mark.parametrize(("others_cards", "share"), [("L1-09 L1-10", 1), ("L1-09", 0.5)])
def test_fewer_purchased_cards_are_not_given_away(net, others_cards, share):
    """E3: the purchase of a card without prestige makes a shared victory of a victory, and a defeat of a shared one."""
    state = level_game(others_cards, "L1-06", tok(u=3))
    assert won_by(state, buy("L1-06")) == share - 0.5
    found = search_view(state, simulations=SIMULATIONS, net=net)
    assert found.best != buy("L1-06")
    assert found.won[found.best] == share


def test_purchase_that_breaks_the_tie_is_made():
    found = search_view(level_game("L1-09", "L1-40", tok(u=4)), simulations=SIMULATIONS)
    assert found.best == buy("L1-40")
    assert found.won[found.best] == 1


def test_card_that_would_win_the_game_for_the_other_is_taken_away():
    """Seat 1 has ten, and the card of five in the market is free for it."""
    leader = seat(purchased=f"L3-02 L3-07 L1-08 L1-16 {bonuses(r=7, k=3)}")
    market = "L1-17 L1-09 L1-06 L1-01 L2-01 L2-07 L2-13 L2-14 L3-20 L3-01 L3-05 L3-09"
    state = table(seat(tok(w=1, u=1)), leader, market=market)
    assert leader.prestige == 10
    assert search_view(state, simulations=1000).best == ReserveCard(card("L3-20"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seat_that_has_lost_plays_on(seats):
    """Whatever it does the last seat wins: nothing is won by any action, and one is chosen all the same."""
    leader = seat(purchased="L3-01 L3-02 L3-03 L3-04 L3-05")
    market = " ".join(["L1-06", "L1-07", *["-"] * 10])
    state = table(*[seat(tok(w=1))] * (seats - 1), leader, market=market, decks=NO_DECKS, last_round=True)
    found = search_view(state, simulations=300)
    assert sum(found.tried.values()) == 299
    assert found.won[found.best] < 0.1
