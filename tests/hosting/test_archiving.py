"""Archiving a game: each step may be the last one of a process, and any number may be at it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from service.hosting.advancing import advance
from service.hosting.archive_all import Tally, archive_all, prune_all
from service.hosting.archiving import archive_game, prune
from service.hosting.changes import Erased
from service.hosting.committing import commit, own_request
from service.hosting.delete_player import delete_player, depart
from service.hosting.erase_archived import erase_archived
from service.hosting.history import history as replay
from service.hosting.listing import own_games, public_games
from service.hosting.reading import load_table
from service.services import Services
from service.store.archive import Archive, Archived
from service.store.departures import Departure
from service.store.errors import ArchiveUnavailable, GameGone
from service.store.games import GameStore
from service.store.indexes import IndexStore
from tests.hosting.ended import expire_life, finished_game
from tests.hosting.hosts import host_on, jobs_of, store_client
from tests.hosting.tables import ME, RANDOM, again, new_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


@pytest.fixture
def host(redis_url: str, folder: Path) -> Iterator[Services]:
    host = host_on(redis_url, archive=str(folder))
    yield host
    host.waiters.close()


def keys(host: Services) -> set[str]:
    found = {key for keys in store_client(host).scan("*") for key in keys}
    return {key for key in found if key.startswith(("game:", "log:", "req:", "due:", "life:", "list:", "listed:"))}


def test_memory_is_as_it_was(host: Services) -> None:
    before = keys(host)
    client = store_client(host)
    tables = [finished_game(host) for _ in range(5)]
    assert keys(host) > before
    assert all(client.call("MEMORY", "USAGE", f"log:{{b{t.game.id[1:3]}}}:{t.game.id}") for t in tables)
    assert all(archive_game(host, table.game.id) for table in tables)
    assert keys(host) == before
    assert public_games(host, "", None, 50).tables == []


def test_lists_of_players_go_on(host: Services) -> None:
    table = finished_game(host)
    archive_game(host, table.game.id)
    for seat in table.game.seats:
        page = own_games(host, seat.player_id, None, 5)
        assert [one.game.id for one in page.tables] == [table.game.id]


def test_a_game_that_goes_on_stays(host: Services) -> None:
    table = new_game(host)
    assert not archive_game(host, table.game.id)
    assert host.games.read_live(table.game.id) is not None
    assert host.archive.read_afresh(table.game.id) is None


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize(
    ("owner", "name"),
    [(Archive, "write"), (Archive, "enlist"), (IndexStore, "remove"), (GameStore, "drop")],
    ids=lambda each: each if isinstance(each, str) else each.__name__,
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_any_step(host: Services, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, when: str) -> None:
    """The game is always to be had, as it was, and the next one to come finishes it."""
    table = finished_game(host)
    step: Callable[..., object] = getattr(owner, name)

    def die(*arguments: object) -> None:
        if when == "after":
            step(*arguments)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, die)
        with pytest.raises(Killed):
            archive_game(host, table.game.id)
    assert again(host, table).game == table.game
    assert again(host, table).view() == table.view()
    assert archive_game(host, table.game.id) == ((name, when) != ("drop", "after"))
    assert again(host, table).game == table.game
    assert host.games.read_live(table.game.id) is None
    assert [one.game.id for one in own_games(host, table.player_id, None, 5).tables] == [table.game.id]


def test_any_number_may_archive_the_same_games(host: Services, redis_url: str, folder: Path) -> None:
    hosts = [host, host_on(redis_url, archive=str(folder))]
    tables = [finished_game(host) for _ in range(15)]
    with ThreadPoolExecutor(4) as pool:
        done = list(
            pool.map(lambda job: archive_game(*job), [(each, table.game.id) for table in tables for each in hosts * 2])
        )
    assert sum(done) == len(tables), "each game was taken out of the store once"
    for table in tables:
        assert again(host, table).game == table.game
    hosts[1].waiters.close()


def test_an_erased_name_does_not_come_back(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """B24: who is late with what was there before does not write over what has been archived since."""
    table = finished_game(host)
    entries = host.games.log(table.game.id)
    commit(
        host,
        table.stored,
        advance(table.game, Erased((0,), creator=True, placeholder="deleted-player-1")),
        "free",
        own_request(),
    )
    erased = load_table(host, table.game.id, "").game
    assert erased != table.game
    assert archive_game(host, table.game.id)
    monkeypatch.setattr(GameStore, "read_live", lambda *_: table.stored)
    monkeypatch.setattr(GameStore, "log", lambda *_: entries)
    assert not archive_game(host, table.game.id)
    monkeypatch.undo()
    assert load_table(host, table.game.id, "").game == erased


def test_while_another_is_at_the_game_nothing_is_written(host: Services) -> None:
    """B24: an old document written late would bring back what has been erased."""
    table = finished_game(host)
    with host.archive.alone(table.game.id):
        assert not archive_game(host, table.game.id)
        assert host.archive.read_afresh(table.game.id) is None
    assert host.games.read_live(table.game.id) == table.stored
    assert archive_game(host, table.game.id)


def test_a_deletion_waits_for_an_archive_that_is_away(host: Services, folder: Path) -> None:
    """B24: an empty place where the archive should be is not taken for a player without games."""
    table = finished_game(host)
    player_id = table.game.seats[0].player_id
    assert archive_game(host, table.game.id)
    folder.rename(folder.with_name("away"))
    host.players.mark_deleted(player_id)
    host.departures.add(player_id)
    with pytest.raises(ArchiveUnavailable):
        depart(host, player_id, "")
    assert host.departures.find() == [Departure(player_id)]
    folder.with_name("away").rename(folder)
    depart(host, player_id, "")
    assert host.departures.find() == []
    assert load_table(host, table.game.id, "").game.seats[0].player_id == "deleted-player-1"


def test_without_the_archive_the_store_keeps_it(host: Services, folder: Path) -> None:
    first, table = finished_game(host), finished_game(host)
    archive_game(host, first.game.id)
    folder.rename(folder.with_name("away"))
    with pytest.raises(ArchiveUnavailable):
        archive_game(host, table.game.id)
    assert host.games.read_live(table.game.id) == table.stored
    folder.with_name("away").rename(folder)
    assert archive_game(host, table.game.id)


def test_effects_that_are_owed_come_first(host: Services) -> None:
    table = finished_game(host)
    client = store_client(host)
    client.call("HSET", f"game:{{b{table.game.id[1:3]}}}:{table.game.id}", "effects_done", 1)
    assert archive_game(host, table.game.id)
    assert jobs_of(host) == []


def test_by_hand_all_that_is_over_or_only_what_is_old(host: Services) -> None:
    old, young, running = finished_game(host), finished_game(host), new_game(host, ME, RANDOM)
    expire_life(host, old.game.id, 3_600_000)
    tally = Tally()
    archive_all(host, set(host.games.ids()), 3_600_000, tally)
    assert tally == Tally(archived=1, waiting=1, going_on=1)
    archive_all(host, set(host.games.ids()), 0, tally)
    assert tally == Tally(archived=2, waiting=1, going_on=2)
    assert host.games.read_live(running.game.id) is not None
    assert again(host, young).game == young.game


def test_pruning_leaves_a_tombstone(host: Services, folder: Path) -> None:
    table, broken = finished_game(host), finished_game(host)
    for one in (table, broken):
        archive_game(host, one.game.id)
    assert not prune(host, table.game.id), "its time is not over"
    later = Archive(store_client(host), str(folder), kept_ms=0)
    host = replace(host, archive=later, games=GameStore(store_client(host), later))
    (file,) = folder.rglob(f"{broken.game.id}*.gz")
    file.write_bytes(b"")
    tally, told = Tally(), list[str]()
    prune_all(host, tally, told.append)
    assert (tally, told) == (Tally(pruned=1, unreadable=1), [broken.game.id])
    assert not isinstance(later.read_afresh(table.game.id), Archived)
    with pytest.raises(GameGone):
        again(host, table)
    assert later.page(table.player_id, None, 5) == []
    assert not prune(host, table.game.id), "once"


def test_a_deleted_player_is_erased_from_the_archive(host: Services) -> None:
    """B24: name and id go from state and log alike, and the log still leads to the state."""
    table = finished_game(host)
    archive_game(host, table.game.id)
    gone, stays = (table.game.seats[number].player_id for number in (0, 1))
    before = again(host, table)
    delete_player(host, gone)
    depart(host, gone, "")
    erased = load_table(host, table.game.id, stays)
    document = host.archive.read_afresh(table.game.id)
    assert isinstance(document, Archived)
    assert document.is_whole
    assert gone not in repr(document)
    assert erased.stored.version == before.stored.version + 1
    assert replay(host, erased.game, erased.stored)[-1].step.after == erased.game
    assert own_games(host, gone, None, 5).tables == []
    assert [one.game.id for one in own_games(host, stays, None, 5).tables] == [table.game.id]
    assert not erase_archived(host, table.game.id, gone), "once"


def test_one_process_at_a_time_changes_a_file(host: Services) -> None:
    table = finished_game(host)
    archive_game(host, table.game.id)
    with host.archive.alone(table.game.id), pytest.raises(ArchiveUnavailable):
        erase_archived(host, table.game.id, table.player_id)
    assert erase_archived(host, table.game.id, table.player_id)
