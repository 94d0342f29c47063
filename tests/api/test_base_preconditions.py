"""If-Match, If-None-Match, Accept, HEAD and OPTIONS: cases B02, B03, B28."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from service.api.errors import Refused
from service.api.preconditions import Match, entity_tag, parse_match
from service.store.games import Commit, Request
from tests.api.conftest import OwnedThing
from tests.api.probe_api import Actions

TAKE = {"type": "take", "tokens": {"white": 1}}
TAG = "7-0a1b2c3d"
BAD = [
    "*",
    "",
    '""',
    TAG,
    f'"{TAG}',
    f'{TAG}"',
    f'"{TAG}", "8-0a1b2c3d"',
    f"w/{TAG}",
    "\x00",
    '"a b"',
    f'"{TAG}"x',
    "W/*",
]
NO_VERSION = ['"7"', '"x-0a1b2c3d"', '"07-0a1b2c3d"', '"0-0a1b2c3d"', '"-7-0a1b2c3d"', '"7-0A1B2C3D"', '"7-0a1b2c3"']
NO_VERSION += ['"7-0a1b2c3d4"', f'"{"9" * 30}-0a1b2c3d"', '"\u0667-0a1b2c3d"', '"7-0a1b2c3d-zip"']


@pytest.mark.parametrize("header", BAD + NO_VERSION)
def test_a_malformed_if_match(header: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_match(header)
    assert (caught.value.kind.code, caught.value.kind.status) == ("bad-precondition", 400)


@pytest.mark.parametrize(
    "header",
    [f'"{TAG}"', f'W/"{TAG}"', f'"{TAG}-gzip"', f'W/"{TAG}-gzip"', f'"{TAG};gzip"', f'"{TAG}-br"', f' "{TAG}" '],
)
def test_what_proxies_make_of_a_tag(header: str) -> None:
    assert parse_match(header) == Match(7, "0a1b2c3d")
    assert entity_tag(header) == TAG


@pytest.mark.parametrize("header", [header for header in BAD if header != "\x00"])
def test_malformed_headers_over_http(probe_client: FlaskClient, thing: OwnedThing, header: str) -> None:
    reply = probe_client.post(f"{thing.path}/actions", json=TAKE, headers={**thing.owner, "If-Match": header})
    assert (reply.status_code, reply.json["code"]) == (400, "bad-precondition")
    reply = probe_client.get(thing.path, headers={"If-None-Match": header})
    assert (reply.status_code, reply.json["code"]) == (400, "bad-precondition")


def test_if_match_on_get_is_ignored(probe_client: FlaskClient, thing: OwnedThing) -> None:
    for header in ("*", '"1-00000000"', "garbage"):
        assert probe_client.get(thing.path, headers={"If-Match": header}).status_code == 200


def test_optional_if_match(probe_client: FlaskClient, thing: OwnedThing) -> None:
    path = f"{thing.path}/name"
    assert probe_client.put(path, headers=thing.owner).status_code == 200
    assert probe_client.put(path, headers={**thing.owner, **thing.match}).status_code == 200
    assert probe_client.put(path, headers={**thing.owner, "If-Match": '"9-00000000"'}).status_code == 412
    assert probe_client.put(path, headers={**thing.owner, "If-Match": "*"}).status_code == 400


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("form", ['"{}"', 'W/"{}"', '"{}-gzip"'])
def test_b28_conditional_get(probe_client: FlaskClient, thing: OwnedThing, method: str, form: str) -> None:
    reply = probe_client.open(thing.path, method=method, headers={"If-None-Match": form.format(thing.etag)})
    assert (reply.status_code, reply.data) == (304, b"")
    assert reply.headers["ETag"] == f'"{thing.etag}"'
    assert reply.headers["Cache-Control"] == "private, no-cache"
    assert reply.headers["Vary"] == "Authorization, Accept, Accept-Encoding"
    assert "Content-Type" not in reply.headers


def test_another_tag_gets_the_whole(probe_client: FlaskClient, thing: OwnedThing) -> None:
    for other in ('"2-00000000"', '"opaque"'):
        assert probe_client.get(thing.path, headers={"If-None-Match": other}).status_code == 200


def test_b28_if_none_match_on_post_is_ignored(probe_client: FlaskClient, thing: OwnedThing) -> None:
    headers = {**thing.owner, **thing.match, "If-None-Match": f'"{thing.etag}"'}
    assert probe_client.post(f"{thing.path}/actions", json=TAKE, headers=headers).status_code == 200


def test_b02_an_action_on_an_old_version(probe_client: FlaskClient, thing: OwnedThing) -> None:
    path = f"{thing.path}/actions"
    now = probe_client.post(path, json=TAKE, headers={**thing.owner, **thing.match}).headers["ETag"]
    reply = probe_client.post(path, json=TAKE, headers={**thing.owner, **thing.match})
    assert reply.status_code == 412
    assert reply.mimetype == "application/problem+json"
    assert reply.json["code"] == "version-conflict"
    assert (reply.json["version"], f'"{reply.json["etag"]}"') == (2, now)
    assert reply.json["events"] == [{"number": 1}]
    assert probe_client.get(thing.path).headers["ETag"] == now


def test_b02_a_version_of_another_history(probe_client: FlaskClient, thing: OwnedThing) -> None:
    """The right number with another commit's tag is another version."""
    headers = {**thing.owner, "If-Match": '"1-00000000"'}
    assert probe_client.post(f"{thing.path}/actions", json=TAKE, headers=headers).status_code == 412


def test_b03_a_refused_action_changes_nothing(probe_client: FlaskClient, thing: OwnedThing) -> None:
    path, headers = f"{thing.path}/actions", {**thing.owner, **thing.match}
    for _ in range(2):
        reply = probe_client.post(path, json={"type": "buy", "card_id": "L1-01"}, headers=headers)
        assert (reply.status_code, reply.json["code"], reply.json["rule"]) == (409, "illegal-action", "P2")
        assert probe_client.get(thing.path).headers["ETag"] == f'"{thing.etag}"'
    assert probe_client.post(path, json=TAKE, headers=headers).status_code == 200


def test_the_comparison_that_counts_is_the_one_in_the_commit(
    probe: Application, thing: OwnedThing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another commit comes between the check and ours."""

    def intrude(call: Any) -> None:
        other = Commit(call.game.id, call.match, "feedface", call.game.blob, "x", 1, "free", Request("other"))
        call.services.games.commit(other)

    monkeypatch.setattr(Actions, "intruder", staticmethod(intrude))
    reply = probe.test_client().post(f"{thing.path}/actions", json=TAKE, headers={**thing.owner, **thing.match})
    assert (reply.status_code, reply.json["etag"], reply.json["seen"]) == (412, "2-feedface", 2)


ACCEPTS = {
    "*/*": 200,
    "application/json": 200,
    "application/*": 200,
    "application/json; charset=utf-8": 200,
    "application/json;q=0.1, text/html": 200,
    "text/html, */*;q=0.1": 200,
    "application/json; text/javascript": 200,
    "": 200,
    "garbage": 200,
    ",,;;q=": 200,
    "text/html": 406,
    "text/*": 406,
    "*/*;q=0": 406,
    "application/json;q=0": 406,
    "application/problem+json": 406,
}


@pytest.mark.parametrize(("accept", "status"), ACCEPTS.items())
def test_b28_accept(probe_client: FlaskClient, thing: OwnedThing, accept: str, status: int) -> None:
    reply = probe_client.get(thing.path, headers={"Accept": accept})
    assert reply.status_code == status
    assert reply.mimetype == ("application/json" if status == 200 else "application/problem+json")


def test_errors_are_problem_json_whatever_accept_says(probe_client: FlaskClient) -> None:
    for accept in ("application/json", "text/html", "*/*"):
        assert probe_client.get("/v1/things/none", headers={"Accept": accept}).mimetype == "application/problem+json"


def test_b28_head_is_get_without_a_body(probe_client: FlaskClient, thing: OwnedThing) -> None:
    get, head = probe_client.get(thing.path), probe_client.head(thing.path)
    assert (head.status_code, head.data) == (200, b"")
    changing = ("Server-Time", "X-Request-Id")
    assert [pair for pair in head.headers if pair[0] not in changing] == [
        pair for pair in get.headers if pair[0] not in changing
    ]
    assert probe_client.head("/v1/things/none").status_code == 404


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/v1/things", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("/v1/things/x", {"GET", "HEAD", "OPTIONS", "DELETE"}),
        ("/v1/things/x/actions", {"POST", "OPTIONS"}),
        ("/problems", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_b28_options_and_405(probe_client: FlaskClient, path: str, methods: set[str]) -> None:
    reply = probe_client.options(path)
    assert (reply.status_code, reply.data, _allowed(reply)) == (204, b"", methods)
    assert "Content-Type" not in reply.headers
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE"} - methods:
        reply = probe_client.open(path, method=method)
        assert (reply.status_code, reply.json["code"], _allowed(reply)) == (405, "method-not-allowed", methods)


def test_no_address_is_redirected(probe_client: FlaskClient) -> None:
    for path in ("/v1/things/", "//v1/things", "/v1//things", "/v1/things/x/", "/V1/things", "/"):
        assert probe_client.get(path).status_code == 404
        assert probe_client.options(path).status_code == 404


def _allowed(reply: Any) -> set[str]:
    return set(reply.headers["Allow"].split(", "))
