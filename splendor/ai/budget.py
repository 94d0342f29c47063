"""How much an AI player may think: a number of simulations, an instant, or both, whichever comes first.

Instants are those of time.monotonic(), in seconds. A player that is set by simulations alone gives the same choice on any
machine; one that is set by time is stronger on a faster one.
"""

import time
from typing import NamedTuple

from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS

LAG_MS = 100
"""What a move under a clock costs beside the thinking: the way to the server and back, and whatever the machine does."""
MOVES_LEFT = 20
"""What is left on a clock is spread over so many more moves. A game takes some thirty, so the shares become smaller."""
INCREMENT_SHARE = 0.75
LARGEST_SHARE = 0.25
"""No move uses more of what is left, however large the increment."""
_MARKS = {ACTION: 0.9, RETURN_TOKENS: 0.95, CHOOSE_NOBLE: 1.0}
"""Which part of a turn's time has passed at the latest when each of its choices is made."""


class Budget(NamedTuple):
    """The end of thinking: after so many simulations, or at the instant `until`; None: no limit of that kind."""

    simulations: int | None = None
    until: float | None = None


def for_move(budget_ms: float, began: float) -> Budget:
    """All of a move's time, from the instant at which its work began."""
    return Budget(until=began + budget_ms / 1000)


def for_phase(budget_ms: float, phase: int, began: float | None = None) -> Budget:
    """The part of a move's time that a choice in this phase may use up to: something is left for those that may follow.

    `began` is when the work on the whole move began, also for its later choices; None: just now.
    """
    return for_move(budget_ms * _MARKS[phase], time.monotonic() if began is None else began)


def for_clock(remaining_ms: float, increment_ms: float, began: float, lag_ms: float = LAG_MS) -> Budget:
    """The time for a move of a player under a clock, who has `remaining_ms` left and gets `increment_ms` for the move.

    Never so much that the clock could run out; with next to nothing left the end is at once, and any legal action has to
    do. `lag_ms` is what a move costs beside the thinking: raise it where the server is far away.
    """
    left = max(0.0, remaining_ms - lag_ms)
    think_ms = min(left / MOVES_LEFT + INCREMENT_SHARE * increment_ms, left * LARGEST_SHARE)
    return for_move(think_ms, began)
