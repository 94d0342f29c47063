"""What can be wrong with a body or a query: always a clear 4xx, and nothing changes."""

import gzip
import io
import json
import random
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import create_environ, run_wsgi_app

from service.api.application import Application
from tests.api.conftest import OwnedThing

UNREADABLE = {
    "empty": b"",
    "not JSON": b"{type: take}",
    "cut off": b'{"type": "take"',
    "two values": b"{} {}",
    "a byte order mark": b'\xef\xbb\xbf{"type": "take"}',
    "UTF-16": '{"type": "take"}'.encode("utf-16"),
    "broken UTF-8": b'{"type": "\xff"}',
    "overlong UTF-8": b'{"type": "\xc0\xaf"}',
    "an encoded surrogate": b'{"type": "\xed\xa0\x80"}',
    "a lone surrogate": rb'{"type": "\ud800"}',
    "a lone surrogate as a name": rb'{"\udc00": 1}',
    "a member twice": b'{"type": "take", "type": "buy"}',
    "a member twice, deep": b'{"type": "take", "tokens": {"white": 1, "white": 1}}',
    "NaN": b'{"type": NaN}',
    "Infinity": b'{"type": -Infinity}',
    "20,000 arrays deep": b"[" * 20_000,
    "13,000 objects deep": b'{"a":' * 13_000,
    "20,000 deep and closed": b"[" * 20_000 + b"]" * 20_000,
    "a number of 5,000 digits": b'{"type": ' + b"9" * 5_000 + b"}",
    "a control character": b'{"type": "a\nb"}',
    "a leading zero": b'{"type": 01}',
    "a comment": b'{"type": "take"} // so',
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_unreadable_bodies(probe_client: FlaskClient, thing: OwnedThing, body: bytes) -> None:
    reply = _post(probe_client, thing, body)
    assert (reply.status_code, reply.json["code"]) == (400, "unreadable-body")
    _unchanged(probe_client, thing)


@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_content_types_taken(probe_client: FlaskClient, thing: OwnedThing, content_type: str) -> None:
    body = b'{"type": "take", "tokens": {"white": 1}}'
    assert _post(probe_client, thing, body, content_type=content_type).status_code == 200


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "text/json", "garbage"],
)
def test_b28_wrong_content_types(probe_client: FlaskClient, thing: OwnedThing, content_type: str) -> None:
    reply = _post(probe_client, thing, b'{"type": "take", "tokens": {"white": 1}}', content_type=content_type)
    assert (reply.status_code, reply.json["code"]) == (415, "unsupported-media-type")
    assert reply.headers["Accept"] == "application/json"
    _unchanged(probe_client, thing)


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "x-unknown", "gzip, identity"])
def test_compressed_bodies(probe_client: FlaskClient, thing: OwnedThing, coding: str) -> None:
    body = gzip.compress(b'{"type": "take", "tokens": {"white": 1}}')
    reply = _post(probe_client, thing, body, headers={"Content-Encoding": coding})
    assert (reply.status_code, reply.json["code"]) == (415, "unsupported-media-type")
    assert reply.headers["Accept-Encoding"] == "identity"


def test_a_body_of_exactly_the_limit_is_read(probe_client: FlaskClient, thing: OwnedThing) -> None:
    body = b'{"type": "take", "tokens": {"white": 1}}'.ljust(65_536)
    assert _post(probe_client, thing, body).status_code == 200


def test_oversized_bodies(probe_client: FlaskClient, thing: OwnedThing) -> None:
    reply = _post(probe_client, thing, b" " * 65_537)
    assert (reply.status_code, reply.json["code"]) == (413, "body-too-large")
    _unchanged(probe_client, thing)


def test_oversized_bodies_of_unknown_length(probe: Application, thing: OwnedThing) -> None:
    """Chunked: there is no length, and the server hands over a stream that ends by itself."""
    headers = {**thing.owner, **thing.match}
    environ = create_environ(f"{thing.path}/actions", method="POST", headers=headers, content_type="application/json")
    environ.pop("CONTENT_LENGTH", None)
    reply = run_wsgi_app(probe, {**environ, "wsgi.input": _Endless(), "wsgi.input_terminated": True})
    assert reply[1] == "413 REQUEST ENTITY TOO LARGE"


INVALID: dict[str, tuple[Any, str]] = {
    "an array": ([], ""),
    "a string": ("take", ""),
    "null": (None, ""),
    "a number": (7, ""),
    "no type": ({}, "/type"),
    "an unknown type": ({"type": "steal"}, "/type"),
    "a type that is no string": ({"type": 1}, "/type"),
    "a type that cannot be hashed": ({"type": [1]}, "/type"),
    "a member too many": ({"type": "take", "tokens": {}, "x": 1}, "/x"),
    "a member of another variant": ({"type": "take", "tokens": {}, "card_id": "L1-01"}, "/card_id"),
    "a member missing": ({"type": "take"}, "/tokens"),
    "null for a member": ({"type": "take", "tokens": None}, "/tokens"),
    "an unknown colour": ({"type": "take", "tokens": {"pink": 1}}, "/tokens/pink"),
    "a slash in a name": ({"type": "take", "tokens": {"a/b~": 1}}, "/tokens/a~1b~0"),
    "A04 a float that is whole": ({"type": "take", "tokens": {"white": 1.0}}, "/tokens/white"),
    "A04 a boolean": ({"type": "take", "tokens": {"white": True}}, "/tokens/white"),
    "A04 a string": ({"type": "take", "tokens": {"white": "1"}}, "/tokens/white"),
    "a fraction": ({"type": "take", "tokens": {"white": 1.5}}, "/tokens/white"),
    "below": ({"type": "take", "tokens": {"white": -1}}, "/tokens/white"),
    "above": ({"type": "take", "tokens": {"white": 11}}, "/tokens/white"),
    "huge": ({"type": "take", "tokens": {"white": 10**400}}, "/tokens/white"),
    "too great for a float": (b'{"type": "take", "tokens": {"white": 1e999}}', "/tokens/white"),
    "an array for an object": ({"type": "take", "tokens": ["white"]}, "/tokens"),
    "an unknown id of the catalogue": ({"type": "buy", "card_id": "L9-99"}, "/card_id"),
}


@pytest.mark.parametrize(("body", "pointer"), INVALID.values(), ids=INVALID.keys())
def test_invalid_bodies(probe_client: FlaskClient, thing: OwnedThing, body: Any, pointer: str) -> None:
    reply = _post(probe_client, thing, body if isinstance(body, bytes) else json.dumps(body).encode())
    assert (reply.status_code, reply.json["code"]) == (422, "invalid-request")
    assert [fault["pointer"] for fault in reply.json["errors"]] == [pointer]
    _unchanged(probe_client, thing)


def test_every_fault_is_named_in_a_stable_order(probe_client: FlaskClient, thing: OwnedThing) -> None:
    body = {"numbers": [1, "2", 3.0], "flag": 1, "choice": "c", "number": 10, "text": "abcdef", "what": 0}
    reply = probe_client.post("/v1/things", json=body, headers=thing.owner)
    pointers = [fault["pointer"] for fault in reply.json["errors"]]
    assert pointers == ["/choice", "/flag", "/number", "/numbers/1", "/numbers/2", "/text", "/what"]


def test_the_list_of_faults_ends_somewhere(probe_client: FlaskClient, thing: OwnedThing) -> None:
    body = {f"member{number}": 0 for number in range(1000)}
    reply = probe_client.post("/v1/things", json=body, headers=thing.owner)
    assert reply.status_code == 422
    assert len(reply.json["errors"]) == 50


def test_operations_without_a_body(probe_client: FlaskClient) -> None:
    assert probe_client.post("/v1/secrets").status_code == 201
    assert probe_client.post("/v1/secrets", data=b"{}", content_type="application/json").status_code == 201
    # What `curl -d ''` sends.
    form = "application/x-www-form-urlencoded"
    assert probe_client.post("/v1/secrets", data=b"", content_type=form).status_code == 201
    assert probe_client.post("/v1/secrets", json={"a": 1}).status_code == 422
    assert probe_client.post("/v1/secrets", data=b"a=1", content_type=form).status_code == 415


def test_an_optional_body(probe_client: FlaskClient, thing: OwnedThing) -> None:
    assert probe_client.put(f"{thing.path}/name", headers=thing.owner).json == {"body": {}}
    assert probe_client.put(f"{thing.path}/name", headers=thing.owner, json={"number": 1}).json == {
        "body": {"number": 1}
    }


QUERIES = {
    "limit=0": 422,
    "limit=101": 422,
    "limit=-1": 422,
    "limit=1.0": 422,
    "limit=": 422,
    "limit=x": 422,
    "limit=1000000000000000000000": 422,
    "limit=%D9%A1": 422,  # an Arabic digit
    "limit=1_0": 422,
    "order=1": 422,
    "order=NEWEST": 422,
    "unknown=1": 422,
    "limit=%00": 422,
    "unknown=%C3%A9": 422,
    "limit=5&limit=6": 400,
    "limit=%ff": 400,
    "%ff=1": 400,
    "&".join(f"p{number}=1" for number in range(60)): 400,
    "access_token=abc": 400,
    "Token=abc": 400,
    f"limit=spl_player_{'a' * 43}": 400,
}


@pytest.mark.parametrize(("query", "status"), QUERIES.items(), ids=[query[:30] for query in QUERIES])
def test_bad_queries(probe_client: FlaskClient, query: str, status: int) -> None:
    reply = probe_client.get(f"/v1/things?{query}")
    assert reply.status_code == status
    assert "spl_player" not in reply.text


def test_good_queries(probe_client: FlaskClient) -> None:
    assert probe_client.get("/v1/things?limit=100&order=newest").json["query"] == {"limit": 100, "order": "newest"}
    assert probe_client.get("/v1/things").json["query"] == {}


def test_random_bytes_never_give_a_500(probe_client: FlaskClient, thing: OwnedThing) -> None:
    dice = random.Random(28)  # the same bytes each time
    seed = b'{"type": "take", "tokens": {"white": 1, "blue": 2}}'
    for _ in range(500):
        body = bytearray(seed)
        for _ in range(dice.randint(1, 4)):
            body[dice.randrange(len(body))] = dice.randrange(256)
        assert _post(probe_client, thing, bytes(body)).status_code in (200, 400, 412, 422)


class _Endless(io.RawIOBase):
    """A body without an end."""

    def readinto(self, buffer: Any) -> int:
        buffer[:] = b" " * len(buffer)
        return len(buffer)


def _post(client: FlaskClient, thing: OwnedThing, body: bytes, **more: Any) -> Any:
    headers = {**thing.owner, **thing.match, **more.pop("headers", {})}
    more.setdefault("content_type", "application/json")
    return client.post(f"{thing.path}/actions", data=body, headers=headers, **more)


def _unchanged(client: FlaskClient, thing: OwnedThing) -> None:
    assert client.get(thing.path).headers["ETag"] == f'"{thing.etag}"'
