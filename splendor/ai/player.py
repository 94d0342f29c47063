"""What every AI player is: a name, a version and one function from what its seat sees to an action.

Whoever hosts a player keeps nothing for it between calls, so any process can ask for any choice and ask twice.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from splendor.engine.actions import Action

View = dict[str, Any]
"""A position as one seat sees it: what `splendor.engine.view.view(state, seat)` gives."""


class AiPlayer(ABC):
    """One kind of AI player. Players hold no state: equal arguments give equal choices, in any process, in any order.

    `name` is how requests name it, `version` rises whenever any choice of it changes, `level` orders the players by
    strength (0 is the weakest). `typical_ms` is what a choice usually takes and `budget_ms` what the host grants it,
    both in milliseconds of wall time.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    level: ClassVar[int]
    description: ClassVar[str]
    typical_ms: ClassVar[int]
    budget_ms: ClassVar[int]

    @abstractmethod
    def choose(self, view: View, actions: Sequence[Action], seed: int, start: View) -> Action:
        """The action that the seat on turn plays: one of `actions`.

        `view` is the view of the seat on turn, `actions` the whole list of `legal_actions` in its stated order (never
        empty), `seed` a number from 0 to 2**256 - 1, the only source of chance. `start` is the same seat's view as it was
        when its turn began; in the phase `action` that is `view` itself. Nothing handed in is changed.
        """


class BadChoice(Exception):
    """An AI player answered something that is not in the list it was given."""


def ask(player: AiPlayer, view: View, actions: Sequence[Action], seed: int, start: View) -> Action:
    """What `player` chooses, checked against the list.

    Raises BadChoice for any other answer, whatever its type; whatever the player raises goes through.
    """
    answer: object = player.choose(view, actions, seed, start)
    for action in actions:
        if action == answer:
            return action
    raise BadChoice(f"{player.name} {player.version} chose none of the {len(actions)} listed actions")
