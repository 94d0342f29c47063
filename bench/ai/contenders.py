"""Players of a match by a short text, so that each process can make its own.

`NAME[:SETTING,...][@MS]`: NAME is that of any AI player, or `uct`, or `search` and `hand`, the tree search by the net and by
the hand-made evaluation. MS is the time for a turn, in ms. Settings of `uct`: the number of playouts, `c=` and the exploration,
`uniform`; of the other two: the number of simulations of a choice, and for `search` `net=` and a file of weights.
Examples: `master`, `master@30`, `uct:1000`, `uct:400,c=0.5,uniform`, `hand@30`, `search:64`, `search:net=candidate.npz@30`.
"""

import time
from collections.abc import Sequence
from functools import lru_cache

from bench.ai.deals import opening
from bench.ai.uct import UctPlayer
from splendor.ai import PLAYERS
from splendor.ai.budget import Budget, for_phase
from splendor.ai.games import choices
from splendor.ai.player import AiPlayer, View
from splendor.ai.search_player import SearchPlayer
from splendor.engine.actions import Action
from splendor.engine.state import ACTION, PHASE_NAMES


class Timed(AiPlayer):
    """A player whose turns are timed as they are under a host: one budget for all choices of a turn, from its beginning.

    For one seat of one game.
    """

    def __init__(self, player: AiPlayer, think_ms: int) -> None:
        """`think_ms` is the time for a turn; 0: the player is set by simulations and ends when it ends."""
        self.name, self.version = player.name, player.version
        self._player, self._think_ms, self._began = player, think_ms, 0.0
        self.spent_ms: list[float] = []
        """What each of its turns took."""

    def choose(
        self,
        view: View,
        actions: Sequence[Action],
        seed: int,
        start: View,
        budget: Budget | None = None,  # noqa: ARG002
    ) -> Action:
        """See AiPlayer; the budget is this one's own."""
        now, phase = time.monotonic(), PHASE_NAMES.index(view["turn"]["phase"])
        if phase == ACTION:
            self._began = now
            self.spent_ms.append(0.0)
        limit = for_phase(self._think_ms, phase, self._began) if self._think_ms else None
        action = self._player.choose(view, actions, seed, start, limit)
        self.spent_ms[-1] += (time.monotonic() - now) * 1000
        return action


def contender(text: str) -> Timed:
    """A new timed player as the text says. Raises ValueError for a text that means none."""
    return Timed(_player(text), think_ms(text))


def think_ms(text: str) -> int:
    """The time for a turn in ms, 0 for players that are set by simulations. Raises ValueError."""
    _, _, given = text.partition("@")
    return int(given) if given else _player(text).think_ms


@lru_cache(maxsize=64)
def prepare(text: str) -> None:
    """Lets a player choose once, so that nothing has to be loaded or compiled while its time is measured."""
    first = next(choices(opening(2, 0), [Timed(_player(text), 1), _player("greedy")], 0))
    assert first.action in first.actions


@lru_cache(maxsize=64)
def _player(text: str) -> AiPlayer:
    named, _, ms = text.partition("@")
    name, _, given = named.partition(":")
    settings = [setting for setting in given.split(",") if setting]
    if name == "uct":
        return UctPlayer(**dict(map(_uct_setting, settings)))
    if name in {"search", "hand"}:
        return _search_player(text, name == "hand", settings, int(ms or 0))
    if name not in PLAYERS or settings:
        raise ValueError(f"no such player: {text}; {__doc__}")
    return PLAYERS[name]


def _uct_setting(text: str) -> tuple[str, float | bool]:
    name, _, value = text.partition("=")
    if name == "c":
        return "exploration", float(value)
    return ("uniform", True) if text == "uniform" else ("playouts", int(text))


def _search_player(text: str, by_hand: bool, settings: Sequence[str], ms: int) -> AiPlayer:
    """Raises ValueError where neither time nor simulations are limited."""
    files = [setting.removeprefix("net=") for setting in settings if setting.startswith("net=")]
    limits = [int(setting) for setting in settings if not setting.startswith("net=")]
    if not ms and not limits:
        raise ValueError(f"{text} would never end")
    return SearchPlayer(
        name=text,
        think_ms=ms,
        simulations=min(limits, default=None),
        by_hand=by_hand,
        weights=files[0] if files else "",
    )
