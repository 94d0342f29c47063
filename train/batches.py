"""Samples as the model takes them: features by the very code that plays, actions as places among the logits."""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from splendor.ai.core.codes import NOBLE, PASS, PURCHASE, RESERVE, RESERVE_DECK, RETURN, TAKE
from splendor.ai.core.compiling import jit
from splendor.ai.core.encode import CARD_NUMBERS, CARD_PLACES, SEAT_NUMBERS, TABLE_NUMBERS, encode, new_features
from splendor.ai.core.net import card_place
from splendor.ai.core.tables import RETURNS
from train.samples import MOST_LISTED, Samples

RESERVE_AT, PURCHASE_AT, RETURN_AT = 33, 45, 60
"""Logits: 30 takes and 3 reserves from decks, then reserves by slot, purchases by card place, returns, and one that is 0."""
NOTHING_AT = RETURN_AT + len(RETURNS)
LOGITS = NOTHING_AT + 1
SHARE_OF_END = 0.5
"""The value to learn: so much of the end, the rest of what the search expected."""


class Batch(NamedTuple):
    cards: Tensor
    filled: Tensor
    seats: Tensor
    present: Tensor
    table: Tensor
    places: Tensor
    """(n, MOST_LISTED): the logit of each action; where there is none, any."""
    listed: Tensor
    """(n, MOST_LISTED): is there an action?"""
    policy: Tensor
    searched: Tensor
    value: Tensor
    helper: Tensor
    """(n, 2): margin and rounds left, of about unit size."""


def returns_matrix() -> NDArray[np.float32]:
    """(returns, 6): the tokens in each return."""
    return RETURNS.astype(np.float32)


@jit
def _place(s, code):
    if code < RESERVE:
        return code - TAKE
    if code < RESERVE_DECK:
        return RESERVE_AT + card_place(s, code - RESERVE)
    if code < PURCHASE:
        return 30 + code - RESERVE_DECK
    if code < PASS:
        return PURCHASE_AT + card_place(s, code - PURCHASE)
    return RETURN_AT + code - RETURN if RETURN <= code < NOBLE else NOTHING_AT


@jit
def _fill(states, codes, f, cards, filled, seats, present, table, places):
    for i in range(states.shape[0]):
        encode(states[i], f)
        present[i] = f.present
        table[i] = f.table
        for order in range(4):
            if f.present[order]:
                seats[i, order] = f.seats[order]
                filled[i, order] = f.filled[order]
                cards[i, order] = f.cards[order]
        for n in range(codes.shape[1]):
            if codes[i, n] >= 0:
                places[i, n] = _place(states[i], codes[i, n])


def batch_of(samples: Samples, chosen: NDArray[np.int64]) -> Batch:
    """The samples with these numbers."""
    n, states, codes = len(chosen), samples.states[chosen], samples.codes[chosen]
    cards = np.zeros((n, 4, CARD_PLACES, CARD_NUMBERS), np.float32)
    filled, seats = np.zeros((n, 4, CARD_PLACES), np.float32), np.zeros((n, 4, SEAT_NUMBERS), np.float32)
    present, table = np.zeros((n, 4), np.float32), np.zeros((n, TABLE_NUMBERS), np.float32)
    places = np.zeros((n, MOST_LISTED), np.int64)
    _fill(states, codes, new_features(), cards, filled, seats, present, table, places)
    end = samples.won[chosen].astype(np.float32)
    value = SHARE_OF_END * end + (1 - SHARE_OF_END) * samples.expected[chosen].astype(np.float32)
    helper = np.stack((samples.margin[chosen] / 10, samples.left[chosen] / 15), -1).astype(np.float32)
    rest = (places, codes >= 0, samples.policy[chosen].astype(np.float32), samples.searched[chosen].astype(np.float32))
    return Batch(*map(torch.from_numpy, (cards, filled, seats, present, table, *rest, value, helper)))
