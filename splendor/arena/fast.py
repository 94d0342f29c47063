"""Games of `greedy` alone, played by compiled code (splendor.arena.core): some fifty times as fast, and twice with its check.

The check takes nearly all of the time: the engine takes every turn once more.
"""

from collections.abc import Iterable
from functools import cache

from splendor.ai.greedy import GreedyPlayer
from splendor.ai.ready import COMPILES
from splendor.arena.games import DifferentEnd, PlayedGame, replayed, turns_of
from splendor.engine.actions import Action
from splendor.engine.state import State


def is_fast(names: Iterable[str]) -> bool:
    """Whether all of these players are compiled whole."""
    return COMPILES and set(names) == {GreedyPlayer.name}


def play_fast(start: State) -> PlayedGame:
    """The game that `greedy` plays in all seats, its steps those of the engine. Raises DifferentEnd."""
    from splendor.ai.core.reading import from_engine  # noqa: PLC0415  # loads numba: for those who play only
    from splendor.arena.core.games import is_same, play_greedy  # noqa: PLC0415

    reached, seats = from_engine(start), start.options.seats
    codes, spent_ns = play_greedy(reached, seats, start.options.max_rounds)
    steps = replayed(start, turns_of(_actions()[code] for code in codes))
    if not is_same(reached, from_engine(steps[-1].after)):
        raise DifferentEnd(f"{codes}")
    # Nobody goes out, so the seats take their turns one after the other.
    return PlayedGame(steps, [[ns / 1e6 for ns in spent_ns[seat::seats]] for seat in range(seats)])


@cache
def _actions() -> tuple[Action, ...]:
    from splendor.ai.core.codes import CODES, action_of  # noqa: PLC0415  # see above

    return tuple(map(action_of, range(CODES)))
