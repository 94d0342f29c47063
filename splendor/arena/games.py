"""One game between AI players: what was played, how it ended, what the turns took."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from splendor.ai.games import choices
from splendor.arena.contenders import Timed
from splendor.engine.actions import Action, ChooseNoble, ReturnTokens
from splendor.engine.outcome import outcome
from splendor.engine.rules import apply
from splendor.engine.state import State
from splendor.engine.steps import Played, take_step
from splendor.engine.turn import Turn

Anyone = TypeVar("Anyone")


class PlayedGame(NamedTuple):
    """A game from its first state to its last one."""

    steps: list[Played]
    """Its turns, each with the states around it."""
    spent_ms: list[list[float]]
    """For each seat what each of its turns took, in ms."""

    @property
    def start(self) -> State:
        """The first state."""
        return self.steps[0].before

    @property
    def end(self) -> State:
        """The last one."""
        return self.steps[-1].after


class DifferentEnd(Exception):
    """What was played leads elsewhere by the rules of the engine: a fault of the program."""


def rotated(line_up: Sequence[Anyone], rotation: int) -> list[Anyone]:
    """Who sits where: for each seat one of the line-up, which sits in its own order and moves on by `rotation` seats."""
    return [line_up[(seat - rotation) % len(line_up)] for seat in range(len(line_up))]


def play(start: State, players: Sequence[Timed], chance: int) -> PlayedGame:
    """The game that these play, one in each seat. `chance` is a whole number, the source of what chance they use.

    Raises BadChoice as splendor.ai.ask does, and DifferentEnd.
    """
    actions, state = [], start
    for choice in choices(start, players, chance):
        actions.append(choice.action)
        state = choice.state
    steps = replayed(start, turns_of(actions))
    if steps[-1].after != apply(state, actions[-1]):
        raise DifferentEnd(f"{actions}")
    return PlayedGame(steps, [player.spent_ms for player in players])


def replayed(start: State, turns: Iterable[Turn]) -> list[Played]:
    """These turns, taken one after the other by the engine. Raises IllegalAction."""
    steps, state = [], start
    for turn in turns:
        steps.append(take_step(state, turn))
        state = steps[-1].after
    return steps


def turns_of(actions: Iterable[Action]) -> list[Turn]:
    """Actions that follow one another as turns, each with its return and the noble that was chosen."""
    turns: list[Turn] = []
    for action in actions:
        if isinstance(action, ReturnTokens):
            turns[-1] = turns[-1]._replace(returned=action.tokens)
        elif isinstance(action, ChooseNoble):
            turns[-1] = turns[-1]._replace(noble=action.noble)
        else:
            turns.append(Turn(action))
    return turns


def shares(end: State) -> list[float]:
    """Each seat's share of the victory: 1, 0, or 1/k where k seats share it. Raises ValueError for a game that goes on."""
    result = outcome(end)
    if result is None:
        raise ValueError("the game is not over")
    return [(seat in result.winners) / len(result.winners) for seat in range(len(end.seats))]
