"""The level `beginner`: how much it overlooks and forgets, and that it does so as a person does."""

from itertools import pairwise

import numpy as np
import pytest

from splendor.ai import ai_view, player
from splendor.ai.core.glance import NOBLE_0, _noticed
from splendor.ai.core.layout import MARKET, MARKET_SLOTS, NOBLE_PLACES, NOBLES
from splendor.ai.core.reading import from_engine
from splendor.ai.core.rng import new_rng
from splendor.engine.actions import PurchaseCard, ReserveCard
from splendor.engine.legal import legal_actions
from tests.ai.core.states import some_state
from tests.engine.builders import NO_DECKS, NO_MARKET, bonuses, card, seat, table, tok

pytestmark = [pytest.mark.usefixtures("compiled"), pytest.mark.timeout(600)]

OVERLOOKED, FORGOTTEN = 0.2, 0.6
"""Of the market's cards, and of the nobles: what its strength hangs on, so other numbers are another version."""


def played(state, seeds):
    """What it plays for each seed."""
    seen, actions = ai_view(state, state.to_act), legal_actions(state)
    return [player("beginner").choose(seen, actions, seed, seen) for seed in range(seeds)]


def share(found):
    return sum(found) / len(found)


def test_a_fifth_of_the_cards_is_overlooked_and_three_nobles_of_five_are_forgotten():
    """Each by itself, a seed's chance alone."""
    cards, nobles, both = [], [], []
    for number in range(400):
        s = from_engine(some_state(number))
        noticed = _noticed(s, new_rng(number))
        market = s[MARKET : MARKET + MARKET_SLOTS]
        missed = (~noticed[market[market >= 0]]).tolist()
        cards += missed
        both += [one and other for one, other in pairwise(missed)]
        places = s[NOBLES : NOBLES + NOBLE_PLACES]
        nobles += (~noticed[NOBLE_0 + places[places >= 0]]).tolist()
    assert share(cards) == pytest.approx(OVERLOOKED, abs=0.02)
    assert share(both) == pytest.approx(OVERLOOKED**2, abs=0.01)
    assert share(nobles) == pytest.approx(FORGOTTEN, abs=0.04)


def test_everything_that_does_not_lie_on_the_table_is_noticed():
    """Its own hand above all."""
    s = from_engine(some_state(3))
    market = s[MARKET : MARKET + MARKET_SLOTS]
    for seed in range(50):
        noticed = _noticed(s, new_rng(seed))
        assert np.delete(noticed[:NOBLE_0], market[market >= 0]).all()


WINNER = "L3-20"


def test_best_card_of_the_market_is_purchased_unless_it_is_overlooked():
    """Five of prestige for nothing: whoever sees it takes it. Who overlooks it does not reserve it either."""
    state = table(seat(tok(w=1), purchased=bonuses(r=7, k=3)), seat(), market=f"- - - - - - - - {WINNER} L3-01 L3-05 -")
    actions = played(state, 3000)
    assert share([action != PurchaseCard(card(WINNER), tok()) for action in actions]) == pytest.approx(
        OVERLOOKED, abs=0.025
    )
    assert ReserveCard(card(WINNER)) not in actions


def test_card_in_its_own_hand_is_never_overlooked():
    state = table(seat(tok(w=1), purchased=bonuses(r=7, k=3), reserved=WINNER), seat(), market=NO_MARKET)
    assert set(played(state, 300)) == {PurchaseCard(card(WINNER), tok())}


def towards(nobles):
    """How often it purchases the white one of two cards in its hand that are alike, but for what nobles make of them.

    Both are free. A white bonus brings the first noble from two away to one, which is worth 0.4; like actions differ by up to
    0.5 in its eyes, so whoever has that noble in mind purchases the white card in 98 of 100 cases, others in 50.
    """
    own = seat(purchased=bonuses(w=3, u=3, g=3, r=3, k=3), reserved="L1-07 L1-15")
    state = table(own, seat(), market=NO_MARKET, decks=NO_DECKS, nobles=nobles, supply=tok())
    actions = played(state, 2000)
    assert set(actions) == {PurchaseCard(card(name), tok()) for name in ("L1-07", "L1-15")}
    return share([action.card == card("L1-07") for action in actions])


def test_noble_is_aimed_at_unless_it_is_forgotten():
    assert towards("") == pytest.approx(0.5, abs=0.04)
    assert towards("N02") == pytest.approx((1 - FORGOTTEN) * 0.98 + FORGOTTEN * 0.5, abs=0.04)
