"""Places in a process, which are few: for who waits, and for streams. Nobody can have all of them."""

import threading
from collections import defaultdict

_SHARE = 4
"""One holder has a quarter of the places at most."""
_LEAST = 2
"""But so many even where places are very few: a client that comes again may do so before its last request is missed."""


class Places:
    """So many places. A holder is whoever they are shared out by, as an id or an address; empty: not told apart."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.share = max(1, min(number - 1, max(_LEAST, number // _SHARE)))
        """How many one holder can have: where there are several, one at least is left for others."""
        # A place may be given back by an object that is forgotten while this very thread takes one. So the lock lets the
        # thread in again, and what is counted is changed in single steps.
        self._lock = threading.RLock()
        self._taken = 0
        self._held = defaultdict[str, int](int)

    @property
    def taken(self) -> int:
        """How many are taken now."""
        return self._taken

    def take(self, holder: str = "") -> bool:
        """Take a place; False where none is left, or none for this holder."""
        with self._lock:
            if self._taken >= self.number or (holder and self._held[holder] >= self.share):
                return False
            self._taken += 1
            if holder:
                self._held[holder] += 1
            return True

    def give_back(self, holder: str = "") -> None:
        """Give back a place that this holder has taken."""
        with self._lock:
            self._taken -= 1
            if holder:
                self._held[holder] -= 1
                if not self._held[holder]:
                    self._held.pop(holder, None)
