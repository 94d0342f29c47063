"""Perft: counts of the lines of play from a position, to hold lists and rules to golden numbers."""

from collections.abc import Iterator

from splendor.engine.legal import legal_actions
from splendor.engine.notation import format_action
from splendor.engine.rules import apply
from splendor.engine.state import State


def perft(state: State, depth: int) -> int:
    """How many lines of `depth` plies start here, on the default-payment list.

    A ply is one applied action, so a return or a noble choice counts as its own. A line that ends earlier, because the
    game is over, does not count; decks are dealt as they lie.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal_actions(state))
    return sum(perft(child, depth - 1) for _, child in _children(state))


def divide(state: State, depth: int) -> dict[str, int]:
    """`perft` split by first action, in notation: where two counts differ this shows the way to the fault."""
    return {name: perft(child, depth - 1) for name, child in _children(state)}


def _children(state: State) -> Iterator[tuple[str, State]]:
    for action in legal_actions(state):
        yield format_action(action), apply(state, action)
