"""The ten nobles (M3), read once from data/nobles.csv. A state holds a noble as its number."""

from typing import NamedTuple

from splendor.engine.cards import gems_of, rows
from splendor.engine.tokens import Gems


class Noble(NamedTuple):
    """One noble: `demand` is what bonuses it asks for."""

    number: int
    id: str
    prestige: int
    demand: Gems


NOBLES: tuple[Noble, ...] = tuple(
    Noble(number, row["id"], int(row["points"]), gems_of(row)) for number, row in enumerate(rows("nobles.csv"))
)
NOBLE_BY_ID: dict[str, Noble] = {noble.id: noble for noble in NOBLES}
