"""The time that an AI player is granted for a choice, and its end."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN_S = 0.1
"""After how long the alarm rings again. Python swallows what is raised while it finalises an object, and the alarm with it."""


class OverBudget(Exception):
    """A choice took longer than it may."""


@contextmanager
def at_most(budget_ms: int) -> Iterator[None]:
    """Interrupts what runs inside once `budget_ms` have passed, by OverBudget.

    Only where a signal can do that, in the main thread, which is where jobs run; compiled code is interrupted where it
    returns, so it has to watch the time itself. An alarm that somebody else has set,
    as the job system does for each job, goes on afterwards with the time that it has left.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    began = time.monotonic()
    handler = signal.signal(signal.SIGALRM, _interrupt)
    others_left, _ = signal.setitimer(signal.ITIMER_REAL, budget_ms / 1000, AGAIN_S)
    try:
        try:
            yield
        finally:
            # Twice: the alarm may ring once more before it is off.
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if others_left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, others_left - (time.monotonic() - began)))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise OverBudget("the choice took longer than the AI player is granted")
