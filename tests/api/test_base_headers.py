"""What every reply carries; CORS; tokens."""

import logging
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from tests.api.conftest import OwnedThing
from tests.api.probe_api import make_app, new_player

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
PAGE = "https://app.example"
EXPOSED = {
    *("ETag", "Link", "Location", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotency-Replayed"),
    *("Server-Time", "X-Request-Id"),
}
ALLOWED = {"Authorization", "If-Match", "If-None-Match", "Idempotency-Key", "Last-Event-ID", "Content-Type"}


def requests_of_all_kinds(thing: OwnedThing) -> list[tuple[int, dict[str, Any]]]:
    """(status, request) for every status that the probe can answer with."""
    actions, body = f"{thing.path}/actions", {"type": "take", "tokens": {"white": 1}}
    signed = {**thing.owner, **thing.match}
    post: dict[str, Any] = {"path": actions, "method": "POST", "json": body}
    return [
        (200, {"path": thing.path}),
        (200, {"path": thing.path, "method": "HEAD"}),
        (201, {"path": "/v1/things", "method": "POST", "json": {}, "headers": thing.owner}),
        (204, {"path": thing.path, "method": "DELETE", "headers": thing.owner}),
        (204, {"path": thing.path, "method": "OPTIONS"}),
        (304, {"path": thing.path, "headers": {"If-None-Match": f'"{thing.etag}"'}}),
        (400, {**post, "headers": {**signed, "If-Match": "*"}}),
        (401, post),
        (403, {**post, "headers": {**thing.stranger, **thing.match}}),
        (404, {"path": "/nowhere"}),
        (404, {"path": "/nowhere", "method": "OPTIONS"}),
        (405, {"path": thing.path, "method": "PUT"}),
        (406, {"path": thing.path, "headers": {"Accept": "image/png"}}),
        (409, {**post, "json": {"type": "buy", "card_id": "L1-01"}, "headers": signed}),
        (412, {**post, "headers": {**signed, "If-Match": '"1-00000000"'}}),
        (413, {**post, "json": None, "data": b" " * 70_000, "headers": signed}),
        (415, {**post, "json": None, "data": b"{}", "headers": signed}),
        (422, {**post, "json": {}, "headers": signed}),
        (428, {**post, "headers": thing.owner}),
    ]


def test_every_reply_has_time_and_id(probe_client: FlaskClient, thing: OwnedThing) -> None:
    for status, request in requests_of_all_kinds(thing):
        reply = probe_client.open(**request)
        assert reply.status_code == status, request
        assert INSTANT.fullmatch(reply.headers["Server-Time"])
        assert len(reply.headers["X-Request-Id"]) == 16
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        if status >= 400:
            assert reply.mimetype == "application/problem+json"
            assert reply.headers["Cache-Control"] == "no-store"


def test_a_request_id_is_taken_over_if_it_is_decent(probe_client: FlaskClient) -> None:
    given = "0f8e-client.7"
    assert probe_client.get("/nowhere", headers={"X-Request-Id": given}).headers["X-Request-Id"] == given
    for bad in ("short", "a" * 65, "with space", "caf\u00e9-cafe", "<script>alert"):
        assert probe_client.get("/nowhere", headers={"X-Request-Id": bad}).headers["X-Request-Id"] != bad


def test_caching(probe_client: FlaskClient, thing: OwnedThing) -> None:
    view = probe_client.get(thing.path)
    assert view.headers["ETag"] == f'"{thing.etag}"'
    assert view.headers["Cache-Control"] == "private, no-cache"
    assert view.headers["Vary"] == "Authorization, Accept, Accept-Encoding"
    assert probe_client.post("/v1/secrets").headers["Cache-Control"] == "no-store"


@pytest.fixture
def page_client(redis_url: str) -> FlaskClient:
    return make_app(redis_url, cors_origins=(PAGE, "https://other.example")).test_client()


def test_cors_on_every_status(page_client: FlaskClient, thing: OwnedThing) -> None:
    for status, request in requests_of_all_kinds(thing):
        request["headers"] = {**request.get("headers", {}), "Origin": PAGE}
        reply = page_client.open(**request)
        assert reply.status_code == status
        assert reply.headers["Access-Control-Allow-Origin"] == PAGE
        assert set(reply.headers["Access-Control-Expose-Headers"].split(", ")) == EXPOSED
        assert "Access-Control-Allow-Credentials" not in reply.headers
        assert "Origin" in ", ".join(reply.headers.getlist("Vary"))


def test_a_preflight(page_client: FlaskClient, thing: OwnedThing) -> None:
    asked = {
        "Origin": PAGE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,if-match",
    }
    reply = page_client.options(f"{thing.path}/actions", headers=asked)
    assert (reply.status_code, reply.data) == (204, b"")
    assert reply.headers["Access-Control-Allow-Origin"] == PAGE
    assert set(reply.headers["Access-Control-Allow-Headers"].split(", ")) == ALLOWED
    assert "POST" in reply.headers["Access-Control-Allow-Methods"].split(", ")
    assert int(reply.headers["Access-Control-Max-Age"]) > 0


@pytest.mark.parametrize("origin", ["https://evil.example", f"{PAGE}.evil.example", "http://app.example", "null", ""])
def test_other_origins_get_nothing(page_client: FlaskClient, thing: OwnedThing, origin: str) -> None:
    for method in ("GET", "OPTIONS"):
        headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        reply = page_client.open(thing.path, method=method, headers=headers)
        assert not [name for name in dict(reply.headers) if name.startswith("Access-Control")]
        assert "Origin" in ", ".join(reply.headers.getlist("Vary"))


def test_without_a_list_there_is_no_cors(probe_client: FlaskClient, thing: OwnedThing) -> None:
    reply = probe_client.get(thing.path, headers={"Origin": PAGE})
    assert not [name for name in dict(reply.headers) if name.startswith("Access-Control")]


def test_cors_for_all(redis_url: str, thing: OwnedThing) -> None:
    client = make_app(redis_url, cors_origins=("*",)).test_client()
    assert client.get(thing.path, headers={"Origin": PAGE}).headers["Access-Control-Allow-Origin"] == "*"


BAD_TOKENS = [
    "Bearer",
    "Bearer ",
    "Bearer x",
    "Basic YTpi",
    f"Bearer spl_player_{'a' * 42}",
    f"Bearer spl_player_{'a' * 44}",
    f"Bearer spl_player_{'a' * 42}!",
    f"Bearer spl_player_{'a' * 43}",
    f"spl_player_{'a' * 43}",
    "Bearer \u00e9",
    f"Bearer spl_player_{'a' * 43} x",
]


@pytest.mark.parametrize("header", BAD_TOKENS)
def test_tokens_that_are_none(probe_client: FlaskClient, thing: OwnedThing, header: str) -> None:
    """Also where no token is needed: who sends one wants to be somebody."""
    for method, path in (("GET", thing.path), ("POST", "/v1/things"), ("POST", f"{thing.path}/actions")):
        body = None if method == "GET" else {}
        reply = probe_client.open(path, method=method, json=body, headers={"Authorization": header})
        assert (reply.status_code, reply.json["code"]) == (401, "token-invalid")
        assert reply.headers["WWW-Authenticate"] == 'Bearer realm="splendor", error="invalid_token"'


def test_a_request_without_a_token(probe_client: FlaskClient) -> None:
    reply = probe_client.post("/v1/things", json={})
    assert (reply.status_code, reply.json["code"]) == (401, "token-missing")
    assert reply.headers["WWW-Authenticate"] == 'Bearer realm="splendor"'


def test_the_scheme_in_any_case(probe_client: FlaskClient, thing: OwnedThing) -> None:
    token = thing.owner["Authorization"].removeprefix("Bearer ")
    for scheme in ("bearer", "BEARER"):
        reply = probe_client.get(thing.path, headers={"Authorization": f"{scheme} {token}"})
        assert reply.json["you"] == thing.owner_id


def test_a_read_token_reads_only(probe: Application, probe_client: FlaskClient, thing: OwnedThing) -> None:
    _, reader = new_player(probe.services, scope="read")
    assert probe_client.get(thing.path, headers=reader).status_code == 200
    for path in ("/v1/things", f"{thing.path}/actions"):
        body = {} if path == "/v1/things" else {"type": "take", "tokens": {}}
        reply = probe_client.post(path, json=body, headers={**reader, **thing.match})
        assert (reply.status_code, reply.json["code"]) == (403, "token-scope")


def test_a_token_in_the_query_is_refused_and_not_logged(
    probe_client: FlaskClient, thing: OwnedThing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    token = thing.owner["Authorization"].removeprefix("Bearer ")
    for query in (f"access_token={token}", f"after={token}", f"x={token}"):
        reply = probe_client.get(f"{thing.path}?{query}")
        assert (reply.status_code, reply.json["code"]) == (400, "token-in-query")
        assert token not in reply.text
    assert thing.path in caplog.text
    assert token not in caplog.text
    assert token not in str([vars(record) for record in caplog.records])


def test_requests_are_logged_from_info_down(
    probe_client: FlaskClient, thing: OwnedThing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    probe_client.get(thing.path)
    assert caplog.records == []
    caplog.set_level(logging.INFO)
    probe_client.get(thing.path)
    assert [record.getMessage() for record in caplog.records] == [f"GET {thing.path}"]


def test_observers_hear_of_every_reply(probe: Application, probe_client: FlaskClient, thing: OwnedThing) -> None:
    heard: list[tuple[Any, ...]] = []
    probe.observers.append(lambda http, status, seconds: heard.append((http.endpoint, status, seconds >= 0)))
    probe_client.get(thing.path)
    probe_client.get("/nowhere")
    assert heard == [("Things.OneThing", 200, True), (None, 404, True)]
