"""Making everything ready that a worker computes with, so that no player ever waits for a compiler."""

import time

from splendor.ai.budget import Budget
from splendor.ai.core.folders import alone, note_use
from splendor.ai.core.glance import best_at_a_glance
from splendor.ai.player import ai_view
from splendor.ai.thinking import think
from splendor.engine.fairness import SEED_BYTES
from splendor.engine.legal import legal_actions
from splendor.engine.setup import deal
from splendor.engine.state import Options


def warm() -> float:
    """Compiles what is needed, or loads what was kept of it; how many seconds that took.

    Of several processes that begin at once one compiles and the others load.
    """
    began = time.monotonic()
    with alone():
        _run_once()
    note_use()
    return time.monotonic() - began


def _run_once() -> None:
    """Calls all compiled functions once, with the types that they are called with later."""
    state = deal(Options(2), bytes(SEED_BYTES))
    seen, actions = ai_view(state, 0), legal_actions(state)
    think(seen, seen, 0, Budget(simulations=4))
    best_at_a_glance(seen, actions, 0)


if __name__ == "__main__":
    warm()
