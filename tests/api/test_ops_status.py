"""/status and /.well-known/security.txt."""

from datetime import UTC, datetime, timedelta

import pytest
from flask.testing import FlaskClient
from redis import Redis
from rq import Queue, SimpleWorker

from service.api.application import Application
from service.store.client import connect as connect_store
from service.store.keys import bucket_keys, new_game_id
from service.store.upkeep import Upkeep
from tests.api.documented import check_reply
from tests.api.ops_api import make_app, nowhere, samples


def test_status_tells_workers_tickers_and_queues(app: Application, client: FlaskClient, redis_url: str) -> None:
    game_id = new_game_id()
    with Redis.from_url(redis_url) as connection:
        worker = SimpleWorker([Queue("ai_quick", connection=connection)], name="machine-7", connection=connection)
        worker.register_birth()
        for instance in ("machine-7-41", "machine-7-42", "machine-7-41"):
            Upkeep(connect_store(redis_url)).see(instance)
        app.services.queues.enqueue_ai(game_id, 7, 1)
        connection.hset(f"rq:job:quick-{game_id}-v7-a1", "enqueued_at", "2026-01-01T00:00:00.000000Z")
    reply = check_reply("getStatus", client.get("/status"))
    assert reply.json["unavailable"] == []
    (seen,) = reply.json["workers"]
    assert (seen["queues"], seen["succeeded"], seen["failed"]) == (["ai_quick"], 0, 0)
    assert [0 <= ticker["seen_ms"] < 10_000 for ticker in reply.json["tickers"]] == [True, True]
    queues = {queue["name"]: (queue["waiting"], queue["oldest_ms"] > 86_400_000) for queue in reply.json["queues"]}
    assert queues == {
        "ai_quick": (1, True),
        "ai": (0, False),
        "clock": (0, False),
        "upkeep": (0, False),
        "ladders": (0, False),
        "outbound": (0, False),
        "ai_ladders": (0, False),
        "ai_quick_ladders": (0, False),
    }
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
