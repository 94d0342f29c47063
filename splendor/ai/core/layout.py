"""A position as one array of small whole numbers, so that compiled code copies it in some ten nanoseconds.

`new_state()` has the shape (SIZE,) and the type int16; the names below are places in it. Seat `s` begins at
`SEAT_0 + s * SEAT_SIZE`, and the places of a seat count from there. What `splendor.engine.state` says of the members
holds here too; an empty slot, a missing noble and a free place in a hand are EMPTY.
"""

import numpy as np
from numpy.typing import NDArray

State = NDArray[np.int16]

SEATS, TARGET, MAX_ROUNDS, TO_ACT, PHASE, TURN, ROUND, PASSES, LAST_ROUND, TERMINATION, EXITS = range(11)
EXIT_0 = 11
"""The seats that went out, first one first; EXITS of them."""
SUPPLY = 15
MARKET = 21
LEVEL_SLOTS = 4
"""Slots of one level."""
MARKET_SLOTS = 3 * LEVEL_SLOTS
DECK = 33
"""Cards left in the decks of levels 1, 2, 3."""
POOL = 36
"""How many cards may lie in each deck, so DECK and, in a position read from a view, cards that may be out of the game."""
CARDS = 39
"""The cards of the pools: level 1 from place 0, level 2 from 40, level 3 from 70; the next to be drawn is the last of its pool."""
POOL_START = (CARDS, CARDS + 40, CARDS + 70)
NOBLES = CARDS + 90
NOBLE_PLACES = 5
SEAT_0 = NOBLES + NOBLE_PLACES

TOKENS = 0
BONUSES = 6
PRESTIGE = 11
PURCHASED = 12
"""How many cards; which ones no rule asks."""
NOBLES_HELD = 13
STATUS = 14
HAND = 15
"""Reserved cards held; which ones they are: the three places from HAND_0, whether drawn unseen: those from BLIND_0."""
HAND_0 = 16
BLIND_0 = 19
SEAT_SIZE = 22

MOST_SEATS = 4
SIZE = SEAT_0 + MOST_SEATS * SEAT_SIZE
EMPTY = -1


def new_state() -> State:
    """A state with nothing in it."""
    state = np.zeros(SIZE, np.int16)
    state[MARKET : MARKET + MARKET_SLOTS] = EMPTY
    state[NOBLES : NOBLES + NOBLE_PLACES] = EMPTY
    for seat in range(MOST_SEATS):
        hand = SEAT_0 + seat * SEAT_SIZE + HAND_0
        state[hand : hand + 3] = EMPTY
    return state
