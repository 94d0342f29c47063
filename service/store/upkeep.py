"""Who looks after the games, and how far behind that is: for operators, nothing depends on it."""

from typing import NamedTuple

from .keys import BUCKETS, bucket_keys
from .scripts import load
from .wire import Client

FORGOTTEN_MS = 15_000
"""A ticker that has not said anything for this long is not listed any more."""

_TICKERS = "tickers:{b00}"
_UPKEEP, _SEE, _SEEN = load("upkeep"), load("see_ticker"), load("tickers")
_KEYS = tuple(bucket_keys(bucket) for bucket in BUCKETS)


class UpkeepReport(NamedTuple):
    """How the due entries are doing, in ms.

    tickers: see `Upkeep.tickers`. entries: how many there are. overdue_ms: how long the oldest has
    been due without anybody claiming it. silent_ms: how long a bucket with entries has had no ticker, at most.
    """

    tickers: tuple[int, ...]
    entries: int
    overdue_ms: int
    silent_ms: int


class Upkeep:
    """Reports of the tickers."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def see(self, instance: str) -> None:
        """A ticker says that it is alive, every few seconds."""
        self._client.run(_SEE, (_TICKERS,), (instance, FORGOTTEN_MS))

    def tickers(self) -> tuple[int, ...]:
        """For each ticker that is alive how long ago it was seen, in ms."""
        return tuple(sorted(self._client.run(_SEEN, (_TICKERS,), (FORGOTTEN_MS,))))

    def read(self) -> UpkeepReport:
        """The present state; takes a few milliseconds."""
        buckets = self._client.run_each(_UPKEEP, [((keys.due, keys.beat), ()) for keys in _KEYS])
        entries, overdue, silent = zip(*buckets, strict=True)
        return UpkeepReport(self.tickers(), sum(entries), max(overdue), max(silent))
