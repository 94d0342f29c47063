"""What streams are fed from: one log, read once for all who watch it."""

from typing import Protocol

from service.streaming.messages import Piece
from service.streaming.stream import Stream

PAGE = 100
"""How many events are written at a time; the next ones come when the client has taken these."""
Seen = tuple[int, str]
"""Version and tag of what a stream's first piece was rendered from; of a player's log its last number and tag."""


class NotThere(Exception):
    """What a stream watches does not exist, or not for its holder (any more)."""


class Feed(Protocol):
    """One log and the streams that watch it. What reads may raise the errors of the store."""

    topic: str
    streams: set[Stream]

    def knows(self, payload: str) -> bool:
        """Whether a wake-up says nothing new."""

    def lacks(self, seen: Seen) -> bool:
        """Whether what was read last is older than what a stream was begun with."""

    def forget(self) -> None:
        """Take the next reading for a new one: somebody could not be told of the last one."""

    def piece(self, stream: Stream) -> Piece | None:
        """What comes next for a stream, as of the last reading; None for nothing. Raises NotThere."""
