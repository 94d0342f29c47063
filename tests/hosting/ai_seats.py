"""An AI player under a test's hand, and what AI players have done."""

from collections.abc import Sequence
from typing import Any, ClassVar

from service.hosting.changes import TurnPlayed, from_entry
from service.hosting.reading import Table
from service.services import Services
from splendor.ai.budget import Budget
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action


class Spy(AiPlayer):
    """Plays the first listed action and notes what it was shown."""

    name: ClassVar[str] = "spy"
    version: ClassVar[int] = 1
    level: ClassVar[int] = 0
    description: ClassVar[str] = "Notes what it sees."
    typical_ms: ClassVar[int] = 1
    budget_ms: ClassVar[int] = 500

    def __init__(self) -> None:
        self.shown: list[View] = []
        self.budgets: list[Budget | None] = []
        self.answers: list[Any] = []

    def choose(
        self,
        view: View,
        actions: Sequence[Action],
        seed: int,  # noqa: ARG002
        start: View,
        budget: Budget | None = None,
    ) -> Action:
        self.shown += [view, start]
        self.budgets.append(budget)
        answer = self.answers.pop(0) if self.answers else actions[-1]
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[no-any-return]


def turns(host: Services, table: Table) -> list[str]:
    """The turns in the log."""
    changes = [from_entry(entry.body) for entry in host.games.log(table.game.id)]
    return [change.turn for change in changes if isinstance(change, TurnPlayed)]
