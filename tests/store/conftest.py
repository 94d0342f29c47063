"""The store's fixtures. `server`, and what is built on it, comes in three kinds: each test runs on all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.archive import Archive
from service.store.client import Client, connect
from service.store.due import DueSet
from service.store.games import GameStore
from service.store.players import PlayerStore
from tests.conftest import start_or_skip
from tests.servers import KINDS, Kind, Server
from tests.store.archives import KEPT_MS, Days


@pytest.fixture(scope="session", params=KINDS)
def any_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with start_or_skip(request.param) as server:
        yield server


@pytest.fixture
def server(any_server: Server) -> Server:
    """An empty server of each kind."""
    any_server.flush()
    return any_server


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    client = connect(server.url)
    yield client
    client.close()


@pytest.fixture
def games(client: Client) -> GameStore:
    return GameStore(client)


@pytest.fixture
def players(client: Client) -> PlayerStore:
    return PlayerStore(client)


@pytest.fixture
def due(client: Client) -> DueSet:
    return DueSet(client)


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the archive is; it is not there before the first game."""
    return tmp_path / "archive"


@pytest.fixture
def archive(client: Client, folder: Path, days: Days) -> Archive:
    return Archive(client, str(folder), KEPT_MS, days)


@pytest.fixture
def kept(client: Client, archive: Archive) -> GameStore:
    """Games of a store that has an archive."""
    return GameStore(client, archive)


@pytest.fixture(params=["valkey", "redis"])
def own_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server for one test alone, which may break it; it keeps an append-only file.

    A cluster is slow to start (two seconds before it takes writes): where it is wanted too, the test says so.
    """
    kind: Kind = request.param
    with start_or_skip(kind, "--appendonly", "yes", "--appendfsync", "everysec") as server:
        yield server
