"""When the entries of ladders were last heard of.

Only a time to live is kept, so nobody's clock has to agree with the server's: what is left of it tells how long ago.
"""

import time
from collections.abc import Iterable, Sequence

from .errors import StoreError
from .keys import is_player_id
from .ladder_keys import ladders_of_key, seen_key
from .scripts import load
from .wire import Client

KNOWN_MS = 30 * 24 * 3600 * 1000
EVERY_S = 10.0
"""A process says it of the same player no more often."""
_MOST = 10_000

_SEE = load("see")


class Presence:
    """Notes and tells when players were seen that are entries of a ladder."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._said: dict[str, float] = {}

    def see(self, player_id: str) -> None:
        """A player has just made a request. At most one round trip in ten seconds; never raises."""
        self.see_each([player_id])

    def forget(self, player_id: str) -> None:
        """What was said of one who was no entry, and of whom nothing was kept, counts no more now that it is one."""
        self._said.pop(player_id, None)

    def see_each(self, player_ids: Iterable[str]) -> None:
        """The same for several players, or those who hold a stream open. What is no player's id is left out."""
        now, said = time.monotonic(), self._said
        fresh = [one for one in player_ids if is_player_id(one) and now - said.get(one, now - EVERY_S) >= EVERY_S]
        if not fresh:
            return
        if len(said) >= _MOST:
            said = self._said = {}
        said |= dict.fromkeys(fresh, now)
        try:
            self._client.run_each(_SEE, [((ladders_of_key(one), seen_key(one)), (KNOWN_MS,)) for one in fresh])
        except StoreError:
            for one in fresh:
                said.pop(one, None)

    def seen_ms(self, player_ids: Sequence[str]) -> list[int | None]:
        """How many ms ago each was seen, None for one who has not been for long, or never."""
        known = [one for one in player_ids if is_player_id(one)]
        left = self._client.calls([("PTTL", seen_key(one)) for one in known]) if known else []
        found = {one: KNOWN_MS - ttl for one, ttl in zip(known, left, strict=True) if ttl >= 0}
        return [found.get(one) for one in player_ids]
