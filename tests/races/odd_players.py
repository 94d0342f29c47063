"""AI players as nobody wants them. Each choice is noted down before anything comes of it."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from splendor.ai import PLAYERS
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action, Pass


class OddPlayer(AiPlayer):
    """What they share."""

    version: ClassVar[int] = 1
    level: ClassVar[int] = 0
    description: ClassVar[str] = "For tests."
    typical_ms: ClassVar[int] = 1
    budget_ms: ClassVar[int] = 500

    def choose(self, view: View, actions: Sequence[Action], seed: int, start: View) -> Action:
        with Path(os.environ["ODD_NOTES"]).open("a") as notes:
            notes.write(f"{self.name} {os.getpid()}\n")
        answer: Any = self.answer(actions)
        return answer  # type: ignore[no-any-return]

    def answer(self, actions: Sequence[Action]) -> Any:
        raise NotImplementedError


class Raising(OddPlayer):
    name: ClassVar[str] = "raising"

    def answer(self, actions: Sequence[Action]) -> Any:
        raise ValueError("no idea")


class Cheating(OddPlayer):
    """Passes though it may not."""

    name: ClassVar[str] = "cheating"

    def answer(self, actions: Sequence[Action]) -> Any:
        return Pass()


class Silent(OddPlayer):
    name: ClassVar[str] = "silent"

    def answer(self, actions: Sequence[Action]) -> Any:
        return None


class Pondering(OddPlayer):
    """Never comes to an end."""

    name: ClassVar[str] = "pondering"

    def answer(self, actions: Sequence[Action]) -> Any:
        while True:
            pass


class Deadly(OddPlayer):
    """Takes its process along."""

    name: ClassVar[str] = "deadly"

    def answer(self, actions: Sequence[Action]) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


ODD: dict[str, AiPlayer] = {one.name: one for one in (Raising(), Cheating(), Silent(), Pondering(), Deadly())}


def enlist() -> None:
    """Makes them known to this process."""
    PLAYERS.update(ODD)
