"""The hand-made evaluation: what a strategy guide says, in numbers.

It taught the net its first games and is the measure of what the net has learned since (docs/ai.md); of the levels
`beginner` and `casual` play by it.

Worth of a seat, in points of prestige: what it has, its bonuses, its tokens, its best cards in reach by how soon it can
pay for them, the nobles by how near they are. Bonuses count for more early on (engine first), prestige late.
"""

import numpy as np

from splendor.ai.core.codes import PASS, PURCHASE, RESERVE, RESERVE_DECK, RETURN
from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import (
    BONUSES,
    HAND,
    HAND_0,
    MARKET,
    MARKET_SLOTS,
    NOBLE_PLACES,
    NOBLES,
    PRESTIGE,
    PURCHASED,
    SEAT_0,
    SEAT_SIZE,
    SEATS,
    STATUS,
    TARGET,
    TO_ACT,
    TOKENS,
)
from splendor.ai.core.maths import exp
from splendor.ai.core.tables import BONUS, COST, DEMAND
from splendor.ai.core.tables import PRESTIGE as CARD_PRESTIGE
from splendor.ai.core.turns import ACTIVE
from splendor.engine.tokens import GOLD

_F = np.float32


@jit
def run_by_hand(s, values):
    """Fills `values` by seat with a guess of its share of the victory; a seat is to act."""
    total, most, seats = _F(0), 0, s[SEATS]
    for seat in range(seats):
        most = max(most, s[SEAT_0 + seat * SEAT_SIZE + PRESTIGE])
    progress = min(_F(1), _F(most) / _F(s[TARGET]))
    for seat in range(seats):
        me = SEAT_0 + seat * SEAT_SIZE
        values[seat] = 0
        if s[me + STATUS] == ACTIVE:
            worth = seat_worth(s, me, progress) + (_F(0.5) if seat == s[TO_ACT] else _F(0))
            values[seat] = exp((_F(0.2) + _F(0.3) * progress) * worth)
            total += values[seat]
    for seat in range(seats):
        values[seat] /= total


@jit
def seat_worth(s, me, progress):
    """What the seat that begins at `me` has, in points of prestige; `progress` is 0 at the start and 1 at the target."""
    worth = _F(s[me + PRESTIGE]) + (_F(1.1) - _F(0.6) * progress) * _F(s[me + PURCHASED])
    tokens = 0
    for colour in range(5):
        tokens += s[me + TOKENS + colour]
    worth += _F(0.16) * _F(tokens) + _F(0.35) * _F(s[me + TOKENS + GOLD])
    return worth + _cards_in_reach(s, me) + _nobles_in_reach(s, me)


@jit
def _cards_in_reach(s, me):
    """The best three cards of market and hand, each by its worth and by how many turns it is away."""
    first, second, third = _F(0), _F(0), _F(0)
    held = s[me + HAND]
    for n in range(MARKET_SLOTS + held):
        card = s[MARKET + n] if n < MARKET_SLOTS else s[me + HAND_0 + n - MARKET_SLOTS]
        if card >= 0:
            worth = (_F(0.6) + _F(CARD_PRESTIGE[card])) / _F(1.5 + turns_away(s, me, card))
            if n >= MARKET_SLOTS:
                worth *= _F(1.2)
            if worth > first:
                first, second, third = worth, first, second
            elif worth > second:
                second, third = worth, second
            elif worth > third:
                third = worth
    return _F(0.8) * first + _F(0.5) * second + _F(0.3) * third


@jit
def turns_away(s, me, card):
    """How many turns of taking tokens, three at a time and one of a colour, the seat is from paying for a card."""
    missing, most = 0, 0
    for colour in range(5):
        lack = max(0, COST[card, colour] - s[me + BONUSES + colour] - s[me + TOKENS + colour])
        missing += lack
        most = max(most, lack)
    gold = s[me + TOKENS + GOLD]
    return max(0, (missing - gold + 2) // 3, most - gold)


@jit
def _nobles_in_reach(s, me):
    worth = _F(0)
    for place in range(NOBLES, NOBLES + NOBLE_PLACES):
        if s[place] >= 0:
            distance = noble_distance(s, me, s[place])
            worth += _F(1.8) * max(_F(0), _F(1) - _F(0.14) * _F(distance)) ** 2
    return worth


@jit
def noble_distance(s, me, noble):
    """How many bonuses the seat lacks for a noble."""
    distance = 0
    for colour in range(5):
        distance += max(0, DEMAND[noble, colour] - s[me + BONUSES + colour])
    return distance


@jit
def logit_by_hand(s, code):
    """How much speaks for an action at first sight: purchases by prestige, tokens before reserves."""
    if code < RESERVE or code >= RETURN:
        return _F(0)
    if code < RESERVE_DECK:
        return _F(0.3) * _F(CARD_PRESTIGE[code - RESERVE]) - _F(1.2)
    if code < PURCHASE:
        return _F(-2.5)
    if code == PASS:
        return _F(0)
    me, bonus = SEAT_0 + s[TO_ACT] * SEAT_SIZE, BONUS[code - PURCHASE]
    return _F(1.5) + _F(0.5) * _F(CARD_PRESTIGE[code - PURCHASE]) - _F(0.1) * _F(s[me + BONUSES + bonus])
