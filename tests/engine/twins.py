"""States in pairs that a viewer cannot tell apart, and what a viewer may know of a state."""

import re
from random import Random

from hypothesis import strategies as st

from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.setup import deal
from splendor.engine.state import OVER, RESERVED_CARDS_MODES, Options, Seat, State
from splendor.engine.view import is_hidden
from tests.engine.games import random_game

CARD_ID = re.compile(r"L[1-3]-[0-9]{2}")


@st.composite
def situations(draw: st.DrawFn) -> tuple[State, int | None, Random]:
    """A state somewhere in a game, a viewer, and a source of further choices."""
    options = Options(draw(st.integers(2, 4)), 15, draw(st.sampled_from(RESERVED_CARDS_MODES)))
    rng = Random(draw(st.integers(0, 2**32)))
    state = deal(options, rng.randbytes(32))
    for played in random_game(state, rng, exits=0.01, limit=rng.randrange(90)):
        if played.after.phase != OVER:
            state = played.after
    viewer = draw(st.none() | st.integers(0, options.seats - 1))
    return state, viewer, rng


def hides(state: State, number: int, viewer: int | None, blind: bool) -> bool:
    return number != viewer and is_hidden(state.options.reserved_cards, blind)


def twin(state: State, viewer: int | None, rng: Random, keep_tops: bool = False) -> State:
    """The same state with all cards that the viewer cannot see exchanged at random, level by level.

    With `keep_tops` the next card of each deck stays where it is, for steps that turn it up.
    """
    kept = [deck[:1] if keep_tops else () for deck in state.decks]
    pools = [list(deck[len(top) :]) for deck, top in zip(state.decks, kept, strict=True)]
    for number, seat in enumerate(state.seats):
        for card, blind in zip(seat.reserved, seat.blind, strict=True):
            if hides(state, number, viewer, blind):
                pools[CARDS[card].level - 1].append(card)
    for pool in pools:
        rng.shuffle(pool)
    seats = tuple(_redealt(state, number, seat, viewer, pools, rng) for number, seat in enumerate(state.seats))
    first, second, third = (top + tuple(pool) for top, pool in zip(kept, pools, strict=True))
    return state._replace(seats=seats, decks=(first, second, third))


def _redealt(state: State, number: int, seat: Seat, viewer: int | None, pools: list[list[int]], rng: Random) -> Seat:
    """The seat with other hidden cards of the same levels, and those at other places in the hand."""
    seen, kept = [], []
    for card, blind in zip(seat.reserved, seat.blind, strict=True):
        if hides(state, number, viewer, blind):
            kept.append((pools[CARDS[card].level - 1].pop(), blind))
        else:
            seen.append((card, blind))
    rng.shuffle(kept)
    for held in kept:
        seen.insert(rng.randint(0, len(seen)), held)
    return seat._replace(reserved=tuple(card for card, _ in seen), blind=tuple(blind for _, blind in seen))


def visible(state: State, viewer: int | None) -> set[str]:
    """The ids of the cards that a viewer may know from the table."""
    seen = [card for card in state.market if card != EMPTY]
    for number, seat in enumerate(state.seats):
        seen += seat.purchased
        seen += [
            c for c, blind in zip(seat.reserved, seat.blind, strict=True) if not hides(state, number, viewer, blind)
        ]
    return {CARDS[card].id for card in seen}
