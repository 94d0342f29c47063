"""The learned evaluation: each seat's share of the victory, and how likely each action is to be the best.

One encoder for every card as every seat sees it, pooled by seat (sum and greatest of the market, sum of the hand); one for
every seat; a trunk from the seat to act, its opponents and the table; heads for the value of each seat and for actions.
All sums run in the order of the source over contiguous rows, in float32: equal on every machine, and still one vector
instruction for sixteen numbers.
"""

from typing import NamedTuple

import numpy as np

from splendor.ai.core.codes import NOBLE, PASS, PURCHASE, RESERVE, RESERVE_DECK, RETURN, TAKE
from splendor.ai.core.compiling import jit
from splendor.ai.core.encode import (
    CARD_NUMBERS,
    CARD_PLACES,
    SEAT_NUMBERS,
    TABLE_NUMBERS,
    Features,
    Numbers,
    encode,
    encode_card_alone,
    new_features,
)
from splendor.ai.core.layout import (
    HAND,
    HAND_0,
    LEVEL_SLOTS,
    MARKET,
    MARKET_SLOTS,
    MOST_SEATS,
    SEAT_0,
    SEAT_SIZE,
    SEATS,
    TO_ACT,
)
from splendor.ai.core.maths import exp
from splendor.ai.core.tables import LEVEL, RETURNS

CARD_WIDTH = 32
SEAT_WIDTH = 64
TRUNK_WIDTH = 96
TOP_WIDTH = 64
VALUE_WIDTH = 32
SEAT_INPUT = SEAT_NUMBERS + 3 * CARD_WIDTH
TRUNK_INPUT = 3 * SEAT_WIDTH + TABLE_NUMBERS
TAKE_LOGITS, DECK_LOGITS, TOKEN_LOGITS = 30, 3, 6
PLACES_ROOM = 16
"""CARD_PLACES and one more: a whole vector."""
PLAIN_LOGITS = TAKE_LOGITS + DECK_LOGITS + TOKEN_LOGITS

_MOST, _HAND = SEAT_NUMBERS + CARD_WIDTH, SEAT_NUMBERS + 2 * CARD_WIDTH

SHAPES = {
    "card_w": (CARD_NUMBERS, CARD_WIDTH),
    "seat_w": (SEAT_INPUT, SEAT_WIDTH),
    "seat_b": (SEAT_WIDTH,),
    "trunk_w": (TRUNK_INPUT, TRUNK_WIDTH),
    "top_w": (TRUNK_WIDTH, TOP_WIDTH),
    "top_b": (TOP_WIDTH,),
    "value_seat_w": (SEAT_WIDTH, VALUE_WIDTH),
    "value_top_w": (TOP_WIDTH, VALUE_WIDTH),
    "value_b": (VALUE_WIDTH,),
    "value_out": (VALUE_WIDTH,),
    "plain_w": (TOP_WIDTH, PLAIN_LOGITS),
    "plain_b": (PLAIN_LOGITS,),
    "purchase_w": (TOP_WIDTH, CARD_WIDTH),
    "purchase_b": (CARD_WIDTH,),
    "reserve_w": (TOP_WIDTH, CARD_WIDTH),
    "reserve_b": (CARD_WIDTH,),
}
"""The arrays of a net by name, with their shapes (inputs, outputs). (Where an input is always 1 it is the bias.)"""


_ROOM = {
    "card": (MOST_SEATS, CARD_PLACES, CARD_WIDTH),
    "seat_in": (SEAT_INPUT,),
    "seat": (MOST_SEATS, SEAT_WIDTH),
    "trunk_in": (TRUNK_INPUT,),
    "trunk": (TRUNK_WIDTH,),
    "top": (TOP_WIDTH,),
    "value_top": (VALUE_WIDTH,),
    "value": (VALUE_WIDTH,),
    "plain": (PLAIN_LOGITS,),
    "query": (2, CARD_WIDTH),
    "folded": (CARD_WIDTH,),
    "turned": (CARD_WIDTH, PLACES_ROOM),
    "wanted": (2, PLACES_ROOM),
}


class Net(NamedTuple):
    """The weights, float32, as SHAPES says, and room for one evaluation."""

    card_w: Numbers
    seat_w: Numbers
    seat_b: Numbers
    trunk_w: Numbers
    top_w: Numbers
    top_b: Numbers
    value_seat_w: Numbers
    value_top_w: Numbers
    value_b: Numbers
    value_out: Numbers
    plain_w: Numbers
    plain_b: Numbers
    purchase_w: Numbers
    purchase_b: Numbers
    reserve_w: Numbers
    reserve_b: Numbers
    features: Features
    card: Numbers
    """(seats, CARD_PLACES, CARD_WIDTH)"""
    seat_in: Numbers
    """(SEAT_INPUT,)"""
    seat: Numbers
    """(seats, SEAT_WIDTH)"""
    trunk_in: Numbers
    trunk: Numbers
    top: Numbers
    value_top: Numbers
    value: Numbers
    plain: Numbers
    """(PLAIN_LOGITS,): takes, reserves from decks, then what a return owes to each token in it."""
    query: Numbers
    """(2, CARD_WIDTH): what purchases and what reserves ask of a card."""
    folded: Numbers
    """(CARD_WIDTH,): for `_dot`."""
    turned: Numbers
    """(CARD_WIDTH, PLACES_ROOM): the cards as the seat to act sees them, the other way round."""
    wanted: Numbers
    """(2, PLACES_ROOM): the logits of purchase and of reserve by card place."""
    hand_made: bool
    """True: the hand-made evaluation is asked in place of the net."""


def new_net(weights: dict[str, Numbers] | None) -> Net:
    """A net with these weights; with None one that stands for the hand-made evaluation."""
    given = weights or {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}
    arrays = {name: np.ascontiguousarray(given[name], np.float32).reshape(shape) for name, shape in SHAPES.items()}
    room = {name: np.zeros(shape, np.float32) for name, shape in _ROOM.items()}
    return Net(**arrays, **room, features=new_features(), hand_made=weights is None)


@jit
def run(s, net, values):
    """Evaluates a state in which a seat is to act: fills `values` by seat number, and the room that `logit` reads.

    The steps are handed the arrays that they need: to hand on the whole net costs more than some of them take.
    """
    f = net.features
    encode(s, f)
    _cards(f.present, f.filled, f.cards, net.card_w, net.card)
    for order in range(MOST_SEATS):
        if f.present[order]:
            _pool(order, f.filled, f.seats, net.card, net.seat_in)
            _times(net.seat_in, net.seat_w, net.seat_b, net.seat[order])
            _rectify(net.seat[order])
    _gather(f.present, f.table, net.seat, net.trunk_in)
    net.trunk[:] = 0
    _add(net.trunk_in, net.trunk_w, net.trunk)
    _rectify(net.trunk)
    _times(net.trunk, net.top_w, net.top_b, net.top)
    _rectify(net.top)
    _times(net.top, net.value_top_w, net.value_b, net.value_top)
    _values(s, f.present, net.seat, net.value_top, net.value, net.value_seat_w, net.value_out, net.folded, values)
    _times(net.top, net.plain_w, net.plain_b, net.plain)
    _times(net.top, net.purchase_w, net.purchase_b, net.query[0])
    _times(net.top, net.reserve_w, net.reserve_b, net.query[1])
    _want(net.card, net.query, net.turned, net.wanted)


@jit
def _times(x, w, b, out):
    """Writes b + x w into `out`. Inputs that are 0, as many are, cost nothing."""
    for j in range(out.size):
        out[j] = b[j]
    _add(x, w, out)


@jit
def _add(x, w, out):
    for i in range(x.size):
        if x[i] != 0:
            for j in range(out.size):
                out[j] += x[i] * w[i, j]


@jit
def _rectify(x):
    for j in range(x.size):
        x[j] = max(x[j], np.float32(0))


@jit
def _cards(present, filled, cards, w, out):
    for order in range(MOST_SEATS):
        if present[order]:
            for place in range(CARD_PLACES):
                if filled[order, place]:
                    h = out[order, place]
                    h[:] = 0
                    _add(cards[order, place], w, h)
                    _rectify(h)


@jit
def _pool(order, filled, seats, h, x):
    """A seat's own numbers, the sum (a quarter of it) and the greatest of the market's, and the sum of the hand's.

    Places are written out, not cut out as arrays of their own: of those the compiler has to fear that they overlap.
    """
    x[:SEAT_NUMBERS] = seats[order]
    x[SEAT_NUMBERS:] = 0
    for place in range(MARKET_SLOTS):
        if filled[order, place]:
            for j in range(CARD_WIDTH):
                x[SEAT_NUMBERS + j] += h[order, place, j]
            for j in range(CARD_WIDTH):
                x[_MOST + j] = max(x[_MOST + j], h[order, place, j])
    for place in range(MARKET_SLOTS, CARD_PLACES):
        if filled[order, place]:
            for j in range(CARD_WIDTH):
                x[_HAND + j] += h[order, place, j]
    for j in range(CARD_WIDTH):
        x[SEAT_NUMBERS + j] *= np.float32(0.25)


@jit
def _gather(present, table, seat, x):
    """The seat to act, the sum and the greatest of the others, and the table."""
    x[:SEAT_WIDTH] = seat[0]
    x[SEAT_WIDTH:] = 0
    for order in range(1, MOST_SEATS):
        if present[order]:
            for j in range(SEAT_WIDTH):
                x[SEAT_WIDTH + j] += seat[order, j]
            for j in range(SEAT_WIDTH):
                x[2 * SEAT_WIDTH + j] = max(x[2 * SEAT_WIDTH + j], seat[order, j])
    x[3 * SEAT_WIDTH :] = table


@jit
def _values(s, present, seats, top, hidden, w, out, folded, values):
    """A softmax over the seats that are in of what the value head says of each."""
    total, n = np.float32(0), s[SEATS]
    for order in range(n):
        seat = (s[TO_ACT] + order) % n
        values[seat] = 0
        if present[order]:
            hidden[:] = top
            _add(seats[order], w, hidden)
            _rectify(hidden)
            values[seat] = exp(_dot(hidden, out, folded))
            total += values[seat]
    for seat in range(n):
        values[seat] /= total


@jit
def _dot(a, b, folded):
    """The sum of the products of CARD_WIDTH (or VALUE_WIDTH, as many) pairs, folded in halves: vectors, not one long chain."""
    for j in range(32):
        folded[j] = a[j] * b[j]
    for j in range(16):
        folded[j] += folded[j + 16]
    for j in range(8):
        folded[j] += folded[j + 8]
    for j in range(4):
        folded[j] += folded[j + 4]
    return (folded[0] + folded[1]) + (folded[2] + folded[3])


@jit
def _want(card, query, turned, wanted):
    """What the two queries make of every card at once: cards side by side fill a vector, each sum runs over its numbers."""
    for place in range(CARD_PLACES):
        for j in range(CARD_WIDTH):
            turned[j, place] = card[0, place, j]
    wanted[:] = 0
    for kind in range(2):
        for j in range(CARD_WIDTH):
            for place in range(PLACES_ROOM):
                wanted[kind, place] += turned[j, place] * query[kind, j]


@jit
def logit(s, net, code):
    """How much speaks for a legal action of the state that `run` was given last: the logit of its probability."""
    return _logit(s, net.plain, net.wanted, code)


@jit
def fill_logits(s, listed, n, plain, wanted, out):
    """The same for the first `n` of the codes `listed`; `plain` and `wanted` are those of the net."""
    for i in range(n):
        out[i] = _logit(s, plain, wanted, listed[i])


@jit
def _logit(s, plain, wanted, code):
    if code < RESERVE:
        return plain[code - TAKE]
    if code < RESERVE_DECK:
        return wanted[1, _slot(s, code - RESERVE)]
    if code < PURCHASE:
        return plain[TAKE_LOGITS + code - RESERVE_DECK]
    if code < PASS:
        return wanted[0, card_place(s, code - PURCHASE)]
    if code < RETURN or code >= NOBLE:
        return np.float32(0)
    total = np.float32(0)
    for token in range(6):
        total += RETURNS[code - RETURN, token] * plain[TAKE_LOGITS + DECK_LOGITS + token]
    return np.float32(total)


@jit
def card_logit(s, net, query, code):
    """The logit of a purchase or a reserve of a card that was not there when `query` (as net.query) was computed."""
    f, me, buys = net.features, SEAT_0 + s[TO_ACT] * SEAT_SIZE, code >= PURCHASE
    card = code - PURCHASE if buys else code - RESERVE
    encode_card_alone(s, me, card, f)
    h = net.card[0, 0]
    h[:] = 0
    _add(f.cards[0, 0], net.card_w, h)
    _rectify(h)
    return _dot(h, query[0 if buys else 1], net.folded)


@jit
def card_place(s, card):
    """Where a card that the seat to act can purchase stands among CARD_PLACES."""
    me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
    for place in range(s[me + HAND]):
        if s[me + HAND_0 + place] == card:
            return MARKET_SLOTS + place
    return _slot(s, card)


@jit
def _slot(s, card):
    slot = LEVEL_SLOTS * LEVEL[card]
    while s[MARKET + slot] != card:
        slot += 1
    return slot
