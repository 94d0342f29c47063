"""Actions as numbers, and the tables by number."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor.ai.core import tables
from splendor.ai.core.codes import CODE_MASK, CODES, MOST_ACTIONS, action_of, code_of
from splendor.ai.core.legal import legal_actions as core_legal_actions
from splendor.ai.core.reading import from_engine
from splendor.engine.actions import PurchaseCard, TakeTokens
from splendor.engine.cards import CARDS
from splendor.engine.legal import legal_actions
from splendor.engine.nobles import NOBLES
from splendor.engine.state import RETURN_TOKENS
from splendor.engine.takes import takes
from splendor.engine.tokens import NO_TOKENS
from tests.engine.builders import seat, table


def test_every_code_is_an_action_of_its_own():
    actions = [action_of(code) for code in range(CODES)]
    assert len(set(actions)) == CODES
    assert [code_of(action) for action in actions] == list(range(CODES))
    assert CODES <= CODE_MASK


counts = st.integers(0, 7)


@given(card=st.integers(0, 89), payment=st.tuples(counts, counts, counts, counts, counts, st.integers(0, 5)))
def test_payment_goes_along_with_its_purchase(card, payment):
    code = code_of(PurchaseCard(card, payment))
    assert code & CODE_MASK == code_of(PurchaseCard(card))
    assert code < 2**31
    # No tokens at all are the default payment wherever they are legal.
    assert action_of(code) == PurchaseCard(card, payment if any(payment) else None)


def test_tables_hold_what_the_engine_knows():
    for card in CARDS:
        number = card.number
        assert (tables.LEVEL[number], tables.BONUS[number], tables.PRESTIGE[number]) == (
            card.level - 1,
            card.bonus,
            card.prestige,
        )
        assert tuple(tables.COST[number]) == card.cost
        assert tables.TOTAL_COST[number] == sum(card.cost)
    assert [tuple(demand) for demand in tables.DEMAND] == [noble.demand for noble in NOBLES]
    assert tables.NOBLE_PRESTIGE.tolist() == [noble.prestige for noble in NOBLES]


@pytest.mark.parametrize("mask", range(32))
def test_takes_are_those_of_the_engine_for_every_set_of_colours(mask):
    supply = tuple(mask >> colour & 1 for colour in range(5))
    numbers = tables.TAKES_LEFT[mask, : tables.TAKES_LEFT_COUNT[mask]]
    assert [TakeTokens(tuple(map(int, tables.TAKES[number]))) for number in numbers] == takes((*supply, 0))


@st.composite
def too_many_tokens(draw):
    """Six counts, eleven to thirteen in all."""
    drawn = draw(st.lists(st.integers(0, 5), min_size=11, max_size=13))
    return tuple(drawn.count(kind) for kind in range(6))


@settings(deadline=None)  # the first example has the compiler run
@given(tokens=too_many_tokens())
def test_returns_are_those_of_the_engine_for_whatever_is_held(tokens):
    state = table(seat(tokens), seat(), supply=NO_TOKENS)._replace(phase=RETURN_TOKENS)
    room = np.zeros(MOST_ACTIONS, np.int32)
    listed = room[: core_legal_actions(from_engine(state), room)]
    assert [action_of(code) for code in listed.tolist()] == legal_actions(state)
