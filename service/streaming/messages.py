"""The wire form of server-sent events (HTML Living Standard, 9.2.6)."""

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

HEARTBEAT = b":\n\n"
"""A comment: nobody is told of it, and connections that only it keeps open stay so."""
_START_MS = (2_000, 4_000)
_SHUTDOWN_MS = (500, 5_000)

_encode = msgspec.json.Encoder().encode


class Piece(NamedTuple):
    """Bytes to write, and the place in the log that a stream has reached with them. `last`: nothing follows, ever."""

    data: bytes
    number: int
    tag: str
    last: bool = False


def message(data: Any, number: int, tag: str, event: str = "") -> bytes:
    """One message. Without `event` it is one of the log; the id is what a client resumes from.

    No line break can be in JSON that was encoded without spaces, so it is one line. Bytes are encoded already.
    """
    name = f"event: {event}\n" if event else ""
    body = data if isinstance(data, bytes) else _encode(data)
    place = f"{number}-{tag}" if tag else str(number)
    return b"%bid: %b\ndata: %b\n\n" % (name.encode(), place.encode(), body)


def opening() -> bytes:
    """What each stream begins with: after how long a client comes again whose connection is lost."""
    return _retry(*_START_MS)


def farewell() -> bytes:
    """The last thing that a process which ends says: its clients come again spread over some seconds."""
    return _retry(*_SHUTDOWN_MS)


def stream_example(told: Iterable[tuple[Any, int, str]]) -> str:
    """How a stream looks that tells of these (data, number, tag), for documents."""
    return (b"retry: 2718\n\n" + b"".join(message(*one) for one in told) + HEARTBEAT).decode()


def _retry(least: int, most: int) -> bytes:
    return b"retry: %d\n\n" % random.randint(least, most)  # noqa: S311 - spreads load, hides nothing
