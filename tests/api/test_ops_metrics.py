"""/metrics: what is counted, over all processes, and that nobody else can add series."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from flask.testing import FlaskClient
from redis import Redis
from rq import Queue, SimpleWorker

from service.api.application import Application
from service.store.errors import Conflict
from service.store.games import Commit, Request
from service.store.keys import new_game_id
from tests.api.ops_api import Numbers, parse, samples
from tests.api.probe_api import commit_new
from tests.servers import free_port, wait_until


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
