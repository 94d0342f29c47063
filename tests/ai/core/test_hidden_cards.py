"""A search does not see what is hidden: neither what comes from a deck nor what others hold unseen.

The position: both seats have two turns left, and seat 1 is four ahead. Seat 0 can purchase its two reserved cards of two
each, and share the victory. Or it reserves blind from level 3: of the fifteen cards that may come, the one with five would
be free and win the game; any other loses it. Seat 1 would take that card wherever it lay open.
"""

from random import Random

import pytest

from splendor.ai.core.codes import action_of
from splendor.ai.core.layout import CARDS, DECK, POOL
from splendor.ai.core.reading import from_view
from splendor.ai.player import ai_view
from splendor.engine.actions import PurchaseCard, ReserveFromDeck
from splendor.engine.tokens import NO_TOKENS
from tests.ai.core.searching import BY_HAND, INDIFFERENT, ROOM, random_net, search_array, search_view
from tests.engine.builders import NO_DECKS, NO_MARKET, bonuses, card, seat, table, tok

THE_ONE = "L3-20"
SIMULATIONS = 1000
BLIND = ReserveFromDeck(3)
SHARED = (PurchaseCard(card("L2-03")), PurchaseCard(card("L2-21")))


def race(top=THE_ONE):
    """The position, a card on top of the deck of level 3."""
    seats = (
        seat(tok(k=2), purchased=bonuses(r=7, k=3), reserved="L2-03 L2-21"),
        seat(purchased=f"L3-18 {bonuses(w=4, u=4, g=3)}", reserved="L3-04 L3-16"),
    )
    market = " ".join(["-"] * 8 + ["L3-01", "L3-05", "L3-09", "L3-13"])
    used = {"L3-18", "L3-04", "L3-16", *market.split()}
    rest = [name for name in (f"L3-{number:02}" for number in range(1, 21)) if name not in used and name != top]
    return table(*seats, market=market, decks=("", "", " ".join([top, *rest])), supply=NO_TOKENS, round_=99)


def shuffled(state, seed):
    deck = list(state.decks[2])
    Random(seed).shuffle(deck)
    return state._replace(decks=((), (), tuple(deck)))


@pytest.mark.parametrize("net", [BY_HAND, random_net(1), INDIFFERENT], ids=["by hand", "random net", "indifferent"])
def test_order_of_the_deck_makes_no_difference(net):
    expected = search_view(race(), simulations=300, net=net)
    for seed in range(20):
        assert search_view(shuffled(race(), seed), simulations=300, net=net) == expected


@pytest.mark.parametrize("seed", range(3))
def test_search_does_not_count_on_the_one_card_that_would_help(seed):
    """In the guess that the array begins with, that card is the next one to come."""
    array = from_view(ai_view(race(), 0))
    assert array[CARDS + 70 + array[POOL + 2] - 1] == card(THE_ONE)
    found = search_view(race(), simulations=SIMULATIONS, net=INDIFFERENT, seed=seed)
    assert found.best in SHARED
    assert found.won[found.best] > 0.4
    assert found.won[BLIND] < 0.4
    assert found.tried[BLIND] < SIMULATIONS / 10


@pytest.mark.parametrize("seed", range(3))
def test_search_that_is_told_which_card_comes_reserves_it(seed):
    """What the test above must not find is there to be found: the pool holds the one card and no other."""
    array = from_view(ai_view(race(), 0))
    array[DECK + 2] = array[POOL + 2] = 1
    array[CARDS + 70] = card(THE_ONE)
    found = search_array(array, simulations=SIMULATIONS, net=INDIFFERENT, seed=seed)
    assert found.best == BLIND
    assert found.won[BLIND] > 0.9


def test_hidden_card_of_another_makes_no_difference():
    """Seat 1 holds a card drawn unseen: whichever it is, seat 0 thinks the same."""
    state, found = race(), []
    for name in ("L3-04", "L3-20", "L3-02"):
        unseen = {*state.decks[2], card("L3-04")} - {card(name)}
        held = state.seats[1]._replace(reserved=(card("L3-16"), card(name)), blind=(False, True))
        seats = (state.seats[0], held)
        found.append(search_view(state._replace(seats=seats, decks=((), (), tuple(unseen))), simulations=300))
    assert found[0] == found[1] == found[2]


def test_every_simulation_has_a_guess_of_its_own():
    """No card is on the table but one that seat 1 drew unseen, and could purchase if it were one of these."""
    seats = (seat(), seat(tok(r=4, k=4), purchased=bonuses(r=3, k=3), reserved="L3-07?"))
    search_view(table(*seats, market=NO_MARKET, decks=NO_DECKS), simulations=2000)
    actions = {action_of(code) for code in ROOM.action[: ROOM.counts[1]].tolist()}
    assert {PurchaseCard(card(name)) for name in ("L3-02", "L3-18", "L3-20")} <= actions
