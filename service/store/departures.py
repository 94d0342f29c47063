"""Players who have deleted their accounts and have yet to be taken out of their games.

One sorted set for all of them, with instants in ms as scores; like the due set it is claimed by leases, so that no job
and no process that dies leaves anybody half deleted.
"""

from typing import NamedTuple

from .keys import DEPARTURES
from .scripts import load
from .wire import Client

_ADD, _DUE, _LEASE = load("depart"), load("due"), load("lease")


class Departure(NamedTuple):
    """A player who is gone, and the game it has to be taken out of; all games where that is empty."""

    player_id: str
    game_id: str = ""

    @property
    def member(self) -> str:
        return f"{self.player_id} {self.game_id}"


class DepartureStore:
    """What is still to be done for players who are gone."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, player_id: str, game_id: str = "", delay_ms: int = 0) -> None:
        """Note that a player has to be taken out of a game, or out of all, in so many ms. May be repeated."""
        self._client.run(_ADD, (DEPARTURES,), (Departure(player_id, game_id).member, delay_ms))

    def find(self, limit: int = 100) -> list[Departure]:
        """What is due, oldest first."""
        found = self._client.run(_DUE, (DEPARTURES,), (limit,))
        return [Departure(*member.decode().split(" ")) for member in found]

    def claim(self, departure: Departure, lease_ms: int) -> bool:
        """Take one for a while; False where it is done or another was faster."""
        return bool(self._client.run(_LEASE, (DEPARTURES,), (departure.member, lease_ms)))

    def done(self, departure: Departure) -> None:
        """Note that nothing is left to do."""
        self._client.call("ZREM", DEPARTURES, departure.member)
