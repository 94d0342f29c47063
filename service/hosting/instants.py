"""Instants as the outside sees them."""

from datetime import UTC, datetime
from functools import lru_cache


def instant(ms: int) -> str:
    """Milliseconds since 1970 as RFC 3339 in UTC with three decimals."""
    return f"{_second(ms // 1000)}.{ms % 1000:03d}Z"


@lru_cache(maxsize=1024)
def _second(seconds: int) -> str:
    """The same instants are shown many times: a view alone has up to four."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
