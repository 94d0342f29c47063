"""Players of a match by a short text: those that splendor.arena.contenders knows, and `uct`, the plain tree search.

Settings of `uct`: the number of playouts, `c=` and the exploration, `uniform`. Examples: `uct:1000`, `uct:400,c=0.5,uniform`.
"""

from functools import lru_cache

from bench.ai.uct import UctPlayer
from splendor.ai.player import AiPlayer
from splendor.arena import contenders
from splendor.arena.contenders import Timed, parts

__all__ = ["Timed", "contender", "prepare", "think_ms"]


def contender(text: str) -> Timed:
    """A new timed player as the text says. Raises ValueError for a text that means none."""
    return Timed(_player(text), think_ms(text))


def think_ms(text: str) -> int:
    """The time for a turn in ms, 0 for players that are set by simulations. Raises ValueError."""
    return parts(text).ms or _player(text).think_ms


@lru_cache(maxsize=64)
def prepare(text: str) -> None:
    """Lets a player choose once, so that nothing has to be loaded or compiled while its time is measured."""
    contenders.warm_up(_player(text))


@lru_cache(maxsize=64)
def _player(text: str) -> AiPlayer:
    said = parts(text)
    if said.name == "uct":
        return UctPlayer(**dict(map(_uct_setting, said.settings)))
    return contenders.player_by(text)


def _uct_setting(text: str) -> tuple[str, float | bool]:
    name, _, value = text.partition("=")
    if name == "c":
        return "exploration", float(value)
    return ("uniform", True) if text == "uniform" else ("playouts", int(text))
