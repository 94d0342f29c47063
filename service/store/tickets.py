"""Tickets for streams: each lets whoever has it open streams at one path, in the name of a token.

Browsers cannot send headers when they open a stream. A ticket may stand in an address, because it opens nothing else,
lives for a minute, and is worth nothing without its token, of which only the digest is behind it.
"""

import secrets
from collections.abc import Iterable
from typing import NamedTuple

from .keys import ticket_key
from .tokens import digest_of
from .wire import Client

FIRST_MS = 60_000
"""How long a ticket waits for its first use."""
RENEWED_MS = 70_000
"""How long it stays from its last use, and from the last time that its stream was seen to live: a minute after that has
ended, at least."""


class Ticket(NamedTuple):
    """A ticket as it is kept: its digest, the digest of the token that it stands for, the path that it is for."""

    digest: str
    credential: str
    path: str


class TicketStore:
    """Grants tickets and says what they stand for."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def grant(self, credential: str, path: str) -> tuple[str, int]:
        """A new ticket, to be shown once, and when it ends if nobody uses it (ms since 1970)."""
        secret = f"st_{secrets.token_urlsafe(32)}"
        key = ticket_key(digest_of(secret))
        _, ends = self._client.calls((("SET", key, f"{credential} {path}", "PX", FIRST_MS), ("PEXPIRETIME", key)))
        return secret, ends

    def find(self, digest: str) -> Ticket | None:
        """What a ticket stands for, which is used now: that keeps it. None where there is none (any more).

        A stream that it opens may be lost before the first time that it is looked after.
        """
        found = self._client.call("GETEX", ticket_key(digest), "PX", RENEWED_MS)
        return Ticket(digest, *found.decode().split(" ", 1)) if found else None

    def renew(self, tickets: Iterable[Ticket]) -> None:
        """Note that the streams of these tickets live. One that was lost on the way is there again."""
        commands = [
            ("SET", ticket_key(one.digest), f"{one.credential} {one.path}", "PX", RENEWED_MS) for one in tickets
        ]
        if commands:
            self._client.calls(commands)
