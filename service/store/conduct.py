"""How often each seat of a ladder's game has asked for something illegal."""

from .keys import is_game_id
from .ladder_keys import illegal_key
from .scripts import load
from .wire import Client

KEPT_MS = 7 * 24 * 3600 * 1000

_ILLEGAL = load("illegal")


class ConductStore:
    """Counts that are forgotten a week after the last."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def count(self, game_id: str, seat: int) -> int:
        """Count one more illegal action; how many there have been."""
        return int(self._client.run(_ILLEGAL, (illegal_key(game_id),), (seat, KEPT_MS)))

    def counts(self, game_id: str) -> dict[int, int]:
        """By seat, where there were any."""
        found = self._client.call("HGETALL", illegal_key(game_id)) if is_game_id(game_id) else []
        return {int(seat): int(count) for seat, count in zip(found[::2], found[1::2], strict=True)}
