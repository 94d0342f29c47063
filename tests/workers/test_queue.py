"""The job queues, on the embedded Valkey."""

import sys
import time
from collections.abc import Iterator
from types import ModuleType

import pytest
from redis import Redis
from rq import Queue, SimpleWorker
from rq.job import Job

from service.jobs import AI, AI_QUICK, CLOCK, QUEUE_NAMES, served
from service.queue import Queues, QueueUnavailable, WorkerReport
from tests.servers import Server, free_port, wait_until

GAME = "g17AAAAAAAAAAAAAAAAAAA-_"
FUNCTIONS = {
    "workers.ai_moves": ("play", "play_quickly"),
    "workers.timeouts": ("flag",),
    "workers.effects": ("run",),
}


@pytest.fixture
def queues(redis_url: str) -> Queues:
    return Queues(redis_url)


@pytest.fixture
def connection(redis_url: str) -> Iterator[Redis]:
    with Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[object]]]:
    """What workers in this process call, in place of the real jobs."""
    seen: list[tuple[str, list[object]]] = []
    for name, functions in FUNCTIONS.items():
        module = ModuleType(name)
        for function in functions:
            module.__dict__[function] = lambda *args, called=f"{name}.{function}": seen.append((called, list(args)))
        monkeypatch.setitem(sys.modules, name, module)
    return seen


def work(connection: Redis, *names: str) -> None:
    """Does all jobs that wait."""
    queues = [Queue(name, connection=connection, serializer="json") for name in names or QUEUE_NAMES]
    SimpleWorker(queues, connection=connection, serializer="json").work(burst=True, logging_level="ERROR")


def waiting(connection: Redis, name: str) -> list[str]:
    return Queue(name, connection=connection).job_ids


def test_every_job_carries_ids_alone_and_has_its_queue(queues: Queues, connection: Redis, calls: list[object]) -> None:
    queues.enqueue_ai(GAME, 7, 1)
    queues.enqueue_ai(GAME, 6, 3, quick=False)
    queues.enqueue_ai(GAME, 5, 2, paired=True)
    queues.enqueue_ai(GAME, 4, 1, quick=False, paired=True)
    queues.enqueue_timeout(GAME, 8, 2)
    queues.enqueue_effects(GAME, 9)
    assert waiting(connection, "ai_quick") == [f"quick-{GAME}-v7-a1"]
    assert waiting(connection, "ai") == [f"ai-{GAME}-v6-a3"]
    assert waiting(connection, "ai_quick_ladders") == [f"ladder-quick-{GAME}-v5-a2"]
    assert waiting(connection, "ai_ladders") == [f"ladder-ai-{GAME}-v4-a1"]
    assert waiting(connection, "clock") == [f"timeout-{GAME}-v8-a2"]
    assert waiting(connection, "upkeep") == [f"effects-{GAME}-v9-a1"]
    work(connection)
    assert calls == [
        ("workers.ai_moves.play_quickly", [GAME, 7, 1]),
        ("workers.ai_moves.play", [GAME, 6, 3]),
        ("workers.timeouts.flag", [GAME, 8, 2]),
        ("workers.effects.run", [GAME, 9, 1]),
        ("workers.ai_moves.play", [GAME, 4, 1]),
        ("workers.ai_moves.play_quickly", [GAME, 5, 2]),
    ]


@pytest.mark.parametrize(
    ("told", "does"),
    [
        ([], list(QUEUE_NAMES)),
        (["ai", "ai_quick"], ["ai", "ai_quick", "ai_ladders", "ai_quick_ladders"]),
        (["ai_quick"], ["ai_quick", "ai_quick_ladders"]),
        (["ai_quick_ladders", "clock", "ai_quick"], ["ai_quick_ladders", "clock", "ai_quick"]),
        (["clock", "ladders", "upkeep"], ["clock", "ladders", "upkeep"]),
    ],
)
def test_who_plays_moves_plays_those_of_ladders_last(told: list[str], does: list[str]) -> None:
    assert served(told) == does


@pytest.mark.parametrize("quick", [True, False])
def test_nobody_waits_for_a_ladder_that_is_busy(
    queues: Queues, connection: Redis, calls: list[tuple[str, list[object]]], quick: bool
) -> None:
    for version in range(1, 6):
        queues.enqueue_ai(GAME, version, 1, quick=quick, paired=True)
    queues.enqueue_ai(GAME, 6, 1, quick=quick)
    work(connection, *served(["ai", "ai_quick"]))
    assert [arguments for _, arguments in calls] == [[GAME, version, 1] for version in (6, 1, 2, 3, 4, 5)]


def test_job_that_was_done_leaves_nothing(queues: Queues, connection: Redis, calls: list[object]) -> None:
    queues.enqueue_ai(GAME, 7, 1)
    key = Job.key_for(f"quick-{GAME}-v7-a1")
    assert 0 < connection.ttl(key) <= 86_400
    work(connection)
    assert calls
    assert not connection.exists(key)
    assert connection.zcard("rq:finished:ai_quick") == 0


def test_job_that_failed_goes_after_a_while(
    queues: Queues, connection: Redis, calls: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("not today")

    monkeypatch.setattr(sys.modules["workers.ai_moves"], "play_quickly", fail)
    queues.enqueue_ai(GAME, 7, 1)
    work(connection)
    assert 0 < connection.ttl(Job.key_for(f"quick-{GAME}-v7-a1")) <= 600


def test_c11_same_game_other_version_is_another_job(queues: Queues, connection: Redis, calls: list[object]) -> None:
    queues.enqueue_timeout(GAME, 7)
    queues.enqueue_timeout(GAME, 8)
    work(connection)
    assert calls == [("workers.timeouts.flag", [GAME, 7, 1]), ("workers.timeouts.flag", [GAME, 8, 1])]


def test_c11_same_job_twice_runs_and_nothing_is_left(queues: Queues, connection: Redis, calls: list[object]) -> None:
    for _ in range(3):
        queues.enqueue_ai(GAME, 7, 1)
    work(connection)
    assert calls
    assert set(map(str, calls)) == {str(("workers.ai_moves.play_quickly", [GAME, 7, 1]))}
    assert waiting(connection, "ai_quick") == []


def test_c11_failed_job_does_not_keep_a_new_one_out(
    queues: Queues, connection: Redis, calls: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["workers.ai_moves"]
    with monkeypatch.context() as patch:
        patch.setattr(module, "play_quickly", None)
        queues.enqueue_ai(GAME, 7, 1)
        work(connection)
    assert connection.exists(Job.key_for(f"quick-{GAME}-v7-a1"))
    queues.enqueue_ai(GAME, 7, 1)
    work(connection)
    assert calls == [("workers.ai_moves.play_quickly", [GAME, 7, 1])]


def test_jobs_are_done_in_the_order_in_which_they_came(queues: Queues, connection: Redis) -> None:
    for version in (20, 3, 21):
        queues.enqueue_ai(GAME, version, 1)
    assert waiting(connection, "ai_quick") == [f"quick-{GAME}-v{version}-a1" for version in (20, 3, 21)]


def test_ai_job_waits_until_a_worker_took_it(queues: Queues, connection: Redis, calls: list[object]) -> None:
    assert not queues.ai_job_waiting(GAME, 7, 1)
    queues.enqueue_ai(GAME, 7, 2)
    assert not queues.ai_job_waiting(GAME, 7, 1)
    assert queues.ai_job_waiting(GAME, 7, 2)
    assert queues.ai_job_waiting(GAME, 7, 3)
    assert not queues.ai_job_waiting(GAME, 8, 3)
    work(connection)
    assert not queues.ai_job_waiting(GAME, 7, 3)


@pytest.mark.parametrize(
    "kind", [{"quick": quick, "paired": paired} for quick in (True, False) for paired in (True, False)]
)
def test_ai_job_waits_in_any_queue(
    queues: Queues, connection: Redis, calls: list[object], kind: dict[str, bool]
) -> None:
    """Who asks does not know of which kind the player and the game are."""
    queues.enqueue_ai(GAME, 7, 2, **kind)
    assert not queues.ai_job_waiting(GAME, 7, 1)
    assert queues.ai_job_waiting(GAME, 7, 2)
    work(connection, CLOCK)
    assert queues.ai_job_waiting(GAME, 7, 2)
    work(connection)
    assert not queues.ai_job_waiting(GAME, 7, 2)


def test_quick_job_that_hands_over_takes_the_other_one_not_along(
    queues: Queues, connection: Redis, calls: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """RQ drops a finished job by its id: the one that it has asked for has another."""
    monkeypatch.setattr(
        sys.modules["workers.ai_moves"], "play_quickly", lambda *ids: queues.enqueue_ai(*ids, quick=False)
    )
    queues.enqueue_ai(GAME, 7, 1)
    work(connection, AI_QUICK)
    assert calls == []
    work(connection, AI)
    assert calls == [("workers.ai_moves.play", [GAME, 7, 1])]


def test_ai_job_of_an_emptied_queue_does_not_wait(queues: Queues, connection: Redis) -> None:
    """What is left of it is a key of its own, which must not keep the game from going on."""
    queues.enqueue_ai(GAME, 7, 1)
    connection.delete("rq:queue:ai_quick")
    assert connection.exists(Job.key_for(f"quick-{GAME}-v7-a1"))
    assert not queues.ai_job_waiting(GAME, 7, 1)


def test_ai_job_that_a_dead_worker_took_does_not_wait(queues: Queues, connection: Redis) -> None:
    queues.enqueue_ai(GAME, 7, 1)
    taken = Queue.dequeue_any(
        [Queue(AI_QUICK, connection=connection, serializer="json")], None, connection, serializer="json"
    )
    assert taken is not None
    assert not queues.ai_job_waiting(GAME, 7, 1)


def test_reports_name_every_queue(queues: Queues, connection: Redis) -> None:
    assert [(report.name, report.waiting, report.oldest_ms) for report in queues.queues()] == [
        ("ladders", 0, 0),
        ("ai_quick", 0, 0),
        ("ai", 0, 0),
        ("clock", 0, 0),
        ("upkeep", 0, 0),
        ("outbound", 0, 0),
        ("ai_ladders", 0, 0),
        ("ai_quick_ladders", 0, 0),
    ]
    for version in range(30):
        queues.enqueue_effects(GAME, version)
    connection.hset(Job.key_for(f"effects-{GAME}-v0-a1"), "enqueued_at", "2026-01-01T00:00:00.000000Z")
    report = queues.queues()[4]
    assert report.waiting == 30
    assert report.oldest_ms > 86_400_000


def test_it_is_known_how_late_calls_are(queues: Queues, connection: Redis) -> None:
    queues.enqueue_effects(GAME, 1)
    assert queues.outbound_late_ms() == 0
    queues.enqueue_callback(GAME)
    (job_id,) = waiting(connection, "outbound")
    connection.hset(Job.key_for(job_id), "enqueued_at", "2026-01-01T00:00:00.000000Z")
    assert queues.outbound_late_ms() > 86_400_000


def test_reports_of_workers(
    queues: Queues, connection: Redis, calls: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[WorkerReport]] = []
    monkeypatch.setattr(sys.modules["workers.ai_moves"], "play_quickly", lambda *_: seen.append(queues.workers()))
    queues.enqueue_ai(GAME, 7, 1)
    queues.enqueue_ai(GAME, 8, 1)
    work(connection, AI_QUICK)
    (first,), (second,) = seen
    assert (first.queues, first.state, first.succeeded, first.failed) == (("ai_quick",), "busy", 0, 0)
    assert 0 <= first.seen_ms < 10_000
    assert second.succeeded == 1
    assert queues.workers() == []


def test_worker_that_vanished_is_not_listed(queues: Queues, connection: Redis) -> None:
    worker = SimpleWorker([Queue(AI, connection=connection)], connection=connection)
    worker.register_birth()
    connection.delete(worker.key)
    assert queues.workers() == []


def test_looking_at_workers_leaves_the_timeout_alone(queues: Queues, embedded: Server, connection: Redis) -> None:
    SimpleWorker([Queue(AI, connection=connection)], connection=connection).register_birth()
    assert queues.workers()
    with embedded.paused():
        began = time.monotonic()
        with pytest.raises(QueueUnavailable):
            queues.ping()
        assert time.monotonic() - began < 1.5


def test_nothing_is_opened_before_the_first_call() -> None:
    queues = Queues(f"redis://127.0.0.1:{free_port()}")
    for ask in (
        lambda: queues.enqueue_ai(GAME, 1, 1),
        lambda: queues.enqueue_timeout(GAME, 1),
        lambda: queues.ai_job_waiting(GAME, 1, 1),
        queues.ping,
        queues.queues,
        queues.workers,
    ):
        with pytest.raises(QueueUnavailable):
            ask()


def test_full_and_read_only_servers_are_unavailable_and_come_back(queues: Queues, embedded: Server) -> None:
    queues.enqueue_ai(GAME, 1, 1)
    with embedded.admin() as admin:
        admin.config_set("maxmemory", 1)
        with pytest.raises(QueueUnavailable):
            queues.enqueue_ai(GAME, 2, 1)
        admin.config_set("maxmemory", 0)
        admin.replicaof("127.0.0.1", str(free_port()))
        with pytest.raises(QueueUnavailable):
            queues.enqueue_ai(GAME, 2, 1)
        admin.replicaof("NO", "ONE")
    queues.enqueue_ai(GAME, 2, 1)


def test_queue_that_was_away_comes_back() -> None:
    with Server("valkey") as server:
        queues = Queues(server.url)
        queues.enqueue_ai(GAME, 1, 1)
        server.kill()
        with pytest.raises(QueueUnavailable):
            queues.enqueue_ai(GAME, 2, 1)
        server.start()
        wait_until(queues.ping)
        queues.enqueue_ai(GAME, 2, 1)
        assert queues.ai_job_waiting(GAME, 2, 1)
