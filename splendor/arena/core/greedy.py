"""The player `greedy` once more, over arrays: choice by choice what splendor.ai.greedy plays (docs/ai.md defines it).

It sees its own hand and what lies open, as the other does, so it may be handed a whole position or one read from a view.
"""

import numpy as np

from splendor.ai.core.codes import NOBLE, PURCHASE, RESERVE, RETURN, TAKE
from splendor.ai.core.compiling import jit
from splendor.ai.core.evaluation import noble_distance
from splendor.ai.core.layout import (
    BONUSES,
    EMPTY,
    HAND,
    HAND_0,
    MARKET,
    MARKET_SLOTS,
    PHASE,
    SEAT_0,
    SEAT_SIZE,
    SEATS,
    STATUS,
    TO_ACT,
    TOKENS,
)
from splendor.ai.core.legal import (
    CHOOSE_NOBLE,
    RETURN_TOKENS,
    excess,
    gold_needed,
    legal_actions,
    masks,
    purchases,
)
from splendor.ai.core.tables import (
    COST,
    FIRST_DOUBLE,
    LEVEL,
    PRESTIGE,
    RETURNS,
    TAKES,
    TAKES_LEFT,
    TAKES_LEFT_COUNT,
)
from splendor.ai.core.turns import ACTIVE
from splendor.engine.legal import HAND_LIMIT
from splendor.engine.tokens import GOLD

NONE = -1

_ROW_OF_RETURN = np.zeros(4**6, np.int16)
"""The row of RETURNS by its tokens, written as a number to base 4, white the lowest place."""
_ROW_OF_RETURN[RETURNS.astype(np.int64) @ 4 ** np.arange(6)] = np.arange(len(RETURNS))


_SMALLER, _GAIN = 3**5, 3**5 * 1024
"""What demand and gain count for in the rank of a take: more than all that may stand below them, which is the tokens as
a number to base 3 below the one, and what twelve cards may ask for in three colours below the other."""


@jit
def choose(s, priced, listed):
    """The code of what the seat to act plays.

    `priced` is what `price_target` wrote when its turn began, `listed` an int32 array of MOST_ACTIONS to work with.
    """
    me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
    if s[PHASE] == RETURN_TOKENS:
        return _give_back(s, me, priced)
    if s[PHASE] == CHOOSE_NOBLE:
        return _nearest_noble(s, listed)
    payable = purchases(s, me, listed, 0)
    if payable > 0:
        return _best_purchase(s, me, listed, payable)
    card = target(s, me)
    code = NONE if card == EMPTY else _step_towards(s, me, card)
    if code == NONE:
        legal_actions(s, listed)
        code = int(listed[0])
    return code


@jit
def price(s, me, card, colour):
    """What the card costs the seat that begins at `me` in this colour, its bonuses taken off."""
    return max(0, COST[card, colour] - s[me + BONUSES + colour])


@jit
def price_target(s, priced):
    """Writes the price of the target of the seat to act by colour (5,); nothing is priced where there is none."""
    me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
    card = target(s, me)
    for colour in range(5):
        priced[colour] = 0 if card == EMPTY else price(s, me, card, colour)


@jit
def _best_purchase(s, me, listed, payable):
    """Most prestige, then the highest level, the smallest price in all, the lowest id."""
    best, least = NONE, 0
    for n in range(payable):
        card, total = int(listed[n]) - PURCHASE, 0
        for colour in range(5):
            total += price(s, me, card, colour)
        rank = ((-PRESTIGE[card] * 4 - LEVEL[card]) * 64 + total) * 128 + card
        if best == NONE or rank < least:
            best, least = card, rank
    return PURCHASE + best


@jit
def target(s, me):
    """The candidate with the greatest (prestige + 1) / missing, then the smallest missing, then the lowest id; or EMPTY."""
    best, lacking, held = EMPTY, 0, s[me + HAND]
    for n in range(MARKET_SLOTS + held):
        card = int(s[MARKET + n] if n < MARKET_SLOTS else s[me + HAND_0 + n - MARKET_SLOTS])
        if card != EMPTY:
            missing = max(0, gold_needed(s, me, card) - s[me + TOKENS + GOLD])
            if best == EMPTY or _better(card, missing, best, lacking):
                best, lacking = card, missing
    return best


@jit
def _better(card, missing, best, lacking):
    """Is this card the better target? Fractions are compared as products of whole numbers."""
    ours, theirs = (PRESTIGE[card] + 1) * max(1, lacking), (PRESTIGE[best] + 1) * max(1, missing)
    if ours != theirs:
        return ours > theirs
    return missing < lacking if missing != lacking else card < best


@jit
def _step_towards(s, me, card):
    """The best take if it brings the card nearer, else its reserve, else the best take, else NONE."""
    take, gain = _best_take(s, me, card)
    if gain > 0:
        return TAKE + take
    if s[me + HAND] < HAND_LIMIT:
        for place in range(MARKET, MARKET + MARKET_SLOTS):
            if s[place] == card:
                return RESERVE + card
    return NONE if take == NONE else TAKE + take


@jit
def _best_take(s, me, card):
    """The row of the legal take that lowers the most of what is unpaid, and how much; NONE where no take is legal.

    Then the one whose colours the market asks for most, then the smaller tuple of tokens.
    """
    left, plenty = masks(s)
    best, most = NONE, 0
    for n in range(TAKES_LEFT_COUNT[left]):
        row = int(TAKES_LEFT[left, n])
        rank = _rank_of_take(s, me, card, row)
        if best == NONE or rank > most:
            best, most = row, rank
    for colour in range(5):
        if plenty >> colour & 1:
            rank = _rank_of_take(s, me, card, FIRST_DOUBLE + colour)
            if best == NONE or rank > most:
                best, most = FIRST_DOUBLE + colour, rank
    return best, 0 if best == NONE else most // _GAIN


@jit
def _rank_of_take(s, me, card, row):
    """The greatest is played: gain, then demand, then the smaller tuple of tokens."""
    gain, demand, written = 0, 0, 0
    for colour in range(5):
        taken = int(TAKES[row, colour])
        written = written * 3 + taken
        if taken > 0:
            gain += min(taken, max(0, price(s, me, card, colour) - s[me + TOKENS + colour]))
            for place in range(MARKET, MARKET + MARKET_SLOTS):
                if s[place] != EMPTY:
                    demand += COST[s[place], colour]
    return gain * _GAIN + demand * _SMALLER + _SMALLER - 1 - written


@jit
def _give_back(s, me, priced):
    """The excess one by one: of the colour held most in excess of its price, of equals the later one; gold last (L2)."""
    held, back = s[me + TOKENS : me + TOKENS + 6].copy(), 0
    for _ in range(excess(s, me)):
        best = GOLD
        for colour in range(5):
            if held[colour] > 0 and (best == GOLD or held[colour] - priced[colour] >= held[best] - priced[best]):
                best = colour
        held[best] -= 1
        back += 4**best
    return RETURN + int(_ROW_OF_RETURN[back])


@jit
def _nearest_noble(s, listed):
    """Of the nobles that may be chosen the one that some opponent still in lacks the fewest bonuses for; of equals the first."""
    best, least = NONE, 0
    for n in range(legal_actions(s, listed)):
        lack = _least_lack(s, int(listed[n]) - NOBLE)
        if best == NONE or lack < least:
            best, least = int(listed[n]), lack
    return best


@jit
def _least_lack(s, noble):
    """How many bonuses the nearest of the opponents still in lacks for it; 0 where there is none."""
    least = NONE
    for seat in range(s[SEATS]):
        place = SEAT_0 + seat * SEAT_SIZE
        if seat != s[TO_ACT] and s[place + STATUS] == ACTIVE:
            lack = noble_distance(s, place, noble)
            if least == NONE or lack < least:
                least = lack
    return max(0, least)
