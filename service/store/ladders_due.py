"""Which ladders have to be looked after: one sorted set for all, with instants in ms as scores, claimed by leases.

A ladder stands in it twice: to be paired, and to be gone through for games that were lost on the way. A claim moves it
ahead by the time in which it is looked after again, so no job has to be remembered.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .ladder_keys import LADDERS_DUE, PEOPLE
from .scripts import load
from .wire import Client

Care = Literal["pair", "sweep"]
CARES: tuple[Care, ...] = ("pair", "sweep")

_DUE, _LEASE, _ADD = load("due"), load("lease"), load("depart")


class LadderDue(NamedTuple):
    """A ladder, and what is to be done for it."""

    ladder_id: str
    care: Care

    @property
    def member(self) -> str:
        return f"{self.ladder_id} {self.care}"


class LaddersDue:
    """The ladders by when they have to be looked after."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, ladder_id: str, *, delay_ms: int = 0) -> None:
        """Have a ladder looked after, for the first time in `delay_ms`. May be repeated; that of people pairs nobody."""
        for care in _cares_of(ladder_id):
            self._client.run(_ADD, (LADDERS_DUE,), (LadderDue(ladder_id, care).member, delay_ms))

    def missing(self, ladder_ids: Sequence[str]) -> list[str]:
        """Those of these ladders that are not looked after."""
        there = {member.decode() for member in self._client.call("ZRANGE", LADDERS_DUE, 0, -1)}
        return [one for one in ladder_ids if not {LadderDue(one, care).member for care in _cares_of(one)} <= there]

    def hurry(self, ladder_id: str) -> None:
        """Have it paired at once, if it is looked after at all."""
        self._client.call("ZADD", LADDERS_DUE, "XX", 0, LadderDue(ladder_id, "pair").member)

    def remove(self, ladder_id: str) -> None:
        """Have a ladder looked after no more."""
        self._client.call("ZREM", LADDERS_DUE, *(LadderDue(ladder_id, care).member for care in CARES))

    def find(self, limit: int = 100) -> list[LadderDue]:
        """What is due, oldest first. What only a newer release knows is left to its tickers."""
        found = (member.decode().partition(" ") for member in self._client.run(_DUE, (LADDERS_DUE,), (limit,)))
        cares: dict[str, Care] = {care: care for care in CARES}
        return [LadderDue(ladder_id, cares[care]) for ladder_id, _, care in found if care in cares]

    def claim(self, due: LadderDue, again_ms: int) -> bool:
        """Take one; it is due again in `again_ms`. False where another was faster."""
        return bool(self._client.run(_LEASE, (LADDERS_DUE,), (due.member, again_ms)))


def _cares_of(ladder_id: str) -> Sequence[Care]:
    return ("sweep",) if ladder_id == PEOPLE else CARES
