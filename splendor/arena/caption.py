"""The line below the title of a picture: what was played, so that a picture can stand on its own."""

from collections.abc import Sequence
from typing import NamedTuple

from splendor.arena.contenders import OWN, Limit

_WORDS = ("no", "one", "two", "three", "four")


class Setting(NamedTuple):
    """What the games of a picture have in common."""

    players: Sequence[str]
    target: int = 15
    limit: Limit = OWN


def caption(games: int, setting: Setting, seats: Sequence[int], *more: str) -> str:
    """`600 games of greedy with two seats, target 15`; `seats` are all numbers of seats that were played with."""
    number = f"{games:,} game{'s' * (games != 1)}{' in all' * (len(seats) > 1)}"
    tables = f"{_together([_WORDS[one] for one in seats])} seats"
    told = [f"{number} of {_together(setting.players)} with {tables}", f"target {setting.target}"]
    if setting.limit.ms:
        told.append(f"{setting.limit.ms:,} ms a turn")
    if setting.limit.simulations:
        told.append(f"{setting.limit.simulations:,} simulations a choice")
    return ", ".join([*told, *more])


def _together(names: Sequence[str]) -> str:
    *others, last = dict.fromkeys(names)
    return f"{', '.join(others)} and {last}" if others else last
