"""Whose turn comes next, how seats go out, and how a game ends (E1 to E3, H1 to H3, H5, Q2)."""

import numpy as np

from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import (
    EXIT_0,
    EXITS,
    LAST_ROUND,
    MAX_ROUNDS,
    PASSES,
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
    TERMINATION,
    TO_ACT,
    TOKENS,
    TURN,
)
from splendor.engine import state as engine

ACTION, OVER, ACTIVE = engine.ACTION, engine.OVER, engine.ACTIVE
BY_PRESTIGE, BY_STALEMATE, BY_MAX_ROUNDS = engine.PRESTIGE, engine.STALEMATE, engine.MAX_ROUNDS
BY_EXIT = np.array([0, engine.RESIGNATION, engine.FLAG], np.int16)
"""How a game ends whose last exit was of this status."""


@jit
def complete_turn(s):
    """The end-of-game check for the seat to act (E1), then the next turn."""
    if s[SEAT_0 + s[TO_ACT] * SEAT_SIZE + PRESTIGE] >= s[TARGET]:
        s[LAST_ROUND] = 1
    if s[PASSES] > 0 and s[PASSES] >= active_seats(s):  # Q2, H8
        game_over(s, BY_PRESTIGE if s[LAST_ROUND] else BY_STALEMATE)
    else:
        next_turn(s)


@jit
def active_seats(s):
    """How many seats are still in."""
    n = 0
    for seat in range(s[SEATS]):
        n += s[SEAT_0 + seat * SEAT_SIZE + STATUS] == ACTIVE
    return n


@jit
def first_active(s, seat):
    """The lowest seat still in that is not below `seat`; -1 where there is none."""
    for number in range(seat, s[SEATS]):
        if s[SEAT_0 + number * SEAT_SIZE + STATUS] == ACTIVE:
            return number
    return -1


@jit
def next_turn(s):
    """The turn of the next seat still in, or the end of the game at the end of a round (H2, H3)."""
    seat = first_active(s, s[TO_ACT] + 1)
    if seat < 0:
        if s[LAST_ROUND] or s[ROUND] >= s[MAX_ROUNDS]:
            game_over(s, BY_PRESTIGE if s[LAST_ROUND] else BY_MAX_ROUNDS)
            return
        s[ROUND] += 1
        seat = first_active(s, 0)
    s[TO_ACT] = seat
    s[PHASE] = ACTION
    s[TURN] += 1


@jit
def game_over(s, termination):
    """The game has ended."""
    s[TO_ACT] = -1
    s[PHASE] = OVER
    s[TERMINATION] = termination
    if termination == BY_PRESTIGE:
        s[LAST_ROUND] = 1


@jit
def go_out(s, seat, status):
    """A seat that is in resigns or is flagged (H1, H5)."""
    place = SEAT_0 + seat * SEAT_SIZE
    for token in range(6):
        s[SUPPLY + token] += s[place + TOKENS + token]
        s[place + TOKENS + token] = 0
    s[place + STATUS] = status
    s[PASSES] = 0
    s[EXIT_0 + s[EXITS]] = seat
    s[EXITS] += 1
    if active_seats(s) == 1:
        game_over(s, BY_EXIT[status])
    elif seat == s[TO_ACT]:
        next_turn(s)


@jit
def shares(s, out):
    """Writes each seat's share of the victory into `out`: 1, 0, or 1/k where k seats share it (E2, E3)."""
    best, winners = -1, 0
    for seat in range(s[SEATS]):
        place = SEAT_0 + seat * SEAT_SIZE
        rank = s[place + PRESTIGE] * 128 + 127 - s[place + PURCHASED] if s[place + STATUS] == ACTIVE else -1
        if rank > best:
            best, winners = rank, 1
        elif rank == best and rank >= 0:
            winners += 1
    for seat in range(s[SEATS]):
        place = SEAT_0 + seat * SEAT_SIZE
        rank = s[place + PRESTIGE] * 128 + 127 - s[place + PURCHASED] if s[place + STATUS] == ACTIVE else -1
        out[seat] = np.float32(1.0 / winners) if rank == best else np.float32(0.0)
