"""What the net is told of a position: numbers of about unit size for each seat, for each card as a seat sees it, and for all.

Seats come in the order of their turns, the seat to act first, so the net knows nothing of seat numbers but who has yet to
move in the round. A seat that went out (H1) leaves its place empty. Cards are those of the market, slot by slot, then the
seat's own hand. Reserved cards that nobody may see are there as the guess that the state holds (see dealing.redeal).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import (
    BONUSES,
    DECK,
    HAND,
    HAND_0,
    LAST_ROUND,
    MARKET,
    MARKET_SLOTS,
    MOST_SEATS,
    NOBLE_PLACES,
    NOBLES,
    NOBLES_HELD,
    PHASE,
    PRESTIGE,
    PURCHASED,
    ROUND,
    SEAT_0,
    SEAT_SIZE,
    SEATS,
    STATUS,
    SUPPLY,
    TARGET,
    TO_ACT,
    TOKENS,
)
from splendor.ai.core.legal import ACTION, CHOOSE_NOBLE, RETURN_TOKENS, excess
from splendor.ai.core.tables import BONUS, COST, DEMAND, LEVEL
from splendor.ai.core.tables import PRESTIGE as CARD_PRESTIGE
from splendor.ai.core.turns import ACTIVE
from splendor.engine.legal import HAND_LIMIT
from splendor.engine.tokens import GOLD

Numbers = NDArray[np.float32]

CARD_PLACES = MARKET_SLOTS + HAND_LIMIT
CARD_NUMBERS = 28
SEAT_NUMBERS = 30
TABLE_NUMBERS = 26
LATEST_ROUND = 60
"""Later ones are all the same to the net: the games that it learns from end there (train/games.py)."""


class Features(NamedTuple):
    """Room for one position; `encode` fills it, so that a search asks for memory once."""

    cards: Numbers
    """(seats, CARD_PLACES, CARD_NUMBERS)"""
    seats: Numbers
    """(seats, SEAT_NUMBERS)"""
    table: Numbers
    """(TABLE_NUMBERS,)"""
    present: NDArray[np.int64]
    """(seats,): 1 where there is such a seat and it is still in."""
    filled: NDArray[np.int64]
    """(seats, CARD_PLACES): 1 where there is a card."""
    wanted: Numbers
    """(5,): tokens of each colour that the cards of the market cost in all."""
    help_of: Numbers
    """(5,): by how much a bonus of each colour helps the seat that is encoded with nobles."""
    near: NDArray[np.int64]
    """(NOBLE_PLACES,): how many bonuses that seat lacks for each noble."""


def new_features() -> Features:
    """Empty room for a position of up to four seats."""
    return Features(
        np.zeros((MOST_SEATS, CARD_PLACES, CARD_NUMBERS), np.float32),
        np.zeros((MOST_SEATS, SEAT_NUMBERS), np.float32),
        np.zeros(TABLE_NUMBERS, np.float32),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros((MOST_SEATS, CARD_PLACES), np.int64),
        np.zeros(5, np.float32),
        np.zeros(5, np.float32),
        np.zeros(NOBLE_PLACES, np.int64),
    )


@jit
def encode(s, f):
    """Fills `f` from the state `s`, in which a seat is to act."""
    _want(s, f.wanted)
    for order in range(MOST_SEATS):
        f.present[order] = 0
        if order < s[SEATS]:
            seat = (s[TO_ACT] + order) % s[SEATS]
            me = SEAT_0 + seat * SEAT_SIZE
            if s[me + STATUS] == ACTIVE:
                f.present[order] = 1
                _encode_seat(s, me, order, seat > s[TO_ACT], f)
    _encode_table(s, f.table)


@jit
def encode_card_alone(s, me, card, f):
    """One card as the seat at `me` sees it, into the first place of `f.cards`."""
    _want(s, f.wanted)
    _encode_nobles(s, me, f.seats[0], f.near, f.help_of)
    _encode_card(s, me, card, 0.0, f.cards[0, 0], f.help_of, f.wanted)
    for place in range(me + HAND_0, me + HAND_0 + s[me + HAND]):
        if s[place] == card:
            f.cards[0, 0, 26] = 1


@jit
def _want(s, wanted):
    wanted[:] = 0
    for place in range(MARKET, MARKET + MARKET_SLOTS):
        if s[place] >= 0:
            for colour in range(5):
                wanted[colour] += COST[s[place], colour]


@jit
def _encode_seat(s, me, order, yet_to_move, f):
    out = f.seats[order]
    _encode_nobles(s, me, out, f.near, f.help_of)
    _encode_holding(s, me, order, yet_to_move, out)
    for slot in range(MARKET_SLOTS):
        card = s[MARKET + slot]
        f.filled[order, slot] = card >= 0
        if card >= 0:
            _encode_card(s, me, card, 0.0, f.cards[order, slot], f.help_of, f.wanted)
    for place in range(HAND_LIMIT):
        held = place < s[me + HAND]
        f.filled[order, MARKET_SLOTS + place] = held
        if held:
            card, out = s[me + HAND_0 + place], f.cards[order, MARKET_SLOTS + place]
            _encode_card(s, me, card, 1.0, out, f.help_of, f.wanted)


@jit
def _encode_nobles(s, me, out, near, help_of):
    """Distances to the nobles, nearest first, and by how much a bonus of each colour helps with them."""
    near[:] = 9
    help_of[:] = 0
    for place in range(NOBLE_PLACES):
        noble = s[NOBLES + place]
        if noble >= 0:
            distance = 0
            for colour in range(5):
                distance += max(0, DEMAND[noble, colour] - s[me + BONUSES + colour])
            near[place] = distance
            for colour in range(5):
                if DEMAND[noble, colour] > s[me + BONUSES + colour]:
                    help_of[colour] += np.float32(1.0) / np.float32(max(1, distance))
    near.sort()
    for n in range(3):
        out[23 + n] = np.float32(max(0, 9 - near[n])) * np.float32(0.125)
    for n in range(3):
        out[26 + n] = near[n] <= 2
    out[29] = s[me + NOBLES_HELD]


@jit
def _encode_holding(s, me, order, yet_to_move, out):
    tokens, left = 0, max(0, s[TARGET] - s[me + PRESTIGE])
    for token in range(6):
        tokens += s[me + TOKENS + token]
        out[token] = np.float32(s[me + TOKENS + token]) * np.float32(0.25)
    out[6] = np.float32(tokens) * np.float32(0.1)
    for colour in range(5):
        out[7 + colour] = np.float32(s[me + BONUSES + colour]) * np.float32(0.2)
    out[12] = np.float32(s[me + PURCHASED]) * np.float32(0.07)
    out[13] = np.float32(s[me + PRESTIGE]) * np.float32(0.07)
    out[14] = np.float32(left) * np.float32(0.07)
    out[15] = left == 0
    out[16] = left <= 3
    out[17] = np.float32(s[me + HAND]) * np.float32(0.34)
    out[18] = yet_to_move
    for n in range(4):
        out[19 + n] = n == order


@jit
def _encode_card(s, me, card, in_hand, out, help_of, wanted):
    """Twenty-eight numbers: what is missing and what is due by colour, how far it is, and what the card is worth."""
    missing, most, due_all = 0, 0, 0
    for colour in range(5):
        due = max(0, COST[card, colour] - s[me + BONUSES + colour])
        lack = max(0, due - s[me + TOKENS + colour])
        out[colour] = np.float32(lack) * np.float32(0.25)
        out[5 + colour] = np.float32(due) * np.float32(0.2)
        missing += lack
        due_all += due
        most = max(most, lack)
    gold = s[me + TOKENS + GOLD]
    short = max(0, missing - gold)
    turns = max((short + 2) // 3, most - gold)
    out[10] = np.float32(short) * np.float32(0.2)
    out[11] = short == 0
    out[12] = np.float32(1.0) / np.float32(1 + max(0, turns))
    out[13] = np.float32(due_all) * np.float32(0.1)
    _encode_worth(s, me, card, out, help_of, wanted)
    out[26] = in_hand
    out[27] = 1


@jit
def _encode_worth(s, me, card, out, help_of, wanted):
    bonus, prestige = BONUS[card], CARD_PRESTIGE[card]
    for colour in range(5):
        out[14 + colour] = colour == bonus
    for level in range(3):
        out[19 + level] = level == LEVEL[card]
    out[22] = np.float32(prestige) * np.float32(0.25)
    out[23] = help_of[bonus]
    out[24] = wanted[bonus] * np.float32(0.04)
    out[25] = s[me + PRESTIGE] + prestige >= s[TARGET]


@jit
def _encode_table(s, out):
    for token in range(6):
        out[token] = np.float32(s[SUPPLY + token]) * np.float32(0.2)
    for colour in range(5):
        out[6 + colour] = s[SUPPLY + colour] >= 4
    for seats in range(3):
        out[11 + seats] = s[SEATS] == seats + 2
    out[14] = np.float32(s[TARGET] - 15) * np.float32(0.16)
    out[15] = np.float32(min(s[ROUND], LATEST_ROUND)) * np.float32(0.03)
    for level in range(3):
        out[16 + level] = np.float32(s[DECK + level]) * np.float32(0.03)
    out[19] = s[LAST_ROUND]
    out[20] = np.float32(s[SEATS] - 1 - s[TO_ACT]) * np.float32(0.33)
    out[21] = s[PHASE] == ACTION
    out[22] = s[PHASE] == RETURN_TOKENS
    out[23] = s[PHASE] == CHOOSE_NOBLE
    out[24] = np.float32(max(0, excess(s, SEAT_0 + s[TO_ACT] * SEAT_SIZE))) * np.float32(0.33)
    out[25] = 1
