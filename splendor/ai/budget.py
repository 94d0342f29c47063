"""How much an AI player may think: a number of simulations, an instant, or both, whichever comes first.

Instants are those of time.monotonic(), in seconds. A player that is set by simulations alone gives the same choice on any
machine; one that is set by time is stronger on a faster one.
"""

import time
from typing import NamedTuple

from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS

LAG_MS = 100
"""What a turn under a clock costs beside the thinking: the way to the server and back, and whatever the machine does."""
TURNS_LEFT = 20
"""What is left on a clock is spread over so many more turns. A game takes some thirty, so the shares become smaller."""
TURNS_RESERVED = 40
"""For so many turns what each costs beside the thinking is set aside first: it is spent whatever the thinking takes."""
INCREMENT_SHARE = 0.75
LARGEST_SHARE = 0.25
"""No turn uses more of what is left, however large the increment."""
_MARKS = {ACTION: 0.9, RETURN_TOKENS: 0.95, CHOOSE_NOBLE: 1.0}
"""Which part of a turn's time has passed at the latest when each of its choices is made."""


class Budget(NamedTuple):
    """The end of thinking: after so many simulations, or at the instant `until`; None: no limit of that kind."""

    simulations: int | None = None
    until: float | None = None


def for_turn(budget_ms: float, began: float) -> Budget:
    """All of a turn's time, from the instant at which its work began."""
    return Budget(until=began + budget_ms / 1000)


def for_phase(budget_ms: float, phase: int, began: float | None = None) -> Budget:
    """The part of a turn's time that a choice in this phase may use up to: something is left for those that may follow.

    `began` is when the work on the whole turn began, also for its later choices; None: just now.
    """
    return for_turn(budget_ms * _MARKS[phase], time.monotonic() if began is None else began)


def for_clock(remaining_ms: float, increment_ms: float, began: float, lag_ms: float = LAG_MS) -> Budget:
    """The time for a turn of a player under a clock, who has `remaining_ms` left and gets `increment_ms` for the turn.

    Thinking takes a part of what is left above `TURNS_RESERVED` times `lag_ms`, and of the increment what that leaves;
    with less on the clock the end is at once, and any legal action has to do. So a clock can run out only by turns that
    cost more than `lag_ms` beside the thinking: raise it where the server is far away.
    """
    free = max(0.0, remaining_ms - TURNS_RESERVED * lag_ms) / TURNS_LEFT
    gained = max(0.0, INCREMENT_SHARE * increment_ms - lag_ms)
    think_ms = min(free + gained, max(0.0, remaining_ms - lag_ms) * LARGEST_SHARE)
    return for_turn(think_ms, began)
