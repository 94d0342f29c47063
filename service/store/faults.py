"""Faults that the creator of a sandbox has asked for: they wait beside the game for its creator's next calls."""

from typing import Literal, NamedTuple

from .keys import faults_key
from .scripts import load
from .wire import Client

KEPT_MS = 24 * 3600 * 1000
"""What nobody has met with after a day is forgotten."""
OnceFault = Literal["conflict_once", "rate_limit_once", "drop_reply_once"]

_SET = load("set_faults")


class Faults(NamedTuple):
    """What waits: three that hit one call each, and by how many ms every reply is late."""

    conflict_once: bool = False
    rate_limit_once: bool = False
    drop_reply_once: bool = False
    slow_ms: int = 0


class FaultStore:
    """Faults by game. Only ids of games that have been read are to be asked for."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def read(self, game_id: str) -> Faults:
        found = self._client.call("HMGET", faults_key(game_id), *Faults._fields)
        conflict, limit, drop, slow_ms = (int(value or 0) for value in found)
        return Faults(bool(conflict), bool(limit), bool(drop), slow_ms)

    def set(self, game_id: str, faults: Faults) -> None:
        """Let these wait and no others, for a day at most."""
        pairs = ((name, int(value)) for name, value in faults._asdict().items() if value)
        self._client.run(_SET, (faults_key(game_id),), (KEPT_MS, *(part for pair in pairs for part in pair)))

    def take(self, game_id: str, fault: OnceFault) -> bool:
        """Whether the fault is this caller's; of several that ask for it at once it is that of one."""
        return bool(self._client.call("HDEL", faults_key(game_id), fault) == 1)
