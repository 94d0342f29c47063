"""Players by tree search: the levels, and whatever else is to be compared with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from splendor.ai.budget import Budget, for_phase
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action
from splendor.engine.state import PHASE_NAMES

if TYPE_CHECKING:
    from splendor.ai.thinking import Thought


@dataclass(frozen=True, kw_only=True)
class SearchPlayer(AiPlayer):
    """Plays the action that its search tried most.

    `simulations` limits the search of a choice, `think_ms` that of a turn; one of them has to be set. `by_hand` searches by
    the hand-made evaluation, `weights` (a file) by others than the shipped ones.
    """

    name: str
    version: int = 1
    level: int = 0
    description: str = ""
    typical_ms: int = 1
    budget_ms: int = 2000
    think_ms: int = 0
    quick: bool = True
    simulations: int | None = None
    by_hand: bool = False
    weights: str = ""

    def choose(
        self, view: View, actions: Sequence[Action], seed: int, start: View, budget: Budget | None = None
    ) -> Action:
        """See AiPlayer. A player set by simulations thinks no longer for a longer budget, but ends where it ends."""
        from splendor.ai.thinking import think  # noqa: PLC0415  # loads numba: for those who think only

        if len(actions) == 1:
            return actions[0]
        thought = think(view, start, seed, self._budget(view, budget), by_hand=self.by_hand, file=self.weights)
        return with_code(actions, _most_tried(thought))

    def _budget(self, view: View, given: Budget | None) -> Budget:
        if given is None and self.think_ms:
            given = for_phase(self.think_ms, PHASE_NAMES.index(view["turn"]["phase"]))
        until = given.until if given else None
        limits = [limit for limit in (self.simulations, given.simulations if given else None) if limit]
        return Budget(min(limits, default=None), until)


def _most_tried(thought: "Thought") -> int:
    """The code of the choice; of equals the one that won more."""
    best = max(range(len(thought.codes)), key=lambda n: (thought.tried[n], thought.won[n]))
    return thought.codes[best]


def with_code(actions: Sequence[Action], code: int) -> Action:
    """The first listed action of that code, whatever it pays with."""
    from splendor.ai.core.codes import CODE_MASK, code_of  # noqa: PLC0415  # see above

    return next(action for action in actions if code_of(action) & CODE_MASK == code)
