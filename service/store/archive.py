"""Games that are over, as files: a folder, or whatever else fsspec can reach by an address.

`games/<bucket>/<id>.json.gz` holds all that the store kept of a game, so whatever is read of it comes from there as it
came from the store. `players/<id>/<yyyy-mm>/<member>` are empty: their names alone are a player's list. A file at the
root tells the archive from an empty folder where it should be mounted.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from .archive_document import Archived, Document, Tombstone, pack, unpack
from .archive_files import Files
from .errors import ArchiveBusy, ArchiveDamaged, ArchiveUnavailable
from .indexes import Entry
from .kept import Kept
from .keys import ARCHIVE_KEY, archiving_key, bucket_of, is_game_id, is_player_id, new_tag
from .wire import Client

__all__ = ["MARK", "Archive", "Archived", "Document", "Tombstone"]

log = logging.getLogger(__name__)

MARK = "splendor-archive"
_ENDING = ".json.gz"
_TIME_DIGITS = 11
_BATCH = 100
_ALONE_MS = 60_000


def wall_clock() -> int:
    """This machine's time in ms since 1970. Days count here, so it need not be the store's."""
    return int(time.time() * 1000)


class Archive:
    """Reads and writes the archive at an address; nothing is opened before the first use.

    Every method raises ArchiveUnavailable where the archive does not answer or is not there though it was.
    """

    def __init__(self, client: Client, url: str, kept_ms: int, clock: Callable[[], int] = wall_clock) -> None:
        """`kept_ms`: how long a game may be read after it was archived."""
        self._client, self._files, self._kept_ms, self._clock = client, Files(url), kept_ms, clock
        self._cache: Kept[Document] = Kept()
        self._noted = False

    def read(self, game_id: str) -> Document | None:
        """What the archive has of a game; None for a game that it has never had. Raises ArchiveDamaged.

        `game_id` has to be well-formed. A miss costs two look-ups.
        """
        known = self._cache.get(game_id)
        if known is None:
            known = self.read_afresh(game_id)
            if known is not None:
                self._cache.put(game_id, known)
        return known

    def read_afresh(self, game_id: str) -> Document | None:
        """The same, past what this process remembers."""
        data = self._files.read(_path(game_id))
        if data is None:
            self._check_there()
            return None
        try:
            return unpack(game_id, data)
        except ArchiveDamaged as error:
            log.error("%s", error, extra={"game_id": game_id})  # noqa: TRY400 - where it is broken is all there is to say
            raise

    def is_past(self, document: Document) -> bool:
        """Whether the time is over for which a game is kept."""
        return isinstance(document, Tombstone) or document.archived_at + self._kept_ms <= self._clock()

    def write(self, document: Document) -> None:
        """Keeps a document for good before this returns; it takes the place of an earlier one in one step."""
        self._establish()
        self._files.write(_path(document.id), pack(document))
        self._cache.forget(document.id)

    @contextmanager
    def alone(self, game_id: str) -> Iterator[None]:
        """For what reads a document and writes another: no other process does so inside. Raises ArchiveUnavailable."""
        key, mine = archiving_key(game_id), new_tag()
        if not self._client.call("SET", key, mine, "NX", "PX", _ALONE_MS):
            raise ArchiveBusy("another process changes the archived game")
        try:
            yield
        finally:
            if self._client.call("GET", key) == mine.encode():
                self._client.call("UNLINK", key)

    def enlist(self, player_id: str, created_at: int, game_id: str) -> None:
        """Puts a game on a player's list."""
        self._files.write(_marker(player_id, created_at, game_id), b"")

    def delist(self, player_id: str, created_at: int, game_id: str) -> None:
        """Takes a game from a player's list."""
        self._files.remove(_marker(player_id, created_at, game_id))

    def page(self, player_id: str, after: tuple[int, str] | None, limit: int) -> list[Entry]:
        """The newest `limit` games of a player's list behind a place (creation time, id). Their `set` is empty."""
        if not is_player_id(player_id):
            return []
        found: list[Entry] = []
        months = sorted(self._files.names(f"players/{player_id}"), reverse=True)
        if not months:
            self._check_there()
        for month in months:
            if after is None or month <= _month_of(after[0]):
                entries = self._month(player_id, month)
                found += [entry for entry in entries if after is None or entry.place < after]
            if len(found) >= limit:
                break
        return found[:limit]

    def entries(self, player_id: str) -> Iterator[list[Entry]]:
        """All of a player's list, in batches. Games may leave it meanwhile."""
        after: tuple[int, str] | None = None
        while found := self.page(player_id, after, _BATCH):
            yield found
            after = found[-1].place

    def games(self) -> Iterator[str]:
        """The ids of all games in the archive, gone ones too."""
        for bucket in self._files.names("games"):
            for name in self._files.names(f"games/{bucket}"):
                game_id = name.removesuffix(_ENDING)
                if name.endswith(_ENDING) and is_game_id(game_id):
                    yield game_id

    def _month(self, player_id: str, month: str) -> list[Entry]:
        names = sorted(self._files.names(f"players/{player_id}/{month}"), reverse=True)
        return [entry for name in names if (entry := _entry(name)) is not None]

    def _establish(self) -> None:
        """Marks a new archive, and notes in the store that there is one."""
        if not self._files.there(MARK):
            self._check_there(marked=False)
            self._files.write(MARK, b"{}\n")
        if not self._noted:
            # A full store refuses to write, and archiving is what relieves it.
            if not self._client.call("EXISTS", ARCHIVE_KEY):
                self._client.call("SET", ARCHIVE_KEY, 1)
            self._noted = True

    def _check_there(self, *, marked: bool | None = None) -> None:
        """An empty place where there was an archive is no archive: a volume that is not mounted."""
        if marked is None:
            marked = self._files.there(MARK)
        if not marked and self._client.call("EXISTS", ARCHIVE_KEY):
            raise ArchiveUnavailable(f"the archive is not there: no file {MARK}")


def _path(game_id: str) -> str:
    return f"games/{bucket_of(game_id)}/{game_id}{_ENDING}"


def _marker(player_id: str, created_at: int, game_id: str) -> str:
    if not is_player_id(player_id):
        raise ValueError("no player's id")
    return f"players/{player_id}/{_month_of(created_at)}/{created_at:0{_TIME_DIGITS}x}{game_id}"


def _month_of(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m")


def _entry(name: str) -> Entry | None:
    """The entry that a name stands for; None for the leftover of a writer that was killed."""
    at, game_id = name[:_TIME_DIGITS], name[_TIME_DIGITS:]
    return Entry(int(at, 16), game_id, "") if is_game_id(game_id) else None
