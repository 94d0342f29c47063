"""AI players as nobody wants them. Each choice is noted down before anything comes of it."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from splendor.ai import PLAYERS
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action, Pass

NOTES = "ODD_NOTES"
"""The variable that names the file in which choices are noted, one a line."""


class OddPlayer(AiPlayer):
    """What they share."""

    version: ClassVar[int] = 1
    level: ClassVar[int] = 0
    description: ClassVar[str] = "For tests."
    typical_ms: ClassVar[int] = 1
    budget_ms: ClassVar[int] = 500

    def choose(self, view: View, actions: Sequence[Action], seed: int, start: View) -> Action:
        path = Path(os.environ[NOTES])
        with path.open("a") as notes:
            notes.write(f"{self.name} {os.getpid()}\n")
        answer: Any = self.answer(actions, len(path.read_text().splitlines()))
        return answer  # type: ignore[no-any-return]

    def answer(self, actions: Sequence[Action], asked: int) -> Any:
        """`asked`: how often any of them has been asked, this time included."""
        raise NotImplementedError


class Raising(OddPlayer):
    name: ClassVar[str] = "raising"

    def answer(self, actions: Sequence[Action], asked: int) -> Any:
        raise ValueError("no idea")


class Cheating(OddPlayer):
    """Passes though it may not."""

    name: ClassVar[str] = "cheating"

    def answer(self, actions: Sequence[Action], asked: int) -> Any:
        return Pass()


class Silent(OddPlayer):
    name: ClassVar[str] = "silent"

    def answer(self, actions: Sequence[Action], asked: int) -> Any:
        return None


class Pondering(OddPlayer):
    """Never comes to an end."""

    name: ClassVar[str] = "pondering"

    def answer(self, actions: Sequence[Action], asked: int) -> Any:
        while True:
            pass


class Hesitating(OddPlayer):
    """Never comes to an end the first time, and then answers at once."""

    name: ClassVar[str] = "hesitating"

    def answer(self, actions: Sequence[Action], asked: int) -> Any:
        while asked == 1:
            pass
        return actions[0]


class Deadly(OddPlayer):
    """Takes its process along."""

    name: ClassVar[str] = "deadly"

    def answer(self, actions: Sequence[Action], asked: int) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


ODD: dict[str, AiPlayer] = {
    one.name: one for one in (Raising(), Cheating(), Silent(), Pondering(), Hesitating(), Deadly())
}


def enlist() -> None:
    """Makes them known to this process."""
    PLAYERS.update(ODD)
