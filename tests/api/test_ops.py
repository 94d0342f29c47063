"""/livez, /readyz, /status, /metrics, /.well-known/security.txt."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis
from rq import Queue, SimpleWorker

from service.api.application import Application
from service.app import create_app
from service.config import Settings
from service.services import connect
from service.store.client import connect as connect_store
from service.store.errors import Conflict
from service.store.games import Commit, Request
from service.store.keys import bucket_keys, new_game_id
from service.store.upkeep import Upkeep
from tests.api.documented import check_reply
from tests.api.probe_api import commit_new
from tests.servers import Server, free_port, wait_until

STORE = ["store_reachable", "store_writable", "store_not_evicting"]


def make_app(store: str, queue: str = "", **more: Any) -> Application:
    settings = Settings(redis_url=store, queue_redis_url=queue or store)._replace(**more)
    return create_app(settings, connect(settings))


@pytest.fixture
def app(redis_url: str) -> Application:
    return make_app(redis_url)


@pytest.fixture
def client(app: Application) -> FlaskClient:
    return app.test_client()


def nowhere() -> str:
    return f"redis://127.0.0.1:{free_port()}"


def failing(client: FlaskClient) -> list[str]:
    """The names of the required points that are not given."""
    reply = check_reply("getReadiness", client.get("/readyz"))
    if reply.status_code == 200:
        assert reply.json["status"] == "ready"
        return []
    assert (reply.status_code, reply.json["code"]) == (503, "not-ready")
    assert reply.headers["Retry-After"]
    assert "127.0.0.1" not in reply.text
    found: list[str] = reply.json["failed"]
    assert found == [check["name"] for check in reply.json["checks"] if check["required"] and not check["ok"]]
    return found


def optional(client: FlaskClient) -> dict[str, bool]:
    return {check["name"]: check["ok"] for check in client.get("/readyz").json["checks"] if not check["required"]}


def test_alive_without_any_server() -> None:
    client = make_app(nowhere()).test_client()
    reply = check_reply("getLiveness", client.get("/livez"))
    assert (reply.status_code, reply.json) == (200, {"status": "alive"})
    assert reply.headers["Cache-Control"] == "no-store"


def test_ready(client: FlaskClient) -> None:
    assert failing(client) == []
    assert client.head("/readyz").status_code == 200


def test_not_ready_without_a_store_and_ready_once_it_comes() -> None:
    with Server("valkey") as store, Server("valkey") as queue:
        client = make_app(store.url, queue.url).test_client()
        assert failing(client) == []
        store.kill()
        assert failing(client) == STORE
        store.start()
        wait_until(lambda: failing(client) == [])
        queue.kill()
        assert failing(client) == ["queue_reachable"]
        queue.start()
        wait_until(lambda: failing(client) == [])


def test_c08_not_ready_on_an_evicting_store() -> None:
    with Server("valkey", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru") as store:
        client = make_app(store.url).test_client()
        assert failing(client) == ["store_not_evicting"]
        store.set(maxmemory_policy="noeviction")
        assert failing(client) == []


def test_c08_not_ready_on_a_full_or_read_only_store() -> None:
    with Server("valkey") as store:
        client = make_app(store.url).test_client()
        store.set(maxmemory=1)
        assert failing(client) == ["store_writable"]
        store.set(maxmemory=0)
        with store.admin() as admin:
            admin.replicaof("127.0.0.1", str(free_port()))
            assert failing(client) == ["store_writable"]
            admin.replicaof("NO", "ONE")
        assert failing(client) == []


@pytest.mark.parametrize("path", ["/readyz", "/status", "/metrics"])
def test_answers_within_two_seconds_while_the_store_hangs(
    client: FlaskClient, app: Application, embedded: Server, path: str
) -> None:
    def took(_: int) -> float:
        began = time.monotonic()
        reply = app.test_client().get(path)
        assert reply.status_code == (503 if path == "/readyz" else 200)
        return time.monotonic() - began

    assert client.get(path).status_code == 200
    with embedded.paused(), ThreadPoolExecutor(8) as pool:
        # /status and /metrics may still answer with what they found within the last second.
        wait_until(lambda: path == "/readyz" or client.get("/status").json["unavailable"])
        assert max(pool.map(took, range(8))) < 2
    wait_until(lambda: client.get(path).status_code == 200)


def test_b15_readiness_tells_that_nobody_works(client: FlaskClient, redis_url: str) -> None:
    assert optional(client) == {"worker_seen": False, "ticker_seen": False}
    with Redis.from_url(redis_url) as connection:
        SimpleWorker([Queue("ai", connection=connection)], connection=connection).register_birth()
    assert optional(client) == {"worker_seen": True, "ticker_seen": False}
    Upkeep(connect_store(redis_url)).see("here-1")
    assert optional(client) == {"worker_seen": True, "ticker_seen": True}


def test_status_tells_workers_tickers_and_queues(app: Application, client: FlaskClient, redis_url: str) -> None:
    game_id = new_game_id()
    with Redis.from_url(redis_url) as connection:
        worker = SimpleWorker([Queue("ai", connection=connection)], name="machine-7", connection=connection)
        worker.register_birth()
        for instance in ("machine-7-41", "machine-7-42", "machine-7-41"):
            Upkeep(connect_store(redis_url)).see(instance)
        app.services.queues.enqueue_ai(game_id, 7, 1)
        connection.hset(f"rq:job:ai-{game_id}-v7-a1", "enqueued_at", "2026-01-01T00:00:00.000000Z")
    reply = check_reply("getStatus", client.get("/status"))
    assert reply.json["unavailable"] == []
    (seen,) = reply.json["workers"]
    assert (seen["queues"], seen["succeeded"], seen["failed"]) == (["ai"], 0, 0)
    assert [0 <= ticker["seen_ms"] < 10_000 for ticker in reply.json["tickers"]] == [True, True]
    queues = {queue["name"]: (queue["waiting"], queue["oldest_ms"] > 86_400_000) for queue in reply.json["queues"]}
    assert queues == {"ai": (1, True), "clock": (0, False), "upkeep": (0, False)}
    assert game_id not in reply.text
    assert "machine" not in reply.text


def test_status_tells_what_is_overdue(client: FlaskClient, redis_url: str) -> None:
    keys = bucket_keys("17")
    with Redis.from_url(redis_url) as connection:
        now = int(connection.time()[0]) * 1000
        connection.zadd(keys.due, {"a:d": now - 60_000, "b:d": now + 60_000})
        connection.zadd(bucket_keys("18").due, {"c:w": now + 60_000})
        connection.set(keys.beat, now - 8_000)
    due = client.get("/status").json["due"]
    assert due["entries"] == 3
    assert 60_000 <= due["overdue_ms"] < 70_000
    assert 8_000 <= due["silent_ms"] < 18_000


def test_tickers_that_fell_silent_are_forgotten(redis_url: str) -> None:
    upkeep = Upkeep(connect_store(redis_url))
    upkeep.see("a")
    with Redis.from_url(redis_url) as connection:
        connection.zadd("tickers:{b00}", {"b": int(connection.time()[0]) * 1000 - 16_000})
        assert len(upkeep.tickers()) == 1
        upkeep.see("a")
        assert connection.zcard("tickers:{b00}") == 1
        assert 0 < connection.pttl("tickers:{b00}") <= 15_000


@pytest.mark.parametrize("away", ["store", "queue"])
def test_status_names_what_is_away(redis_url: str, away: str) -> None:
    urls = {"store": redis_url, "queue": redis_url, away: nowhere()}
    client = make_app(urls["store"], urls["queue"]).test_client()
    reply = check_reply("getStatus", client.get("/status"))
    assert reply.json["unavailable"] == [away]
    assert ("queues" in reply.json) == (away == "store")
    assert ("due" in reply.json) == (away == "queue")
    numbers = samples(client)
    assert numbers[f"splendor_{away}_up", ()] == 0
    assert sum(numbers[f"splendor_{part}_up", ()] for part in ("store", "queue")) == 1


Numbers = dict[tuple[str, tuple[str, ...]], float]


def parse(text: str) -> Numbers:
    """Samples by name and label values."""
    families = text_string_to_metric_families(text)
    return {(one.name, tuple(one.labels.values())): one.value for family in families for one in family.samples}


def samples(client: FlaskClient) -> Numbers:
    reply = check_reply("getMetrics", client.get("/metrics"))
    assert reply.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    return parse(reply.text)


def grown(before: Numbers, after: Numbers, name: str) -> dict[tuple[str, ...], float]:
    """By how much the samples of that name rose, where they did."""
    found = {labels: value - before.get((one, labels), 0) for (one, labels), value in after.items() if one == name}
    return {labels: rise for labels, rise in found.items() if rise}


def test_metrics_count_requests_by_operation_and_status(client: FlaskClient) -> None:
    before = samples(client)
    client.get("/livez")
    client.head("/livez")
    client.get("/v1/players/me")
    client.get("/v1/rules")
    rises = grown(before, samples(client), "splendor_requests_total")
    assert rises.pop(("getMetrics", "200")) == 1
    assert rises == {("getLiveness", "200"): 2, ("getMe", "401"): 1, ("getRules", "200"): 1}


def test_metrics_have_no_labels_of_strangers(client: FlaskClient) -> None:
    """Whatever is asked for, there are no more series afterwards than operations and statuses."""
    client.open("/livez", method="BREW")
    client.get("/v1/games/x1234567")
    client.get("/nothing")
    before = samples(client)
    for _ in range(5):
        word = secrets.token_hex(8)
        client.open(f"/{word}", method=word.upper())
        client.open("/livez", method=word.upper())
        client.get(f"/v1/games/{word}")
        client.get(f"/livez?{word}=1")
    assert {name for name in set(samples(client)) - set(before) if "getLiveness" not in name[1]} == set()


def test_metrics_count_commits_conflicts_and_replays(app: Application, client: FlaskClient) -> None:
    before = samples(client)
    game_id = new_game_id()
    tag = commit_new(app.services, game_id, "somebody")
    commit = Commit(game_id, (1, tag), "0" * 8, b"x", "x", 1, "action", Request("r1", keep=True))
    app.services.games.commit(commit)
    app.services.games.commit(commit)
    with pytest.raises(Conflict):
        app.services.games.commit(commit._replace(request=Request("r2")))
    after = samples(client)
    assert grown(before, after, "splendor_commits_total") == {("free",): 1, ("action",): 1}
    assert grown(before, after, "splendor_replays_total") == {(): 1}
    assert grown(before, after, "splendor_conflicts_total") == {(): 1}


def test_metrics_count_waiters(app: Application, client: FlaskClient) -> None:
    with app.services.waiters.watch(new_game_id()), app.services.waiters.watch(new_game_id()):
        assert samples(client)["splendor_waiters", ()] == 2
    assert samples(client)["splendor_waiters", ()] == 0
    app.services.waiters.close()


def test_metrics_tell_lags(app: Application, client: FlaskClient, redis_url: str) -> None:
    game_id = new_game_id()
    app.services.queues.enqueue_timeout(game_id, 7)
    with Redis.from_url(redis_url) as connection:
        connection.hset(f"rq:job:timeout-{game_id}-v7-a1", "enqueued_at", "2026-01-01T00:00:00.000000Z")
        SimpleWorker([Queue("clock", connection=connection)], connection=connection).register_birth()
    numbers = samples(client)
    assert numbers["splendor_queue_jobs", ("clock",)] == 1
    assert numbers["splendor_queue_lag_seconds", ("clock",)] > 86_400
    assert numbers["splendor_queue_lag_seconds", ("ai",)] == 0
    assert numbers["splendor_tickers", ()] == 0
    assert (
        sum(value for (name, labels), value in numbers.items() if name == "splendor_workers" and labels[0] == "clock")
        == 1
    )


@contextmanager
def gunicorn(redis_url: str, folder: Path, workers: int) -> Iterator[httpx.Client]:
    """The API as it is served, in several processes."""
    port = free_port()
    env = {**os.environ, "SPLENDOR_REDIS_URL": redis_url, "TMPDIR": str(folder)}
    env.pop("PROMETHEUS_MULTIPROC_DIR", None)
    options = ["--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--threads", "2"]
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.serving", *options, "service.wsgi:app"]
    with subprocess.Popen(command, env=env) as server, httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        try:
            wait_until(lambda: _answers(client), 30)
            yield client
        finally:
            server.terminate()
            server.wait(20)


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/livez").status_code == 200
    except httpx.TransportError:
        return False


def test_metrics_of_all_processes_add_up(redis_url: str, tmp_path: Path) -> None:
    with gunicorn(redis_url, tmp_path, workers=2) as client:
        assert len(list(tmp_path.glob("splendor-metrics-*"))) == 1

        def ask(path: str) -> httpx.Response:
            # A connection of its own each time, so that both processes get some.
            return client.get(path, headers={"Connection": "close"}).raise_for_status()

        with ThreadPoolExecutor(8) as pool:
            assert len(list(pool.map(ask, ["/v1/cards"] * 60))) == 60
        for _ in range(5):
            numbers = parse(ask("/metrics").text)
            assert numbers["splendor_requests_total", ("listCards", "200")] == 60
            assert numbers["splendor_request_seconds_count", ("listCards",)] == 60
            assert numbers["splendor_queue_jobs", ("ai",)] == 0
    assert not list(tmp_path.glob("splendor-metrics-*"))


def test_security_text(redis_url: str) -> None:
    """RFC 9116."""
    client = make_app(redis_url, security_contact="mailto:security@example.org").test_client()
    reply = check_reply("getSecurityText", client.get("/.well-known/security.txt"))
    assert reply.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in reply.text.splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    ahead = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < ahead < timedelta(days=365)


def test_no_security_text_without_a_contact(client: FlaskClient) -> None:
    assert check_reply("getSecurityText", client.get("/.well-known/security.txt")).status_code == 404
