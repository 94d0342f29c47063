"""What the seat to act may do now, as codes, in the order in which the engine lists it."""

import numpy as np

from splendor.ai.core.codes import NOBLE, PASS, PAYMENT_SHIFT, PURCHASE, RESERVE, RESERVE_DECK, RETURN, TAKE
from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import (
    BONUSES,
    DECK,
    HAND,
    HAND_0,
    MARKET,
    MARKET_SLOTS,
    NOBLE_PLACES,
    NOBLES,
    PHASE,
    SEAT_0,
    SEAT_SIZE,
    SUPPLY,
    TO_ACT,
    TOKENS,
)
from splendor.ai.core.tables import (
    COST,
    DEMAND,
    FIRST_DOUBLE,
    RETURNS,
    RETURNS_FROM,
    TAKES_LEFT,
    TAKES_LEFT_COUNT,
    TOTAL_COST,
)
from splendor.engine import state as engine
from splendor.engine.legal import HAND_LIMIT
from splendor.engine.takes import ENOUGH_FOR_TWO
from splendor.engine.tokens import GOLD, TOKEN_LIMIT

ACTION, RETURN_TOKENS, CHOOSE_NOBLE = engine.ACTION, engine.RETURN_TOKENS, engine.CHOOSE_NOBLE


@jit
def legal_actions(s, out):
    """Writes the codes into `out` (at least MOST_ACTIONS long), purchases by default payment; how many there are."""
    if s[PHASE] == ACTION:
        n = main_actions(s, out)
        if n == 0:
            out[0] = PASS
            return 1
        return n
    if s[PHASE] == RETURN_TOKENS:
        return _returns(s, out)
    if s[PHASE] == CHOOSE_NOBLE:
        return _nobles(s, out)
    return 0


@jit
def main_actions(s, out):
    """The main actions other than passing."""
    me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
    n = _takes(s, out, 0)
    if s[me + HAND] < HAND_LIMIT:
        n = _reserves(s, out, n)
    return purchases(s, me, out, n)


@jit
def purchases(s, me, out, n):
    """Writes the purchases of the seat that begins at `me` into `out` from place `n` on; the place after the last."""
    reach = total_reach(s, me)
    for place in range(MARKET, MARKET + MARKET_SLOTS):
        if can_pay(s, me, s[place], reach):
            out[n] = PURCHASE + s[place]
            n += 1
    for place in range(me + HAND_0, me + HAND_0 + s[me + HAND]):
        if can_pay(s, me, s[place], reach):
            out[n] = PURCHASE + s[place]
            n += 1
    return n


@jit
def masks(s):
    """Bit masks of the colours that are left in the supply, and of those of which two may be taken."""
    left, plenty = 0, 0
    for colour in range(5):
        left |= (s[SUPPLY + colour] > 0) << colour
        plenty |= (s[SUPPLY + colour] >= ENOUGH_FOR_TWO) << colour
    return left, plenty


@jit
def _takes(s, out, n):
    left, plenty = masks(s)
    for number in range(TAKES_LEFT_COUNT[left]):
        out[n] = TAKE + TAKES_LEFT[left, number]
        n += 1
    for colour in range(5):
        if plenty >> colour & 1:
            out[n] = TAKE + FIRST_DOUBLE + colour
            n += 1
    return n


@jit
def _reserves(s, out, n):
    for place in range(MARKET, MARKET + MARKET_SLOTS):
        if s[place] >= 0:
            out[n] = RESERVE + s[place]
            n += 1
    for level in range(3):
        if s[DECK + level] > 0:
            out[n] = RESERVE_DECK + level
            n += 1
    return n


@jit
def total_reach(s, me):
    """Tokens and bonuses of the seat that begins at `me`: a card that costs more in all is out of reach."""
    reach = s[me + TOKENS + GOLD]
    for colour in range(5):
        reach += s[me + TOKENS + colour] + s[me + BONUSES + colour]
    return reach


@jit
def can_pay(s, me, card, reach):
    """Can the seat that begins at `me` pay for this card (P2, P3)? False for EMPTY."""
    if card < 0 or TOTAL_COST[card] > reach:
        return False
    return gold_needed(s, me, card) <= s[me + TOKENS + GOLD]


@jit
def gold_needed(s, me, card):
    """The tokens that are missing for this card, gold not counted: the gold that the default payment has."""
    missing = 0
    for colour in range(5):
        missing += max(0, COST[card, colour] - s[me + BONUSES + colour] - s[me + TOKENS + colour])
    return missing


@jit
def excess(s, me):
    """Tokens over the limit (L1), negative below it."""
    total = 0
    for token in range(6):
        total += s[me + TOKENS + token]
    return total - TOKEN_LIMIT


@jit
def _returns(s, out):
    me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
    due, n = excess(s, me), 0
    for number in range(RETURNS_FROM[due], RETURNS_FROM[due + 1]):
        held = True
        for token in range(6):
            held &= RETURNS[number, token] <= s[me + TOKENS + token]
        if held:
            out[n] = RETURN + number
            n += 1
    return n


@jit
def meets(s, me, noble):
    """Do the bonuses meet this noble's demand (N1, N2)? False for EMPTY."""
    if noble < 0:
        return False
    for colour in range(5):
        if s[me + BONUSES + colour] < DEMAND[noble, colour]:
            return False
    return True


@jit
def _nobles(s, out):
    me, n = SEAT_0 + s[TO_ACT] * SEAT_SIZE, 0
    for place in range(NOBLES, NOBLES + NOBLE_PLACES):
        if meets(s, me, s[place]):
            out[n] = NOBLE + s[place]
            n += 1
    out[:n].sort()
    return n


@jit
def payments(s, card, out):
    """Writes every payment of this card, as purchases, the default one first and the others as the engine lists them; how many."""
    me = SEAT_0 + s[TO_ACT] * SEAT_SIZE
    due = np.zeros(5, np.int64)
    most = np.zeros(5, np.int64)
    for colour in range(5):
        due[colour] = max(0, COST[card, colour] - s[me + BONUSES + colour])
        most[colour] = min(due[colour], s[me + TOKENS + colour])
    n, fewest = 0, due.sum() - most.sum()
    for gold in range(fewest, min(due.sum(), s[me + TOKENS + GOLD]) + 1):
        n = _with_gold(card, gold, due.sum() - gold, most, out, n)
    if n:
        out[0] = PURCHASE + card
    return n


@jit
def _with_gold(card, gold, rest, most, out, n):
    for w in range(most[0], -1, -1):
        for u in range(most[1], -1, -1):
            for g in range(most[2], -1, -1):
                for r in range(most[3], -1, -1):
                    k = rest - w - u - g - r
                    if 0 <= k <= most[4]:
                        packed = w | u << 3 | g << 6 | r << 9 | k << 12 | gold << 15
                        out[n] = PURCHASE + card | packed << PAYMENT_SHIFT
                        n += 1
    return n
