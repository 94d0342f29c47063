"""An archive that is away, or whose files are broken, is told from one that has no such game."""

import gzip
import json
import os
from pathlib import Path

import pytest

from service.store.archive import Archive
from service.store.archive_document import pack, unpack
from service.store.client import Client
from service.store.errors import ArchiveDamaged, ArchiveUnavailable
from service.store.games import GameStore, StoredGame
from service.store.keys import new_game_id
from tests.store.archives import KEPT_MS, Days, document, file_of, moved, over


@pytest.mark.parametrize(
    "what", ["cut", "flipped", "empty", "other", "not gzip", "not json", "a list", "no type", "short log"]
)
def test_a_damaged_file_is_no_game(kept: GameStore, archive: Archive, folder: Path, what: str) -> None:
    stored, other = moved(kept, archive), moved(kept, archive)
    file = file_of(folder, stored.id)
    data = file.read_bytes()
    shorter = json.loads(gzip.decompress(data))
    shorter["log"].pop()
    file.write_bytes(
        {
            "cut": data[: len(data) // 2],
            "flipped": data[:-30] + bytes([data[-30] ^ 0x10]) + data[-29:],
            "empty": b"",
            "other": file_of(folder, other.id).read_bytes(),
            "not gzip": b"{}",
            "not json": gzip.compress(b"game"),
            "a list": gzip.compress(b"[]"),
            "no type": gzip.compress(b"{}"),
            "short log": gzip.compress(json.dumps(shorter).encode()),
        }[what]
    )
    with pytest.raises(ArchiveDamaged):
        kept.read(stored.id)
    assert kept.read_each([stored.id, other.id]) == [None, other]
    file.write_bytes(data)
    assert kept.read(stored.id) == stored, "brought back"


def test_an_archive_that_is_not_there_is_no_empty_one(
    kept: GameStore, archive: Archive, folder: Path, client: Client, days: Days
) -> None:
    stored = moved(kept, archive)
    folder.rename(folder.with_name("elsewhere"))
    folder.mkdir()  # where it should be mounted
    late = Archive(client, str(folder), KEPT_MS, days)
    for games in (kept, GameStore(client, late)):
        with pytest.raises(ArchiveUnavailable):
            games.read(stored.id if games is not kept else new_game_id())
    fresh = over(kept)
    with pytest.raises(ArchiveUnavailable):
        late.write(document(kept, fresh))
    assert kept.read(fresh.id) == fresh, "those in the store are not concerned"
    folder.rmdir()
    folder.with_name("elsewhere").rename(folder)
    late.write(document(kept, fresh))
    assert late.read(stored.id) is not None


def test_a_folder_that_cannot_be_read(kept: GameStore, archive: Archive, folder: Path) -> None:
    """A link to itself is a fault for root too, who may read everything."""
    stored = moved(kept, archive)
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder)
    with pytest.raises(ArchiveUnavailable):
        kept.read(stored.id)
    folder.unlink()
    folder.with_name("elsewhere").rename(folder)
    assert kept.read(stored.id) is not None


def test_an_address_that_nothing_serves(client: Client) -> None:
    nowhere = Archive(client, "noneofthese://bucket/archive", KEPT_MS)
    with pytest.raises(ArchiveUnavailable):
        nowhere.read(new_game_id())


def test_what_a_killed_writer_leaves_is_no_file(
    kept: GameStore, archive: Archive, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file has its name only once all of it is on the disk."""
    stored = over(kept)
    archive.write(document(kept, moved(kept, archive)))  # the archive is there

    def die(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", die)
        with pytest.raises(KeyboardInterrupt):
            archive.write(document(kept, stored))
    assert not file_of(folder, stored.id).exists()
    assert stored.id not in list(archive.games())
    assert kept.read(stored.id) == stored
    archive.write(document(kept, stored))
    assert file_of(folder, stored.id).exists()


def test_documents_of_other_releases_can_be_read(kept: GameStore) -> None:
    """What a later one adds is left out; what an earlier one did not have has its default."""
    stored = over(kept)
    whole = document(kept, stored)
    raw = json.loads(gzip.decompress(pack(whole)))
    later = raw | {"game": [*raw["game"], "new"], "log": [[*entry, 1] for entry in raw["log"]], "more": {}}
    later["game"][5] = [*later["game"][5], 0]
    assert unpack(stored.id, gzip.compress(json.dumps(later).encode())) == whole
    required = len(StoredGame._fields) - len(StoredGame._field_defaults)
    earlier = raw | {"game": raw["game"][:required]}
    read = unpack(stored.id, gzip.compress(json.dumps(earlier).encode()))
    assert read == document(kept, stored._replace(**StoredGame._field_defaults))
