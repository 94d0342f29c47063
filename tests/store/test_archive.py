"""The archive: what is written comes back as it was, and the store forgets a game only once it is there."""

from pathlib import Path

import pytest

from service.store.archive import MARK, Archive, Tombstone
from service.store.client import Client
from service.store.errors import ArchiveDamaged, Conflict, GameArchived, GameGone, NotFound
from service.store.games import GameStore
from service.store.keys import ARCHIVE_KEY, game_keys, new_game_id, new_player_id
from tests.store.archives import DAY_MS, KEPT_MS, Days, document, file_of, moved, over
from tests.store.commits import creation, following


def names(client: Client) -> set[str]:
    """The names of all keys, heartbeats aside."""
    return {key for keys in client.scan("*") for key in keys if not key.startswith("beat:")}


def test_a_game_reads_the_same_from_the_archive(kept: GameStore, archive: Archive) -> None:
    stored = over(kept)
    log = kept.log(stored.id)
    archive.write(document(kept, stored))
    assert kept.drop(stored)
    assert kept.read_live(stored.id) is None
    assert kept.read(stored.id) == stored
    assert kept.read_each([new_game_id(), stored.id]) == [None, stored]
    assert kept.log(stored.id) == log
    for first, last in ((0, -1), (1, 1), (0, 1), (2, -1), (7, -1)):
        assert kept.log(stored.id, first, last) == log[first : None if last == -1 else last + 1]


def test_a_request_finds_it_after_the_store(kept: GameStore, archive: Archive) -> None:
    stored = moved(kept, archive)
    assert kept.read_for_request(stored.id, None)[1] is None
    assert kept.read_archived(stored.id) == stored


def test_nothing_is_left_in_the_store(kept: GameStore, archive: Archive, client: Client) -> None:
    before = names(client)
    ids = [moved(kept, archive).id for _ in range(20)]
    assert names(client) - before == {ARCHIVE_KEY}
    for game_id in ids:
        for key in game_keys(game_id)[:3]:
            assert client.call("MEMORY", "USAGE", key) is None


def test_a_game_that_has_changed_stays(kept: GameStore, archive: Archive) -> None:
    stored = over(kept)
    archive.write(document(kept, stored))
    assert not kept.drop(stored._replace(version=2)), "another version"
    assert not kept.drop(stored._replace(tag="00000000")), "another past"
    assert not kept.drop(stored._replace(rematch=new_game_id())), "another rematch"
    assert kept.claim_rematch(stored.id, new_game_id())
    assert not kept.drop(stored), "a rematch that the document does not know"
    again = kept.read_live(stored.id)
    assert again is not None
    assert kept.drop(again)
    assert not kept.drop(again), "it is gone"


def test_a_game_whose_effects_are_owed_stays(kept: GameStore, archive: Archive) -> None:
    first = creation(effects=True, over=True)
    kept.commit(first)
    stored = kept.read_live(first.game_id)
    assert stored is not None
    archive.write(document(kept, stored))
    assert not kept.drop(stored)
    assert kept.effects_done(stored.id, 0, 1) == 1
    assert kept.drop(stored)


def test_nothing_changes_an_archived_game(kept: GameStore, archive: Archive) -> None:
    first = creation(over=True)
    kept.commit(first)
    stored = kept.read_live(first.game_id)
    assert stored is not None
    archive.write(document(kept, stored))
    assert kept.drop(stored)
    with pytest.raises(GameArchived):
        kept.commit(following(first))
    assert kept.claim_rematch(stored.id, new_game_id()) == ""
    assert kept.start_attempt(stored.id, 1) == 0
    assert kept.read(stored.id) == stored
    with pytest.raises(NotFound) as refused:
        kept.commit(following(creation()))
    assert not isinstance(refused.value, GameArchived)


def test_after_its_time_it_is_gone(kept: GameStore, archive: Archive, days: Days) -> None:
    stored = moved(kept, archive)
    days.now += KEPT_MS - 1
    assert kept.read(stored.id) == stored
    days.now += 1
    for ask in (kept.read, kept.log, kept.read_archived):
        with pytest.raises(GameGone):
            ask(stored.id)
    assert kept.read_each([stored.id]) == [None]


def test_a_tombstone_says_as_much(kept: GameStore, archive: Archive, folder: Path) -> None:
    stored = moved(kept, archive)
    archive.write(Tombstone(stored.id, False, 0))
    with pytest.raises(GameGone):
        kept.read(stored.id)
    assert file_of(folder, stored.id).stat().st_size < 200
    assert list(archive.games()) == [stored.id]


def test_of_a_private_game_nobody_is_told(kept: GameStore, archive: Archive, days: Days) -> None:
    stored = moved(kept, archive, private=True)
    assert kept.read(stored.id) == stored
    days.now += KEPT_MS
    assert kept.read(stored.id) is None


def test_ids_that_cannot_be_any_are_not_looked_up(kept: GameStore, archive: Archive) -> None:
    for text in ("", "nonsense", "../../etc/passwd", "g17/../../x", "g17" + "x" * 21, "g17" + "x" * 19 + "/"):
        assert kept.read(text) is None
        assert kept.log(text) == []
    assert archive.page("../x", None, 5) == []


def test_unknown_games_are_unknown(kept: GameStore, archive: Archive) -> None:
    assert kept.read(new_game_id()) is None, "before there is any archive"
    moved(kept, archive)
    assert kept.read(new_game_id()) is None


def test_a_players_list_has_pages(archive: Archive) -> None:
    player, other = new_player_id(), new_player_id()
    start = 1_790_000_000_000
    games = [(start + number * 5 * DAY_MS, new_game_id()) for number in range(20)]
    for at, game_id in games:
        archive.enlist(player, at, game_id)
        archive.enlist(player, at, game_id)
    archive.enlist(other, start, games[0][1])
    found: list[tuple[int, str]] = []
    while page := archive.page(player, found[-1] if found else None, 3):
        assert len(page) <= 3
        found += [entry.place for entry in page]
    assert found == games[::-1]
    assert [entry.place for entry in archive.page(other, None, 9)] == [games[0]]
    archive.delist(player, *games[3])
    archive.delist(player, *games[3])
    assert len(archive.page(player, None, 50)) == 19
    assert archive.page(new_player_id(), None, 3) == []


def test_a_process_remembers_what_it_read(kept: GameStore, archive: Archive, folder: Path) -> None:
    stored = moved(kept, archive)
    assert kept.read(stored.id) == stored
    file_of(folder, stored.id).write_bytes(b"")
    assert kept.read(stored.id) == stored
    with pytest.raises(ArchiveDamaged):
        archive.read_afresh(stored.id)
    archive.write(Tombstone(stored.id, True, 0))
    assert kept.read(stored.id) is None, "not past its own writing"


def test_the_mark_stands_at_the_root(kept: GameStore, archive: Archive, folder: Path) -> None:
    moved(kept, archive)
    assert {each.name for each in folder.iterdir()} == {MARK, "games"}


def test_a_game_in_the_store_comes_first(kept: GameStore, archive: Archive) -> None:
    """A store that was set back has the game again; what it says counts."""
    first = creation(over=True)
    kept.commit(first)
    stored = kept.read_live(first.game_id)
    assert stored is not None
    archive.write(document(kept, stored._replace(blob=b"\x01other")))
    assert kept.read(stored.id) == stored
    with pytest.raises(Conflict):
        kept.commit(first._replace(request=first.request._replace(id="again")))


def test_an_object_store_serves_as_well(client: Client) -> None:
    """Any file system of fsspec: here the one in memory."""
    archive = Archive(client, f"memory://{new_game_id()}", KEPT_MS)
    games = GameStore(client, archive)
    stored = over(games)
    archive.write(document(games, stored, archive._clock()))
    player = new_player_id()
    archive.enlist(player, stored.created_at, stored.id)
    assert games.drop(stored)
    assert games.read(stored.id) == stored
    assert [entry.game_id for entry in archive.page(player, None, 5)] == [stored.id]
    assert list(archive.games()) == [stored.id]
