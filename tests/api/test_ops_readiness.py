"""/livez and /readyz."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient
from redis import Redis
from rq import Queue, SimpleWorker

from service.api.application import Application
from service.store.client import connect as connect_store
from service.store.upkeep import Upkeep
from tests.api.documented import check_reply
from tests.api.ops_api import make_app, nowhere
from tests.servers import Server, free_port, wait_until

STORE = ["store_reachable", "store_writable", "store_not_evicting"]


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
