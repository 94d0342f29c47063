"""Instants as the outside sees them."""

from datetime import UTC, datetime


def instant(ms: int) -> str:
    """Milliseconds since 1970 as RFC 3339 in UTC with three decimals."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{ms % 1000:03d}Z"
