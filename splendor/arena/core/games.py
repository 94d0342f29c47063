"""Whole games of `greedy` in every seat, compiled: some twenty microseconds a game and seat."""

import numpy as np

from splendor.ai.core.apply import apply
from splendor.ai.core.clock import now_ns
from splendor.ai.core.codes import MOST_ACTIONS
from splendor.ai.core.compiling import jit
from splendor.ai.core.layout import CARDS, NOBLES, PHASE, SEAT_0, State
from splendor.ai.core.legal import ACTION
from splendor.ai.core.playout import OVER
from splendor.arena.core.greedy import choose, price_target

PLIES_OF_A_TURN = 3
_COMPARED = (slice(CARDS), slice(SEAT_0, None))


def play_greedy(s: State, seats: int, max_rounds: int) -> tuple[list[int], list[int]]:
    """Plays from `s`, which becomes the final position; the codes of all plies, and what each turn's choices took, in ns."""
    turns = seats * max_rounds
    codes, spent = np.zeros(PLIES_OF_A_TURN * turns, np.int16), np.zeros(turns, np.int64)
    plies, done = _play(s, codes, spent)
    return codes[:plies].tolist(), spent[:done].tolist()


def is_same(one: State, other: State) -> bool:
    """Whether two positions differ in nothing but the order of the nobles and the cards that may lie in the decks."""
    nobles = [sorted(s[NOBLES:SEAT_0].tolist()) for s in (one, other)]
    return nobles[0] == nobles[1] and all(np.array_equal(one[part], other[part]) for part in _COMPARED)


@jit
def _play(s, codes, spent):
    priced, listed, room = np.zeros(5, np.int64), np.zeros(MOST_ACTIONS, np.int32), np.zeros(2, np.int64)
    plies, turns = 0, 0
    while s[PHASE] != OVER:
        began = now_ns(room)
        if s[PHASE] == ACTION:
            turns += 1
            price_target(s, priced)
        code = choose(s, priced, listed)
        spent[turns - 1] += now_ns(room) - began
        codes[plies] = code
        apply(s, code)
        plies += 1
    return plies, turns
