"""The AI players, by name. A player is given the view of its seat, never the state, so it cannot know what is hidden."""

from splendor.ai.budget import Budget
from splendor.ai.greedy import GreedyPlayer
from splendor.ai.levels import LEVELS
from splendor.ai.player import AiPlayer, BadChoice, View, ai_view, ask
from splendor.ai.random_player import RandomPlayer
from splendor.ai.ready import COMPILES

__all__ = ["PLAYERS", "AiPlayer", "BadChoice", "Budget", "View", "ai_view", "ask", "player"]

_ALL: tuple[AiPlayer, ...] = (RandomPlayer(), GreedyPlayer(), *(LEVELS if COMPILES else ()))
PLAYERS: dict[str, AiPlayer] = {one.name: one for one in sorted(_ALL, key=lambda one: one.level)}
"""Every AI player by its name, weakest first."""


def player(name: str) -> AiPlayer:
    """The AI player of that name. Raises KeyError where there is none."""
    return PLAYERS[name]
