"""What every AI player is: a name, a version and one function from what its seat sees to an action.

Whoever hosts a player keeps nothing for it between calls, so any process can ask for any choice and ask twice.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from splendor.ai.budget import Budget
from splendor.engine.actions import Action
from splendor.engine.state import State
from splendor.engine.view import view

View = dict[str, Any]
"""A position as one seat sees it, and the game's options: what `ai_view` gives, or a host's view of a game in progress."""


class AiPlayer(ABC):
    """One kind of AI player. Players hold no state: equal arguments give equal choices, in any process, in any order.

    `name` is how requests name it, `version` rises whenever any choice of it changes, `level` orders the players by
    strength (0 is the weakest). All times are milliseconds of wall time: `typical_ms` is what a turn usually takes,
    `budget_ms` the most that the host grants it, and `think_ms` how long a player thinks about a turn that is set by time
    (0: it is set by simulations). `quick` players take a few hundredths of a second at most and never wait behind others.
    """

    name: str
    version: int
    level: int
    description: str
    typical_ms: int
    budget_ms: int
    think_ms: int = 0
    quick: bool = True

    @abstractmethod
    def choose(
        self, view: View, actions: Sequence[Action], seed: int, start: View, budget: Budget | None = None
    ) -> Action:
        """The action that the seat on turn plays: one of `actions`.

        `view` is the view of the seat on turn, `actions` the whole list of `legal_actions` in its stated order (never
        empty), `seed` a number from 0 to 2**256 - 1, the only source of chance. `start` is the same seat's view as it was
        when its turn began; in the phase `action` that is `view` itself. Nothing handed in is changed. `budget` ends the
        thinking earlier, or later where the player is set by time; without one a player has its own.
        """


class BadChoice(Exception):
    """An AI player answered something that is not in the list it was given."""


def ai_view(state: State, seat: int) -> View:
    """What the AI player at a seat is given: the seat's view, and with it the options that the rules know."""
    options = state.options._asdict()
    del options["seats"]  # as in a host's view, which has the seats themselves
    return {**view(state, seat), "options": options}


def ask(
    player: AiPlayer, view: View, actions: Sequence[Action], seed: int, start: View, budget: Budget | None = None
) -> Action:
    """What `player` chooses, checked against the list.

    Raises BadChoice for any other answer, whatever its type; whatever the player raises goes through.
    """
    answer: object = player.choose(view, actions, seed, start, budget)
    for action in actions:
        if action == answer:
            return action
    raise BadChoice(f"{player.name} {player.version} chose none of the {len(actions)} listed actions")
