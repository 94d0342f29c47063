"""Hypothesis strategies: any well-formed action, turn and step, legal or not."""

from hypothesis import strategies as st

from splendor.engine.actions import (
    Action,
    ChooseNoble,
    Pass,
    PurchaseCard,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    TakeTokens,
)
from splendor.engine.cards import CARDS
from splendor.engine.nobles import NOBLES
from splendor.engine.state import FLAGGED, RESIGNED
from splendor.engine.steps import Exit, Step
from splendor.engine.turn import Turn

numbers_of_cards = st.integers(0, len(CARDS) - 1)
numbers_of_nobles = st.integers(0, len(NOBLES) - 1)
counts = st.integers(0, 10)
tokens = st.tuples(counts, counts, counts, counts, counts, counts)

main_actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(TakeTokens, tokens),
    st.builds(ReserveCard, numbers_of_cards),
    st.builds(ReserveFromDeck, st.integers(1, 3)),
    st.builds(PurchaseCard, numbers_of_cards, st.none() | tokens),
    st.just(Pass()),
)
actions: st.SearchStrategy[Action] = st.one_of(
    main_actions, st.builds(ReturnTokens, tokens), st.builds(ChooseNoble, numbers_of_nobles)
)
turns: st.SearchStrategy[Turn] = st.one_of(
    st.builds(Turn, main_actions, st.none() | tokens, st.none() | numbers_of_nobles),
    st.builds(Turn, st.builds(ReturnTokens, tokens), st.none(), st.none() | numbers_of_nobles),
    st.builds(ChooseNoble, numbers_of_nobles).map(Turn),
)
steps: st.SearchStrategy[Step] = st.one_of(
    turns, st.builds(Exit, st.integers(0, 3), st.sampled_from([RESIGNED, FLAGGED]))
)
