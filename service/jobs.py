"""The kinds of jobs, and the queues in which they wait."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

LADDERS = "ladders"
"""Pairing and rating in ladders, which is quick and must not wait for the games that it began."""
AI_QUICK, AI = "ai_quick", "ai"
"""Moves of quick AI players, and of those that think long, behind which no quick one waits."""
CLOCK = "clock"
"""Timeouts, which no search may delay."""
UPKEEP = "upkeep"
"""What keeps games in order: effects, lifetimes, departures."""
OUTBOUND = "outbound"
"""Webhooks and callbacks."""
AI_LADDERS, AI_QUICK_LADDERS = "ai_ladders", "ai_quick_ladders"
"""Moves of AI players in the games that ladders began: nobody waits for them, and so they wait for all others."""
QUEUE_NAMES = (LADDERS, AI_QUICK, AI, CLOCK, UPKEEP, OUTBOUND, AI_LADDERS, AI_QUICK_LADDERS)
_LADDERS_LAST = {AI: AI_LADDERS, AI_QUICK: AI_QUICK_LADDERS}


class Work(NamedTuple):
    """A kind of job: its queue, the function by name, and what its ids begin with."""

    queue: str
    function: str
    prefix: str

    def job_id(self, game_id: str, version: int, attempt: int) -> str:
        """The id of a job: it names the version, so no job can pass for one of another turn."""
        return f"{self.prefix}-{game_id}-v{version}-a{attempt}"

    def once(self, subject: str) -> str:
        """An id that no other job has: RQ drops a finished one by its id, also where it waits a second time."""
        return f"{self.prefix}-{subject}-{secrets.token_hex(4)}"


_PLAY, _PLAY_QUICKLY = "workers.ai_moves.play", "workers.ai_moves.play_quickly"
AI_MOVE = Work(AI, _PLAY, "ai")
QUICK_AI_MOVE = Work(AI_QUICK, _PLAY_QUICKLY, "quick")
LADDER_AI_MOVE = Work(AI_LADDERS, _PLAY, "ladder-ai")
LADDER_QUICK_AI_MOVE = Work(AI_QUICK_LADDERS, _PLAY_QUICKLY, "ladder-quick")
TIMEOUT = Work(CLOCK, "workers.timeouts.flag", "timeout")
EFFECTS = Work(UPKEEP, "workers.effects.run", "effects")
LIFETIME = Work(UPKEEP, "workers.lifetimes.end", "life")
DEPARTURE = Work(UPKEEP, "workers.departures.run", "departure")
RATING = Work(LADDERS, "workers.ladders.rate", "rating")
PAIRING = Work(LADDERS, "workers.ladders.pair", "pairing")
SWEEP = Work(LADDERS, "workers.ladders.sweep", "sweep")
CALLBACK = Work(OUTBOUND, "workers.callbacks.call_bot", "callback")
WEBHOOKS = Work(OUTBOUND, "workers.webhooks.deliver", "webhooks")


def served(queues: Sequence[str]) -> list[str]:
    """The queues that a worker serves which is told these: moves in the games of ladders as well, after all else."""
    told = list(queues) or list(QUEUE_NAMES)
    return list(dict.fromkeys([*told, *(_LADDERS_LAST[name] for name in told if name in _LADDERS_LAST)]))
