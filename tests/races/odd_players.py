"""AI players as nobody wants them. Each choice is noted down before anything comes of it."""

import itertools
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from splendor.ai import PLAYERS
from splendor.ai.budget import Budget
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

    def __init__(self, name: str, answer: Answer, *, quick: bool = True, budget_ms: int = 500) -> None:
        self.name, self._answer, self.quick, self.budget_ms = name, answer, quick, budget_ms

    def choose(
        self,
        view: View,  # noqa: ARG002
        actions: Sequence[Action],
        seed: int,  # noqa: ARG002
        start: View,  # noqa: ARG002
        budget: Budget | None = None,  # noqa: ARG002
    ) -> Action:
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
    "thorough": OddPlayer("thorough", lambda actions, _asked: actions[0], quick=False),
    "endless": OddPlayer("endless", lambda _actions, _asked: ponder(itertools.count()), quick=False, budget_ms=60_000),
    "deadly": OddPlayer("deadly", lambda _actions, _asked: os.kill(os.getpid(), signal.SIGKILL)),
}
"""By name. `cheating` passes though it may not, `deadly` takes its process along.
`thorough` and `endless` are no quick ones."""


def enlist() -> None:
    """Makes them known to this process."""
    PLAYERS.update(ODD)
