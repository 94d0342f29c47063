"""Whole games between AI players in one process, for those who compare players or search without a host."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from splendor.ai.player import AiPlayer, View, ai_view, ask
from splendor.engine.actions import Action
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, OVER, State


class Choice(NamedTuple):
    """One choice of a game: the state, what the player on turn was given (see AiPlayer.choose), what it played."""

    state: State
    view: View
    actions: list[Action]
    seed: int
    start: View
    action: Action


def choices(state: State, players: Sequence[AiPlayer], seed: int) -> Iterator[Choice]:
    """Every choice of the game that `players`, one for each seat, play from `state` to its end.

    Equal arguments give the same game. Raises BadChoice as `ask` does.
    """
    number = 0
    while state.phase != OVER:
        seen = ai_view(state, state.to_act)
        if number == 0 or state.phase == ACTION:
            start = seen
        actions = legal_actions(state)
        choice_seed = int.from_bytes(sha256(f"{seed}/{number}".encode()).digest(), "big")
        action = ask(players[state.to_act], seen, actions, choice_seed, start)
        yield Choice(state, seen, actions, choice_seed, start, action)
        state = apply(state, action)
        number += 1


def play_game(state: State, players: Sequence[AiPlayer], seed: int) -> State:
    """The final state of that game."""
    for choice in choices(state, players, seed):
        state = apply(choice.state, choice.action)
    return state
