"""Games played at random: the measure of the core's speed, and what plain UCT plays at its leaves (bench/ai).

The policy: a card is purchased wherever one can be paid for, any of them as likely as the others; otherwise each other
legal action is as likely as the others, and so is each return and each noble.
"""

import numpy as np

from splendor.ai.core.apply import apply
from splendor.ai.core.codes import CODE_MASK, MOST_ACTIONS, PASS, PURCHASE, RESERVE, RESERVE_DECK, TAKE
from splendor.ai.core.compiling import jit
from splendor.ai.core.dealing import deal, stir
from splendor.ai.core.layout import (
    DECK,
    HAND,
    HAND_0,
    MARKET,
    MARKET_SLOTS,
    PHASE,
    SEAT_0,
    SEAT_SIZE,
    SIZE,
    TO_ACT,
)
from splendor.ai.core.legal import ACTION, legal_actions, masks, purchases
from splendor.ai.core.rng import below
from splendor.ai.core.tables import FIRST_DOUBLE, LEVEL, TAKES_LEFT, TAKES_LEFT_COUNT
from splendor.engine import state as engine
from splendor.engine.legal import HAND_LIMIT

OVER = engine.OVER
_BITS = np.array([bin(mask).count("1") for mask in range(32)], np.int16)
"""How many bits of a mask of five are set."""
_BIT = np.array([[[b for b in range(5) if mask >> b & 1] + [0] * (5 - bin(mask).count("1"))] for mask in range(32)])[
    :, 0
]
"""(32, 5): which ones, the others 0."""


@jit
def random_action(s, rng, scratch):
    """An action by the policy above. `scratch` is an int32 array of MOST_ACTIONS."""
    if s[PHASE] != ACTION:
        return np.int64(scratch[below(rng, legal_actions(s, scratch))])
    me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
    payable = purchases(s, me, scratch, 0)
    return np.int64(scratch[below(rng, payable)]) if payable else _other_action(s, me, rng, scratch)


@jit
def _other_action(s, me, rng, scratch):
    """A take, a reserve or the pass: counted first, so that no list of them is written."""
    left, plenty = masks(s)
    different, doubles = TAKES_LEFT_COUNT[left], _BITS[plenty]
    slots, decks = _reservable(s, me, scratch)
    choices = different + doubles + slots + decks
    if choices == 0:
        return np.int64(PASS)
    choice = below(rng, choices)
    if choice < different:
        return np.int64(TAKE + TAKES_LEFT[left, choice])
    choice -= different
    if choice < doubles:
        return np.int64(TAKE + FIRST_DOUBLE + _BIT[plenty, choice])
    return np.int64(scratch[choice - doubles])


@jit
def _reservable(s, me, out):
    """Writes the reserves into `out`; how many are of market cards, and how many from decks."""
    slots, decks = 0, 0
    if s[me + HAND] < HAND_LIMIT:
        for place in range(MARKET, MARKET + MARKET_SLOTS):
            if s[place] >= 0:
                out[slots] = RESERVE + s[place]
                slots += 1
        for level in range(3):
            if s[DECK + level] > 0:
                out[slots + decks] = RESERVE_DECK + level
                decks += 1
    return slots, decks


@jit
def level_drawn(s, action):
    """The level from whose deck the action draws a card, -1 where it draws none. Purchases of reserved cards draw none."""
    code = action & CODE_MASK
    if RESERVE <= code < RESERVE_DECK:
        card = code - RESERVE
    elif code >= PURCHASE and code < PASS:
        card = code - PURCHASE
        me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
        for place in range(me + HAND_0, me + HAND_0 + s[me + HAND]):
            if s[place] == card:
                return -1
    else:
        return code - RESERVE_DECK if RESERVE_DECK <= code < PURCHASE else -1
    level = LEVEL[card]
    return level if s[DECK + level] > 0 else -1


@jit
def apply_by_chance(s, action, rng):
    """`apply`, but what is drawn is any card of its pool."""
    level = level_drawn(s, action)
    if level >= 0:
        stir(s, level, rng)
    apply(s, action)


@jit
def play_out(s, rng, scratch):
    """Plays on to the end; the number of plies."""
    plies = 0
    while s[PHASE] != OVER:
        apply(s, random_action(s, rng, scratch))
        plies += 1
    return plies


@jit
def random_games(games, seats, target, rng):
    """So many games one after the other; all their plies together."""
    s, scratch = np.zeros(SIZE, np.int16), np.zeros(MOST_ACTIONS, np.int32)
    plies = 0
    for _ in range(games):
        deal(s, seats, target, 100, rng)
        plies += play_out(s, rng, scratch)
    return plies
