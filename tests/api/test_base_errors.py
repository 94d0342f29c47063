"""Every error is problem+json of one table: ours, the framework's, and those nobody foresaw."""

import importlib
import pkgutil
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException, default_exceptions

import service.hosting
import service.store
import splendor.engine
from service.api.application import Application
from service.api.describing import CURRENT
from service.api.errors import TABLE, Refused, code_of, framework_code, refusal
from service.api.errors import document as problem
from service.api.openapi import document
from service.hosting.errors import DomainError, InvalidPosition, NotYourTurn, TimeOver
from service.store import errors as store
from splendor.engine.errors import BadPosition, EngineError, IllegalAction, NotationError, RecordError
from tests.api.conftest import OwnedThing
from tests.api.probe_api import OneThing, commit_new, make_app, new_player
from tests.servers import Server

# Raised for texts and files of the command line, which no operation takes.
NOT_SERVED = {NotationError, RecordError}
# Caught by the verbs, which say more.
REPLACED = {BadPosition, store.DeadlinePassed}
# Bases, never raised themselves.
ABSTRACT = {DomainError, store.StoreError, EngineError}


def subclasses(cls: type[Exception]) -> Iterator[type[Exception]]:
    """All classes below one, found after every module of the package has been imported."""
    for found in cls.__subclasses__():
        yield found
        yield from subclasses(found)


def domain_errors() -> list[type[Exception]]:
    for package in (service.hosting, service.store, splendor.engine):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found = {cls for base in ABSTRACT for cls in subclasses(base)}
    ours = {cls for cls in found if cls.__module__.split(".")[0] in ("service", "splendor")}
    return sorted(
        (cls for cls in ours - NOT_SERVED - REPLACED if not cls.__name__.startswith("_")), key=lambda cls: cls.__name__
    )


@pytest.mark.parametrize("cls", domain_errors(), ids=lambda cls: cls.__name__)
def test_every_domain_error_has_a_row(cls: type[Exception]) -> None:
    assert code_of(cls.__new__(cls)) in TABLE


def test_there_are_domain_errors_to_look_at() -> None:
    found = set(domain_errors())
    assert {NotYourTurn, IllegalAction, InvalidPosition, TimeOver, store.Conflict, store.TooManyWaiters} <= found


@pytest.mark.parametrize("kind", TABLE.values(), ids=lambda kind: kind.code)
def test_each_code_has_a_page(probe_client: FlaskClient, kind: Any) -> None:
    body = problem(Refused(kind.code))
    page = probe_client.get(body["type"], headers={"Accept": "text/html"})
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert kind.code in page.text
    as_json = probe_client.get(body["type"], headers={"Accept": "application/json"})
    assert as_json.json["status"] == kind.status == body["status"]


def test_each_code_stands_in_the_document() -> None:
    text = document(CURRENT)
    assert [code for code in TABLE if f"`{code}`" not in text] == []


@pytest.mark.parametrize("code", TABLE)
def test_rows_are_complete(code: str) -> None:
    kind = TABLE[code]
    assert 400 <= kind.status < 600
    assert kind.title[0].isupper()
    assert kind.text.endswith(".")
    assert kind.retry_ms or kind.status != 503


def test_an_unknown_problem_page(probe_client: FlaskClient) -> None:
    reply = probe_client.get("/problems/none")
    assert (reply.status_code, reply.json["code"]) == (404, "not-found")
    assert probe_client.get("/problems").text.count("<li>") == len(TABLE)
    assert len(probe_client.get("/problems", headers={"Accept": "application/json"}).json["items"]) == len(TABLE)


@pytest.mark.parametrize("error", default_exceptions.values(), ids=lambda error: error.__name__)
def test_the_errors_of_the_framework(
    probe_client: FlaskClient, thing: OwnedThing, monkeypatch: pytest.MonkeyPatch, error: type[HTTPException]
) -> None:
    _raise_on_get(monkeypatch, error())
    reply = probe_client.get(thing.path)
    assert reply.mimetype == "application/problem+json"
    assert reply.json["code"] == framework_code(error.code or 500)
    assert reply.status_code == reply.json["status"] == TABLE[reply.json["code"]].status


def test_what_nobody_foresaw_tells_nothing(
    probe_client: FlaskClient, thing: OwnedThing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _raise_on_get(monkeypatch, ZeroDivisionError("deck is L3-07, L3-11"))
    reply = probe_client.get(thing.path)
    assert (reply.status_code, reply.json["code"]) == (500, "internal-error")
    assert "L3-07" not in reply.text
    assert "Traceback" not in reply.text
    assert reply.headers["X-Request-Id"] in caplog.text


def test_a_refusal_carries_what_the_domain_knows() -> None:
    found = refusal(NotYourTurn("Seat 1 is to act.", "T1", seat=1))
    assert found is not None
    assert problem(found) == {
        "type": "/problems/not-your-turn",
        "title": "Not your turn",
        "status": 409,
        "code": "not-your-turn",
        "detail": "Seat 1 is to act.",
        "seat": 1,
        "rule": "T1",
    }
    found = refusal(IllegalAction("K2", "Fewer than four."))
    assert found is not None
    assert (problem(found)["rule"], problem(found)["detail"]) == ("K2", "Fewer than four.")
    found = refusal(InvalidPosition("So not.", errors=[("/market/0", "twice"), ("/seats", "none")]))
    assert found is not None
    assert problem(found)["errors"] == [
        {"pointer": "/market/0", "message": "twice"},
        {"pointer": "/seats", "message": "none"},
    ]
    assert refusal(KeyError("x")) is None


def test_the_store_is_away_and_comes_back() -> None:
    """503 within two seconds, with Retry-After; recovery without a restart of ours."""
    with Server("valkey", "--appendonly", "yes", "--appendfsync", "always") as server:
        app = make_app(server.url)
        client, thing = app.test_client(), _thing(app)
        assert client.get(thing[0]).status_code == 200
        server.kill()
        _assert_unavailable(client, thing)
        server.start()
        assert client.get(thing[0]).status_code == 200


def test_the_store_hangs() -> None:
    with Server("valkey") as server:
        app = make_app(server.url)
        client, thing = app.test_client(), _thing(app)
        with server.paused():
            _assert_unavailable(client, thing)
        assert client.get(thing[0]).status_code == 200


def test_the_store_is_full(embedded: Server, probe_client: FlaskClient, thing: OwnedThing) -> None:
    headers = {**thing.owner, **thing.match}
    try:
        embedded.set(maxmemory=1)
        reply = probe_client.post(f"{thing.path}/actions", json={"type": "take", "tokens": {}}, headers=headers)
        assert (reply.status_code, reply.json["code"]) == (503, "store-full")
        assert reply.headers["Retry-After"] == "5"
        assert probe_client.get(thing.path).headers["ETag"] == f'"{thing.etag}"'
    finally:
        embedded.set(maxmemory=0)
    reply = probe_client.post(f"{thing.path}/actions", json={"type": "take", "tokens": {}}, headers=headers)
    assert reply.status_code == 200


def _thing(app: Application) -> tuple[str, dict[str, str]]:
    player_id, owner = new_player(app.services)
    game_id = f"g00{'a' * 20}"
    commit_new(app.services, game_id, player_id)
    return f"/v1/things/{game_id}", owner


def _assert_unavailable(client: FlaskClient, thing: tuple[str, dict[str, str]]) -> None:
    path, owner = thing
    match = {"If-Match": '"1-0a1b2c3d"'}
    requests = (
        (path, "GET", None),
        (f"{path}/actions", "POST", {"type": "take", "tokens": {}}),
        ("/v1/things", "POST", {}),
    )
    for target, method, body in requests:
        began = time.monotonic()
        reply = client.open(target, method=method, json=body, headers={**owner, **match})
        assert time.monotonic() - began < 2
        assert (reply.status_code, reply.json["code"]) == (503, "store-unavailable")
        assert reply.headers["Retry-After"] == "1"


def _raise_on_get(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(OneThing, "get", fail)
