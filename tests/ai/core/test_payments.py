"""Why a search needs no payment but the default one: after any other, a seat can purchase nothing more than after that."""

from hypothesis import assume, given
from hypothesis import strategies as st

from splendor.engine.cards import CARDS
from splendor.engine.payments import affordable, payments, price
from splendor.engine.setup import EMPTY_SEAT
from splendor.engine.state import Seat
from splendor.engine.tokens import minus

EVERY_CARD = range(len(CARDS))


@st.composite
def seats(draw):
    """A seat with up to ten tokens, some of them gold, and bonuses as they come in a game."""
    drawn = draw(st.lists(st.integers(0, 4), max_size=9))
    gold = draw(st.integers(1, min(5, 10 - len(drawn))))
    w, u, g, r, k = (drawn.count(colour) for colour in range(5))
    bonuses = draw(st.tuples(*[st.integers(0, 5)] * 5))
    return EMPTY_SEAT._replace(tokens=(w, u, g, r, k, gold), bonuses=bonuses)


def after(seat: Seat, card: int, payment):
    """The seat once it has paid."""
    bonuses = tuple(held + (colour == CARDS[card].bonus) for colour, held in enumerate(seat.bonuses))
    return seat._replace(tokens=minus(seat.tokens, payment), bonuses=bonuses)


def in_reach(seat):
    return {action.card for action in affordable(seat, EVERY_CARD)}


@given(seat=seats(), pick=st.integers(0, 2**32))
def test_other_payments_bring_no_second_card_into_reach(seat, pick):
    several = [card for card in EVERY_CARD if len(payments(seat.tokens, price(seat, card))) > 1]
    assume(several)
    card = several[pick % len(several)]
    default, *others = payments(seat.tokens, price(seat, card))
    most = in_reach(after(seat, card, default))
    assert all(in_reach(after(seat, card, payment)) <= most for payment in others)
