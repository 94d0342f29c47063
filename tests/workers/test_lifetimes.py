"""The job that looks whether a game still lives, as a worker runs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.services import Services
from service.store.due import DueSet
from tests.hosting.ended import finished_game
from tests.hosting.hosts import host_on, store_client
from workers import context, lifetimes


@pytest.fixture
def host(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    host = host_on(redis_url, archive=str(tmp_path / "archive"))
    monkeypatch.setattr(context, "host", lambda: host)
    yield host
    host.waiters.close()


def test_a_game_that_is_over_goes_to_the_archive(host: Services, tmp_path: Path) -> None:
    table = finished_game(host)
    lifetimes.end(table.game.id, table.stored.version, 1)
    assert host.games.read_live(table.game.id) is None
    lifetimes.end(table.game.id, table.stored.version, 1)
    assert len(list(tmp_path.rglob("g*.gz"))) == 1


def test_while_the_archive_is_away_the_game_waits_for_the_next_try(
    host: Services, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first, table = finished_game(host), finished_game(host)
    lifetimes.end(first.game.id, first.stored.version, 1)
    folder = tmp_path / "archive"
    folder.rename(tmp_path / "away")
    lifetimes.end(table.game.id, table.stored.version, 1)
    assert "could not be archived" in caplog.text
    client, key = store_client(host), f"life:{{b{table.game.id[1:3]}}}"
    client.call("ZADD", key, "XX", 1, table.game.id)  # its lease is over
    assert [entry.game_id for entry in DueSet(client).find_lifetimes()] == [table.game.id]
    (tmp_path / "away").rename(folder)
    lifetimes.end(table.game.id, table.stored.version, 1)
    assert host.games.read_live(table.game.id) is None
    assert DueSet(client).find_lifetimes() == []
