"""One action on one state, in place: the same rules as `splendor.engine.rules`, for actions that are known to be legal."""

from splendor.ai.core.codes import (
    CODE_MASK,
    NOBLE,
    PASS,
    PAYMENT_SHIFT,
    PURCHASE,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    TAKE,
)
from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import (
    BLIND_0,
    BONUSES,
    DECK,
    EMPTY,
    HAND,
    HAND_0,
    LEVEL_SLOTS,
    MARKET,
    NOBLE_PLACES,
    NOBLES,
    NOBLES_HELD,
    PASSES,
    PHASE,
    POOL,
    POOL_START,
    PRESTIGE,
    PURCHASED,
    SEAT_0,
    SEAT_SIZE,
    SUPPLY,
    TO_ACT,
    TOKENS,
)
from splendor.ai.core.legal import excess, meets
from splendor.ai.core.tables import BONUS, COST, LEVEL, NOBLE_PRESTIGE, RETURNS, TAKES
from splendor.ai.core.tables import PRESTIGE as CARD_PRESTIGE
from splendor.ai.core.turns import complete_turn
from splendor.engine import state as engine
from splendor.engine.tokens import GOLD
from splendor.engine.turn_end import FEWEST_BONUSES

RETURN_TOKENS, CHOOSE_NOBLE = engine.RETURN_TOKENS, engine.CHOOSE_NOBLE


@jit
def apply(s, action):
    """The state becomes what the seat to act makes of it. What is drawn is the last card of its pool."""
    code, me = action & CODE_MASK, SEAT_0 + s[TO_ACT] * SEAT_SIZE
    if code < RETURN:
        s[PASSES] = s[PASSES] + 1 if code == PASS else 0
    if code < RESERVE:
        _move(s, me, TAKES, code - TAKE, 1)
        end_turn(s, me)
    elif code < RESERVE_DECK:
        _reserve(s, me, code - RESERVE, 0)
        fill(s, code - RESERVE)
        end_turn(s, me)
    elif code < PURCHASE:
        _reserve(s, me, drawn(s, code - RESERVE_DECK), 1)
        end_turn(s, me)
    elif code < PASS:
        _purchase(s, me, code - PURCHASE, action >> PAYMENT_SHIFT)
        visit(s, me)
    elif code == PASS:
        end_turn(s, me)
    elif code < NOBLE:
        _move(s, me, RETURNS, code - RETURN, -1)
        visit(s, me)
    else:
        _welcome(s, me, code - NOBLE)
        complete_turn(s)


@jit
def _move(s, me, table, row, sign):
    """Tokens from the supply to the seat, or back where `sign` is -1."""
    for token in range(6):
        s[SUPPLY + token] -= sign * table[row, token]
        s[me + TOKENS + token] += sign * table[row, token]


@jit
def drawn(s, level):
    """The top card of a deck that is not empty, taken from it."""
    s[DECK + level] -= 1
    s[POOL + level] -= 1
    return s[POOL_START[level] + s[POOL + level]]


@jit
def fill(s, card):
    """The slot of a market card that has gone is filled (C1), or stays empty (C2)."""
    level = LEVEL[card]
    place = MARKET + LEVEL_SLOTS * level
    while s[place] != card:
        place += 1
    s[place] = drawn(s, level) if s[DECK + level] > 0 else EMPTY


@jit
def _reserve(s, me, card, blind):
    place = s[me + HAND]
    s[me + HAND_0 + place] = card
    s[me + BLIND_0 + place] = blind
    s[me + HAND] += 1
    if s[SUPPLY + GOLD] > 0:  # V2
        s[SUPPLY + GOLD] -= 1
        s[me + TOKENS + GOLD] += 1


@jit
def _purchase(s, me, card, payment):
    if payment:
        for token in range(6):
            _pay(s, me, token, payment >> 3 * token & 7)
    else:
        _pay_default(s, me, card)
    _remove(s, me, card)
    s[me + BONUSES + BONUS[card]] += 1
    s[me + PRESTIGE] += CARD_PRESTIGE[card]
    s[me + PURCHASED] += 1


@jit
def _pay(s, me, token, count):
    s[me + TOKENS + token] -= count
    s[SUPPLY + token] += count


@jit
def _pay_default(s, me, card):
    gold = 0
    for colour in range(5):
        due = max(0, COST[card, colour] - s[me + BONUSES + colour])
        paid = min(due, s[me + TOKENS + colour])
        gold += due - paid
        _pay(s, me, colour, paid)
    _pay(s, me, GOLD, gold)


@jit
def _remove(s, me, card):
    """The card leaves the hand, or else its slot, which is filled."""
    held = s[me + HAND]
    for place in range(held):
        if s[me + HAND_0 + place] == card:
            for later in range(place, held - 1):
                s[me + HAND_0 + later] = s[me + HAND_0 + later + 1]
                s[me + BLIND_0 + later] = s[me + BLIND_0 + later + 1]
            s[me + HAND_0 + held - 1] = EMPTY
            s[me + BLIND_0 + held - 1] = 0
            s[me + HAND] -= 1
            return
    fill(s, card)


@jit
def end_turn(s, me):
    """The end of the turn as far as it needs no choice (T2)."""
    if excess(s, me) > 0:  # L1
        s[PHASE] = RETURN_TOKENS
    else:
        visit(s, me)


@jit
def visit(s, me):
    """The noble visit and what follows; several nobles leave the choice open (N1, N3)."""
    if s[me + PURCHASED] < FEWEST_BONUSES:
        complete_turn(s)
        return
    met, last = 0, 0
    for place in range(NOBLES, NOBLES + NOBLE_PLACES):
        if meets(s, me, s[place]):
            met += 1
            last = s[place]
    if met > 1:
        s[PHASE] = CHOOSE_NOBLE
        return
    if met == 1:
        _welcome(s, me, last)
    complete_turn(s)


@jit
def _welcome(s, me, noble):
    for place in range(NOBLES, NOBLES + NOBLE_PLACES):
        if s[place] == noble:
            s[place] = EMPTY
    s[me + PRESTIGE] += NOBLE_PRESTIGE[noble]
    s[me + NOBLES_HELD] += 1
    s[PASSES] = 0
