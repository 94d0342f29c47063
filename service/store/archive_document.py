"""What a file of the archive holds, and how it is written: JSON, compressed.

Values stand in the order of the fields of `StoredGame` and `LogEntry`, to which later releases may add at the end: what is
missing has its default, what is not known here is left out.
"""

import gzip
import zlib
from typing import Any

import msgspec

from .errors import ArchiveDamaged
from .values import Clock, LogEntry, StoredGame

_LEVEL = 6


class Archived(msgspec.Struct, frozen=True, tag="game"):
    """A game that has left the store at `archived_at` (ms since 1970): its last state and its whole log."""

    game: StoredGame
    log: tuple[LogEntry, ...]
    archived_at: int

    @property
    def id(self) -> str:
        return self.game.id

    @property
    def private(self) -> bool:
        return self.game.private

    @property
    def is_whole(self) -> bool:
        """Whether the log leads to the state, one entry a version."""
        return len(self.log) == self.game.version > 0 and self.log[-1].tag == self.game.tag


class Tombstone(msgspec.Struct, frozen=True, tag="gone"):
    """What is left of a game whose time in the archive has passed."""

    id: str
    private: bool
    archived_at: int

    @property
    def is_whole(self) -> bool:
        return True


Document = Archived | Tombstone
_CLOCK = StoredGame._fields.index("clock")


def pack(document: Document) -> bytes:
    """The bytes of a file."""
    return gzip.compress(msgspec.json.encode(document), _LEVEL, mtime=0)


def unpack(game_id: str, data: bytes) -> Document:
    """The document in a file. Raises ArchiveDamaged for one that is broken, or another game's."""
    try:
        raw = msgspec.json.decode(gzip.decompress(data))
        document: Document = msgspec.convert(_known(raw), Document)
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, TypeError, LookupError) as error:
        raise ArchiveDamaged(f"the file of an archived game cannot be read: {error}") from error
    if document.id != game_id or not document.is_whole:
        raise ArchiveDamaged("the file of an archived game does not hold what its name says")
    return document


def _known(raw: dict[str, Any]) -> dict[str, Any]:
    """The part that this release knows. Raises TypeError and LookupError for what is no document."""
    if raw["type"] != "game":
        return raw
    game = raw["game"][: len(StoredGame._fields)]
    game[_CLOCK] = game[_CLOCK][: len(Clock._fields)]
    return raw | {"game": game, "log": [entry[: len(LogEntry._fields)] for entry in raw["log"]]}
