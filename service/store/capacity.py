"""How full the server is. From a share of its memory on, new games are not taken, so that the running ones can finish."""

import time

from .errors import NoCapacity
from .wire import Client

SHARE = 0.85
_FRESH_S = 1.0


class Capacity:
    """Tells whether new games may be taken; asks the server once a second at most."""

    def __init__(self, client: Client, share: float = SHARE) -> None:
        self._client = client
        self._share = share
        self._asked = -_FRESH_S
        self._full = False

    def check(self) -> None:
        """Raise NoCapacity from the share on; a server without a limit is never full."""
        now = time.monotonic()
        if now - self._asked >= _FRESH_S:
            memory = self._client.memory()
            self._full = any(part.limit and part.used >= self._share * part.limit for part in memory)
            self._asked = now
        if self._full:
            raise NoCapacity(f"more than {self._share:.0%} of the store's memory is in use")
