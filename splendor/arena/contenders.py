"""Players by a short text, so that each process can make its own, and how their turns are timed.

`NAME[:SETTING,...][@MS]`: NAME is that of any AI player, or `search` and `hand`, the tree search by the net and by the
hand-made evaluation. MS is the time for a turn, in ms: players that search take it in place of the simulations that are
theirs. Settings of `search` and `hand`: the number of simulations of a choice, which counts beside MS, and for `search`
`net=` and a file of weights, whose name has no comma. Examples: `master`, `expert@300`, `hand@30`, `search:64`,
`search:net=candidate.npz@30`.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from splendor.ai import PLAYERS
from splendor.ai.budget import Budget, for_phase
from splendor.ai.games import choices
from splendor.ai.player import AiPlayer, View
from splendor.ai.ready import COMPILES
from splendor.ai.search_player import SearchPlayer
from splendor.arena.deals import Deals
from splendor.engine.actions import Action
from splendor.engine.state import ACTION, PHASE_NAMES

DIGITS = 9
"""Of a number in a text, at most: more would not fit where the search counts."""
_NET = "net="


class Limit(NamedTuple):
    """What players that search may spend in place of their own measure: `ms` a turn or `simulations` a choice; 0: their own."""

    ms: int = 0
    simulations: int = 0


OWN = Limit()


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


def contender(text: str, limit: Limit = OWN) -> Timed:
    """A new timed player as the text says, within the limit. Raises ValueError for a text that means none."""
    player = player_by(text, limit)
    return Timed(player, player.think_ms)


@lru_cache(maxsize=64)
def player_by(text: str, limit: Limit = OWN) -> AiPlayer:
    """The player that a text means. Raises ValueError.

    A limit replaces what players that search think by themselves. The others stay as they are, and so do those whose
    text says how much they think.
    """
    said = parts(text)
    if said.name in {"search", "hand"} and COMPILES:
        return _search_player(text, said, limit)
    if said.name not in PLAYERS or said.settings:
        raise ValueError(f"no such player: {text!r}; there are {', '.join(PLAYERS)}, and others (docs/arena.md)")
    player = PLAYERS[said.name]
    return _limited(player, Limit(said.ms) if said.ms else limit) if isinstance(player, SearchPlayer) else player


def check(text: str, limit: Limit = OWN) -> None:
    """Raises ValueError for a text that means no player, and for weights that cannot be played by."""
    player = player_by(text, limit)
    if isinstance(player, SearchPlayer) and player.weights:
        _open_weights(player.weights)


def warm_up(player: AiPlayer) -> None:
    """Lets a player choose once, so that nothing has to be loaded or compiled while its time is measured."""
    _ = next(choices(Deals("warm up", 2).opening(0), [Timed(player, 1)] * 2, 0))


class Parts(NamedTuple):
    """What a text consists of; `ms` is 0 where it gives no time."""

    name: str
    settings: list[str]
    ms: int


def parts(text: str) -> Parts:
    """The parts of a text. Raises ValueError for a time that is no number; but an `@` may stand in the name of a file."""
    named, at, ms = text.rpartition("@")
    if not at or (_NET in named and not ms.isdigit()):
        named, at = text, ""
    name, _, given = named.partition(":")
    return Parts(name, [setting for setting in given.split(",") if setting], _number(ms, text) if at else 0)


def listed(given: str) -> tuple[str, ...]:
    """The texts in a list with commas between them; a comma before a number or `net=` is one between settings."""
    return tuple(re.split(rf",(?!\d|{_NET})", given))


def _number(given: str, text: str) -> int:
    if re.fullmatch(rf"[0-9]{{1,{DIGITS}}}", given) and int(given):
        return int(given)
    raise ValueError(f"{text!r}: {given!r} is no whole number from 1 to {'9' * DIGITS}")


def _search_player(text: str, said: Parts, limit: Limit) -> SearchPlayer:
    """Raises ValueError where neither time nor simulations are limited."""
    files = [setting.removeprefix(_NET) for setting in said.settings if setting.startswith(_NET)]
    limits = [_number(setting, text) for setting in said.settings if not setting.startswith(_NET)]
    if files and (len(files) > 1 or not files[0] or said.name == "hand"):
        raise ValueError(f"{text!r}: {_NET} is for one file, and for `search`")
    player = SearchPlayer(
        name=text,
        think_ms=said.ms,
        simulations=min(limits, default=None),
        by_hand=said.name == "hand",
        weights=files[0] if files else "",
    )
    if not said.ms and not limits:
        player = _limited(player, limit)
    if not player.think_ms and not player.simulations:
        raise ValueError(f"{text!r} would never end: say how much it thinks (docs/arena.md)")
    return player


def _limited(player: SearchPlayer, limit: Limit) -> SearchPlayer:
    if limit.ms:
        return replace(player, think_ms=limit.ms, simulations=None)
    return replace(player, think_ms=0, simulations=limit.simulations) if limit.simulations else player


def _open_weights(file: str) -> None:
    from splendor.ai.core.net import new_net  # noqa: PLC0415  # loads numba: for those who think only
    from splendor.ai.thinking import weights  # noqa: PLC0415  # see above

    try:
        _ = new_net(weights(file))
    except Exception as error:  # noqa: BLE001  # a file may be anything, and what reads it raises anything
        raise ValueError(f"no weights in {file!r} ({type(error).__name__}: {error})") from None
