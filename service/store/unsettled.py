"""Games that a ladder has still to settle: noted where it has not paired them, and since when it fails to settle them."""

from collections.abc import Sequence

from .ladder_keys import failing_key, ladder_keys
from .scripts import load
from .wire import Client

_NOTE = load("ladder_note")


class UnsettledGames:
    """What is kept of them beside their pairings, until they are settled."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def note(self, ladder_id: str, game_id: str, record: bytes) -> None:
        """Have a game that is over among those of a ladder, as if it had been paired now, unless it was settled before.

        May be repeated.
        """
        keys = ladder_keys(ladder_id)
        self._client.run(_NOTE, (keys.settled, keys.running), (game_id, record))

    def counts(self, ladder_ids: Sequence[str]) -> list[int]:
        """How many each ladder has, those included that are played. One round trip."""
        commands = [("HLEN", ladder_keys(one).running) for one in ladder_ids]
        return [int(count) for count in self._client.calls(commands)] if commands else []

    def fails(self, ladder_id: str, game_id: str, now: int) -> int:
        """Note that a game could not be settled now; since when that is so (ms since 1970)."""
        key = failing_key(ladder_id)
        _, since = self._client.calls((("HSETNX", key, game_id, now), ("HGET", key, game_id)))
        return int(since)

    def failing(self, ladder_id: str) -> dict[str, int]:
        """The games that could not be settled when that was last tried, and since when."""
        found = self._client.call("HGETALL", failing_key(ladder_id))
        return {game_id.decode(): int(since) for game_id, since in zip(found[::2], found[1::2], strict=True)}

    def works(self, ladder_id: str, game_ids: Sequence[str]) -> None:
        """Forget that these games could not be settled."""
        if game_ids:
            self._client.call("HDEL", failing_key(ladder_id), *game_ids)
