"""How the level `beginner` sees and judges: one ply ahead, its own seat alone, some of the cards overlooked."""

from collections.abc import Sequence

import numpy as np

from splendor.ai.core.apply import apply
from splendor.ai.core.codes import CODE_MASK, PASS, PURCHASE, RESERVE, RESERVE_DECK, code_of
from splendor.ai.core.compiling import jit
from splendor.ai.core.evaluation import seat_worth
from splendor.ai.core.layout import (
    DECK,
    EMPTY,
    MARKET,
    MARKET_SLOTS,
    NOBLE_PLACES,
    NOBLES,
    PURCHASED,
    SEAT_0,
    SEAT_SIZE,
    TO_ACT,
)
from splendor.ai.core.reading import from_view
from splendor.ai.core.rng import Rng, new_rng, unit
from splendor.ai.core.tables import DEMAND, LEVEL
from splendor.ai.player import View
from splendor.engine.actions import Action

OVERLOOKED = np.float32(0.2)
"""The share of market cards that it does not notice in a turn."""
FORGOTTEN = np.float32(0.6)
"""The share of nobles that it does not think of."""
MOOD = np.float32(0.5)
"""How much two like actions may differ in its eyes, in points of prestige."""
PROGRESS = np.float32(0.9)
"""It plays as if the game were late: after prestige at hand, not for an engine."""
EAGERNESS = np.float32(1.0)
"""What a purchase counts for beside its worth. Who looks one ply ahead would save tokens for ever without it."""

NOBLE_0 = len(LEVEL)
"""Nobles are numbered on from the cards."""


def best_at_a_glance(view: View, actions: Sequence[Action], seed: int) -> int:
    """Which of the actions it plays, counted from 0."""
    codes = np.array([code_of(action) & CODE_MASK for action in actions], np.int32)
    return int(_best(from_view(view), codes, new_rng(seed)))


@jit
def _best(s, codes, rng: Rng):
    noticed = _noticed(s, rng)
    me, trial = SEAT_0 + s[TO_ACT] * SEAT_SIZE, s.copy()
    best, most = 0, np.float32(-1e9)
    for i in range(codes.size):
        mood = MOOD * unit(rng)
        if _overlooks(noticed, codes[i]):
            continue
        trial[:] = s
        # No card is replaced, and a reserve from a deck brings nothing that it could count on.
        trial[DECK : DECK + 3] = 0
        if not RESERVE_DECK <= codes[i] < PURCHASE:
            apply(trial, codes[i])
        _hide(trial, noticed)
        worth = seat_worth(trial, me, PROGRESS) + EAGERNESS * np.float32(trial[me + PURCHASED])
        if worth + mood > most:
            best, most = i, worth + mood
    return best


@jit
def _noticed(s, rng):
    """Which cards and, behind them, which nobles it has in mind."""
    noticed = np.ones(NOBLE_0 + len(DEMAND), np.bool_)
    for place in range(MARKET, MARKET + MARKET_SLOTS):
        if s[place] >= 0:
            noticed[s[place]] = unit(rng) >= OVERLOOKED
    for place in range(NOBLES, NOBLES + NOBLE_PLACES):
        if s[place] >= 0:
            noticed[NOBLE_0 + s[place]] = unit(rng) >= FORGOTTEN
    return noticed


@jit
def _overlooks(noticed, code):
    if RESERVE <= code < RESERVE_DECK:
        return not noticed[code - RESERVE]
    return PURCHASE <= code < PASS and not noticed[code - PURCHASE]


@jit
def _hide(s, noticed):
    for place in range(MARKET, MARKET + MARKET_SLOTS):
        if s[place] >= 0 and not noticed[s[place]]:
            s[place] = EMPTY
    for place in range(NOBLES, NOBLES + NOBLE_PLACES):
        if s[place] >= 0 and not noticed[NOBLE_0 + s[place]]:
            s[place] = EMPTY
