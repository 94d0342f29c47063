"""A worker as a process: it comes back from every outage of its server by itself, and goes when it is asked to."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from rq.job import Job

from service.jobs import AI, AI_QUICK, QUEUE_NAMES, QUICK_AI_MOVE
from service.queue import Queues
from service.store.keys import new_game_id
from splendor.ai import PLAYERS
from tests.hosting.hosts import host_on
from tests.races.odd_players import NOTES, ODD
from tests.races.programs import Program
from tests.races.tables import new_game
from tests.servers import Server, wait_until
from workers.main import HEARTBEAT, Worker

GOES_S = 6.0
"""A worker that has loaded the compiled code takes a moment to let go of it: a third of a second of a core."""
LARGEST_MB = 400
"""Docs/operations.md says 250; with what is compiled in the same process it would be half as much again."""
BACK_S = 8.0
"""A worker finds a dead connection out in four seconds at most, and tries again every second."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server("valkey") as server:
        yield server


@pytest.fixture(autouse=True)
def _ready(compiled: None) -> None:
    """For a worker that computes moves."""


@pytest.fixture
def worker(server: Server, tmp_path: Path) -> Iterator[Program]:
    """A worker that has the odd AI players too."""
    env = {"SPLENDOR_REDIS_URL": server.url, "SPLENDOR_LOG_LEVEL": "warning", NOTES: str(tmp_path / "notes")}
    program = Program([sys.executable, "-m", "tests.races.odd_worker"], env, tmp_path / "log")
    wait_until(Queues(server.url).workers, 40, "the worker is ready")
    yield program
    program.kill()


def works(server: Server, worker: Program) -> None:
    """A job is enqueued, and done soon: nothing is left of it."""
    queues, game_id = Queues(server.url), new_game_id()
    queues.enqueue_ai(game_id, 1, 1)
    key = Job.key_for(QUICK_AI_MOVE.job_id(game_id, 1, 1))
    wait_until(lambda: not queues._connection.exists(key), BACK_S, f"the worker works: {worker.said[-2000:]}")
    assert worker.running


def misses_it(worker: Program) -> bool:
    """Whether the worker has noticed that the server is away, between two jobs or in the middle of one."""
    return "could not connect" in worker.said or "the queue server failed" in worker.said


def ponder(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Has the worker think about a move, for half a second; the id of the game."""
    monkeypatch.setitem(PLAYERS, "pondering", ODD["pondering"])
    host = host_on(server.url)
    game_id = new_game(host, "pondering", "pondering").id
    Queues(server.url).enqueue_ai(game_id, 1, 1)
    wait_until((tmp_path / "notes").exists, 20)
    return game_id


@pytest.mark.parametrize("queue", [AI, AI_QUICK])
def test_ready_for_moves_it_is_not_large(server: Server, tmp_path: Path, queue: str) -> None:
    """It has loaded compiled code and no more: what a compiler takes would never be given back."""
    env = {"SPLENDOR_REDIS_URL": server.url}
    worker = Program([sys.executable, "-m", "service.cli", "worker", queue], env, tmp_path / "log")
    wait_until(Queues(server.url).workers, 40, "the worker is ready")
    assert 50 < worker.resident_mb < LARGEST_MB
    worker.kill()


def test_it_waits_for_a_server_that_comes_later(server: Server, tmp_path: Path) -> None:
    server.kill()
    env = {"SPLENDOR_REDIS_URL": server.url}
    worker = Program([sys.executable, "-m", "service.cli", "worker"], env, tmp_path / "log")
    wait_until(lambda: "the queue server failed" in worker.said, 20)
    server.start()
    works(server, worker)
    worker.kill()


def test_it_comes_back_when_the_server_does(server: Server, worker: Program) -> None:
    works(server, worker)
    for _ in range(2):
        server.kill()
        server.start()
        works(server, worker)


def test_it_comes_back_when_the_server_died_in_the_middle_of_a_job(
    server: Server, worker: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ponder(server, tmp_path, monkeypatch)
    server.kill()
    wait_until(lambda: misses_it(worker))
    server.start()
    works(server, worker)


def test_it_comes_back_when_the_server_takes_writes_again(server: Server, worker: Program) -> None:
    works(server, worker)
    server.set(maxmemory=1)
    wait_until(lambda: "used memory" in worker.said)
    server.set(maxmemory=0)
    works(server, worker)


def test_idle_it_goes_at_once(server: Server, worker: Program) -> None:
    works(server, worker)
    assert worker.stop(within=GOES_S) == 0


def test_c03_it_finishes_its_job_before_it_goes(
    server: Server, worker: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C03: also when it is told twice, as a supervisor and a terminal may do together."""
    game_id = ponder(server, tmp_path, monkeypatch)
    worker.signal(signal.SIGTERM)
    assert worker.stop(within=GOES_S) == 0
    queues = Queues(server.url)
    assert queues._queue(AI_QUICK).job_ids == [QUICK_AI_MOVE.job_id(game_id, 1, 2)], (
        "this try failed, and asked for the next"
    )
    assert not queues._connection.exists(Job.key_for(QUICK_AI_MOVE.job_id(game_id, 1, 1)))
    assert queues.workers() == []


def test_it_goes_though_the_server_is_away(server: Server, worker: Program) -> None:
    works(server, worker)
    server.kill()
    wait_until(lambda: misses_it(worker))
    assert worker.stop(within=GOES_S) == 0


def test_server_that_lost_everything_learns_who_is_there(server: Server) -> None:
    with Redis.from_url(server.url) as connection:
        worker = Worker(list(QUEUE_NAMES), connection=connection, serializer="json", worker_ttl=17)
        worker.register_birth()
        server.flush()
        assert Queues(server.url).workers() == []
        worker.run_maintenance_tasks()
        assert [known.queues for known in Queues(server.url).workers()] == [QUEUE_NAMES]


def test_heartbeat_costs_nothing_while_the_last_one_is_fresh(server: Server) -> None:
    with Redis.from_url(server.url) as connection:
        worker = Worker(list(QUEUE_NAMES), connection=connection, serializer="json", worker_ttl=17)
        worker.register_birth()
        connection.hset(worker.key, "last_heartbeat", "the one before")
        worker.heartbeat()
        assert connection.hget(worker.key, "last_heartbeat") == b"the one before"
        assert worker.last_heartbeat is not None
        worker.last_heartbeat -= 2 * HEARTBEAT
        worker.heartbeat()
        assert connection.hget(worker.key, "last_heartbeat") != b"the one before"
