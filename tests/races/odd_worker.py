"""A worker for AI jobs, the quick ones unless queues are named, that knows the odd players: `python -m tests.races.odd_worker`.

With `after-commit` it kills itself once a job has done its work and nobody has been told yet.
"""

import os
import signal
import sys
from typing import Any

from service.jobs import AI_QUICK, QUEUE_NAMES
from tests.races.odd_players import enlist
from workers import ai_moves
from workers.main import run


def die_after_commit() -> None:
    play = ai_moves.play_ai

    def play_and_die(*args: Any, **named: Any) -> None:
        play(*args, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    ai_moves.play_ai = play_and_die  # type: ignore[assignment]


if __name__ == "__main__":
    enlist()
    if "after-commit" in sys.argv:
        die_after_commit()
    run([word for word in sys.argv[1:] if word in QUEUE_NAMES] or [AI_QUICK])
