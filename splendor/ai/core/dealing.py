"""Chance in a position: whole deals for games that begin, and new guesses of what a seat cannot see."""

import numpy as np

from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import (
    BLIND_0,
    DECK,
    EMPTY,
    HAND_0,
    MARKET,
    MAX_ROUNDS,
    MOST_SEATS,
    NOBLE_PLACES,
    NOBLES,
    POOL,
    POOL_START,
    ROUND,
    SEAT_0,
    SEAT_SIZE,
    SEATS,
    SUPPLY,
    TARGET,
    TURN,
)
from splendor.ai.core.rng import below
from splendor.ai.core.tables import LEVEL
from splendor.engine.nobles import NOBLES as ALL_NOBLES
from splendor.engine.setup import GEMS_BY_SEATS, SLOTS
from splendor.engine.tokens import GOLD, GOLD_IN_GAME

DECK_SIZES = (40, 30, 20)
GEMS = np.array([GEMS_BY_SEATS.get(seats, 0) for seats in range(5)], np.int16)
NOBLES_IN_BOX = len(ALL_NOBLES)


@jit
def deal(s, seats, target, max_rounds, rng):
    """A new game (S1 to S4); its chance is `rng` alone, so this is no fair deal in the sense of docs/fair-deals.md."""
    s[:] = 0
    s[SEATS], s[TARGET], s[MAX_ROUNDS], s[TURN], s[ROUND] = seats, target, max_rounds, 1, 1
    s[SUPPLY : SUPPLY + GOLD] = GEMS[seats]
    s[SUPPLY + GOLD] = GOLD_IN_GAME
    first = 0
    for level in range(3):
        _deal_level(s, level, first, DECK_SIZES[level], rng)
        first += DECK_SIZES[level]
    s[NOBLES : NOBLES + NOBLE_PLACES] = EMPTY
    _deal_nobles(s, seats + 1, rng)
    for seat in range(MOST_SEATS):
        s[SEAT_0 + seat * SEAT_SIZE + HAND_0 : SEAT_0 + seat * SEAT_SIZE + BLIND_0] = EMPTY


@jit
def _deal_level(s, level, first, size, rng):
    start = POOL_START[level]
    for n in range(size):
        s[start + n] = first + n
    s[POOL + level] = size
    for slot in range(SLOTS):
        stir(s, level, rng)
        s[POOL + level] -= 1
        s[MARKET + SLOTS * level + slot] = s[start + s[POOL + level]]
    while s[POOL + level] > 1:
        stir(s, level, rng)
        s[POOL + level] -= 1
    s[POOL + level] = s[DECK + level] = size - SLOTS


@jit
def _deal_nobles(s, count, rng):
    taken, n = 0, 0
    while n < count:
        noble = below(rng, NOBLES_IN_BOX)
        if not taken >> noble & 1:
            taken |= 1 << noble
            s[NOBLES + n] = noble
            n += 1


@jit
def stir(s, level, rng):
    """The next card to be drawn becomes any of its pool, each as likely as the others."""
    start, size = POOL_START[level], s[POOL + level]
    last, other = start + size - 1, start + below(rng, size)
    s[last], s[other] = s[other], s[last]


@jit
def redeal(s, hidden, rng):
    """A new guess of the cards at the places `hidden`, in exchange with the pools and with one another.

    Every way to place the unseen cards is as likely as the others. The pools need no new order: whoever draws from a
    guess calls `stir` first.
    """
    for n in range(hidden.size):
        place, other = hidden[n], _other_place(s, hidden, n, rng)
        s[place], s[other] = s[other], s[place]


@jit
def _other_place(s, hidden, n, rng):
    """Any place of the level of the card at hidden[n]: one of its pool, its own, or that of a later hidden card."""
    level, places = LEVEL[s[hidden[n]]], 0
    for later in range(n, hidden.size):
        places += LEVEL[s[hidden[later]]] == level
    choice = below(rng, s[POOL + level] + places) - s[POOL + level]
    if choice < 0:
        return POOL_START[level] + s[POOL + level] + choice
    later = n
    while choice > 0:
        later += 1
        choice -= LEVEL[s[hidden[later]]] == level
    return hidden[later]
