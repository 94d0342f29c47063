"""AI players as nobody wants them. Each choice is noted down before anything comes of it."""

import itertools
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from splendor.ai import PLAYERS
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action, Pass

NOTES = "ODD_NOTES"
"""The variable that names the file in which choices are noted, one a line."""

Answer = Callable[[Sequence[Action], int], Any]
"""From the legal actions, and how often anybody has been asked, this time included."""


class OddPlayer(AiPlayer):
    """One that answers as it is told."""

    version = 1
    level = 0
    description = "For tests."
    typical_ms = 1
    budget_ms = 500

    def __init__(self, name: str, answer: Answer) -> None:
        self.name, self._answer = name, answer  # type: ignore[misc]

    def choose(self, view: View, actions: Sequence[Action], seed: int, start: View) -> Action:  # noqa: ARG002
        path = Path(os.environ[NOTES])
        with path.open("a") as notes:
            notes.write(f"{self.name}\n")
        answer: Any = self._answer(actions, len(path.read_text().splitlines()))
        return answer  # type: ignore[no-any-return]


def ponder(over: Iterable[int]) -> None:
    for _ in over:
        pass


def hesitate(actions: Sequence[Action], asked: int) -> Action:
    """Without end the first time, and then not at all."""
    ponder(itertools.count() if asked == 1 else ())
    return actions[0]


ODD: dict[str, AiPlayer] = {
    "raising": OddPlayer("raising", lambda _actions, _asked: {}["no idea"]),
    "cheating": OddPlayer("cheating", lambda _actions, _asked: Pass()),
    "silent": OddPlayer("silent", lambda _actions, _asked: None),
    "pondering": OddPlayer("pondering", lambda _actions, _asked: ponder(itertools.count())),
    "hesitating": OddPlayer("hesitating", hesitate),
    "deadly": OddPlayer("deadly", lambda _actions, _asked: os.kill(os.getpid(), signal.SIGKILL)),
}
"""By name. `cheating` passes though it may not, `deadly` takes its process along."""


def enlist() -> None:
    """Makes them known to this process."""
    PLAYERS.update(ODD)
