"""Sites for the tests, one that all may share as long as they leave it sound and others to break, and odd players' notes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor.ai import PLAYERS
from tests.races.callers import Line
from tests.races.odd_players import NOTES, ODD
from tests.races.stand import Stand


@pytest.fixture(scope="session", autouse=True)
def _ready(compiled: None) -> None:
    """For workers that compute moves."""


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with Stand(tmp_path_factory.mktemp("site")) as stand:
        stand.api()
        stand.api()
        stand.crew()
        yield stand.wait(workers=2, tickers=1)


@pytest.fixture
def site(shared_site: Stand) -> Stand:
    """Two API processes, a worker for AI moves, one for clocks and upkeep, a ticker; all of them run."""
    crew = [shared_site.ai, shared_site.clock, shared_site.tick, *(api.program for api in shared_site.apis)]
    assert all(program.running for program in crew), "the test before has left it broken"
    return shared_site


@pytest.fixture
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """A store alone, for a test that starts what it needs."""
    with Stand(tmp_path_factory.mktemp("stand")) as stand:
        yield stand


@pytest.fixture
def lines(site: Stand) -> Iterator[list[Line]]:
    """A connection to each API of the shared site."""
    lines = site.lines()
    yield lines
    for line in lines:
        line.close()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """A store with a ticker and a worker for upkeep; workers for moves and for what is sent out are the tests' own."""
    with Stand(tmp_path_factory.mktemp("desk")) as stand:
        stand.ticker()
        stand.worker("upkeep", "clock")
        yield stand.wait(workers=1, tickers=1)


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the odd players note what they were asked; this process knows them too."""
    path = tmp_path / "notes"
    path.touch()
    monkeypatch.setenv(NOTES, str(path))
    for name, player in ODD.items():
        monkeypatch.setitem(PLAYERS, name, player)
    return path
