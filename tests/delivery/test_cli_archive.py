"""`splendor archive`: by hand what else happens by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.config import read_settings
from service.services import Services, connect
from service.store.archive import Archive
from tests.hosting.ended import expire_life, finished_game
from tests.hosting.hosts import NotedJobs, store_client
from tests.hosting.tables import new_game


def archive(*words: str) -> Result:
    return CliRunner().invoke(main, ["archive", *words])


def counts(*words: str) -> dict[str, int]:
    """What the command counts, by the last word of each line."""
    result = archive(*words)
    assert result.exit_code == 0, result.output
    return {line.split()[-1]: int(line.split()[0]) for line in result.stdout.splitlines()}


@pytest.fixture
def host(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """What the processes of an installation have, its data folder empty."""
    monkeypatch.setenv("SPLENDOR_REDIS_URL", redis_url)
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(tmp_path))
    host = connect(read_settings())
    object.__setattr__(host, "queues", NotedJobs())
    yield host
    host.waiters.close()


def test_by_default_those_whose_time_has_come(host: Services, tmp_path: Path) -> None:
    old, young, running = finished_game(host), finished_game(host), new_game(host)
    expire_life(host, old.game.id, host.lifetimes.finished_ms)
    assert counts() == {"archive": 1, "now": 1, "ended": 1, "tombstones": 0}
    assert [path.name for path in (tmp_path / "archive").rglob("g*.gz")] == [f"{old.game.id}.json.gz"]
    assert counts("--older-than", "0") == {"archive": 1, "now": 0, "ended": 1, "tombstones": 0}
    assert host.games.read_live(young.game.id) is None
    assert host.games.read_live(running.game.id) is not None


def test_all_that_is_over(host: Services) -> None:
    for _ in range(3):
        finished_game(host)
    assert counts("--all-finished")["archive"] == 3
    assert counts("--all-finished")["archive"] == 0


def test_what_was_kept_for_long_enough_goes(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished_game(host)
    counts("--all-finished")
    assert counts("--prune") == {"archive": 0, "now": 0, "ended": 0, "tombstones": 0}
    monkeypatch.setattr(Archive, "is_past", lambda *_: True)
    assert counts("--prune")["tombstones"] == 1
    assert host.archive.page(table.player_id, None, 5) == []


def test_files_that_cannot_be_used_are_named(host: Services, tmp_path: Path) -> None:
    table = finished_game(host)
    counts("--all-finished")
    (file,) = (tmp_path / "archive").rglob("g*.gz")
    file.write_bytes(b"nothing")
    result = archive("--prune")
    assert result.exit_code == 1
    assert table.game.id in result.stderr


def test_an_archive_that_is_away_is_told_in_one_line(host: Services, tmp_path: Path) -> None:
    finished_game(host)
    counts("--all-finished")
    finished_game(host)
    (tmp_path / "archive").rename(tmp_path / "elsewhere")
    result = archive("--all-finished")
    assert result.exit_code == 1
    assert "archive" in result.stderr.splitlines()[-1]
    assert len(store_client(host).call("KEYS", "game:*")) == 1, "the game has stayed where it was"
