"""The AI players, by name. A player is given the view of its seat, never the state, so it cannot know what is hidden."""

from splendor.ai.greedy import GreedyPlayer
from splendor.ai.player import AiPlayer, BadChoice, View, ask
from splendor.ai.random_player import RandomPlayer

__all__ = ["PLAYERS", "AiPlayer", "BadChoice", "View", "ask", "player"]

PLAYERS: dict[str, AiPlayer] = {one.name: one for one in (RandomPlayer(), GreedyPlayer())}
"""Every AI player by its name, weakest first."""


def player(name: str) -> AiPlayer:
    """The AI player of that name. Raises KeyError where there is none."""
    return PLAYERS[name]
