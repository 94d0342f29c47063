"""Idempotency-Key: one success, given again as often as asked; refusals are not remembered."""

import threading
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from service.store.errors import StoreUnavailable
from service.store.idempotency import CreationStore
from service.store.keys import creation_key
from tests.api.conftest import OwnedThing
from tests.api.probe_api import Things, make_app
from tests.servers import Server

TAKE = {"type": "take", "tokens": {"white": 1}}
KEY = {"Idempotency-Key": "order-1"}


@pytest.mark.parametrize("key", ["", " ", "a b", "a" * 256, "\u00e9", "tab\t", "\x7f"])
def test_malformed_keys(probe_client: FlaskClient, thing: OwnedThing, key: str) -> None:
    for path, body in (("/v1/things", {}), (f"{thing.path}/actions", TAKE)):
        headers = {**thing.owner, **thing.match, "Idempotency-Key": key}
        reply = probe_client.post(path, json=body, headers=headers)
        assert (reply.status_code, reply.json["code"]) == (400, "bad-idempotency-key")


def test_the_longest_key(probe_client: FlaskClient, thing: OwnedThing) -> None:
    headers = {**thing.owner, "Idempotency-Key": "!" * 255}
    assert probe_client.post("/v1/things", json={}, headers=headers).status_code == 201


def test_a_verb_of_a_game_again(probe_client: FlaskClient, thing: OwnedThing) -> None:
    """The first success again, rendered for its version, also after later commits."""
    first = _act(probe_client, thing, **KEY)
    later = {**thing.owner, "If-Match": first.headers["ETag"]}
    assert probe_client.post(f"{thing.path}/actions", json=TAKE, headers=later).json["version"] == 3
    again = _act(probe_client, thing, **KEY)
    assert (again.status_code, again.json["version"]) == (200, 2)
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert probe_client.get(thing.path).json["version"] == 3


def test_the_same_body_in_other_words(probe_client: FlaskClient, thing: OwnedThing) -> None:
    _act(probe_client, thing, **KEY)
    body = b'{"tokens": {"white":   1},  "type": "t\\u0061ke"}'
    headers = {**thing.owner, **KEY}
    path = f"{thing.path}/actions"
    again = probe_client.post(path, data=body, content_type="application/json", headers=headers)
    assert again.headers["Idempotency-Replayed"] == "true"


def test_another_credential_has_keys_of_its_own(
    probe: Application, probe_client: FlaskClient, thing: OwnedThing
) -> None:
    made = {
        probe_client.post("/v1/things", json={}, headers={**who, **KEY}).headers["Location"]
        for who in (thing.owner, thing.stranger, thing.owner)
    }
    assert len(made) == 2


def test_another_route_has_keys_of_its_own(probe_client: FlaskClient, thing: OwnedThing) -> None:
    assert probe_client.post("/v1/things", json={}, headers={**thing.owner, **KEY}).status_code == 201
    assert "Idempotency-Replayed" not in _act(probe_client, thing, **KEY).headers


def test_a_refusal_is_not_remembered(probe_client: FlaskClient, thing: OwnedThing) -> None:
    headers = {**thing.owner, **thing.match, **KEY}
    path = f"{thing.path}/actions"
    assert probe_client.post(path, json={"type": "buy", "card_id": "L1-01"}, headers=headers).status_code == 409
    assert _act(probe_client, thing, **KEY).status_code == 200


def test_a_creation_again_from_another_process(redis_url: str, thing: OwnedThing) -> None:
    replies = [
        make_app(redis_url).test_client().post("/v1/things", json={"number": 1}, headers={**thing.owner, **KEY})
        for _ in range(2)
    ]
    assert [reply.status_code for reply in replies] == [201, 201]
    assert replies[0].headers["Location"] == replies[1].headers["Location"]
    assert [reply.headers.get("Idempotency-Replayed") for reply in replies] == [None, "true"]


def test_a_creation_with_another_body(probe_client: FlaskClient, thing: OwnedThing) -> None:
    headers = {**thing.owner, **KEY}
    assert probe_client.post("/v1/things", json={"number": 1}, headers=headers).status_code == 201
    reply = probe_client.post("/v1/things", json={"number": 2}, headers=headers)
    assert (reply.status_code, reply.json["code"]) == (422, "idempotency-key-reuse")


def test_a_refused_creation_is_not_remembered(
    probe_client: FlaskClient, thing: OwnedThing, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {**thing.owner, **KEY}
    monkeypatch.setattr(Things, "fate", "refused")
    assert probe_client.post("/v1/things", json={"number": 1}, headers=headers).status_code == 403
    monkeypatch.setattr(Things, "fate", "")
    # Another body even: nothing is left of the refused one.
    assert probe_client.post("/v1/things", json={"number": 2}, headers=headers).status_code == 201


def test_a_creation_in_progress(probe_client: FlaskClient, thing: OwnedThing, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {**thing.owner, **KEY}
    monkeypatch.setattr(Things, "fate", "crash")
    assert probe_client.post("/v1/things", json={}, headers=headers).status_code == 500
    monkeypatch.setattr(Things, "fate", "")
    reply = probe_client.post("/v1/things", json={}, headers=headers)
    assert (reply.status_code, reply.json["code"]) == (409, "request-in-progress")
    assert reply.headers["Retry-After"] == "1"
    assert reply.json["retry_after_ms"] == 1000


@pytest.mark.parametrize("fate", ["crash", "late-crash"])
def test_a_dead_holder_is_replaced(
    embedded: Server, probe_client: FlaskClient, thing: OwnedThing, monkeypatch: pytest.MonkeyPatch, fate: str
) -> None:
    """Whether or not it had made the thing: there is one in the end, under the id of the first claim."""
    headers = {**thing.owner, **KEY}
    monkeypatch.setattr(Things, "fate", fate)
    assert probe_client.post("/v1/things", json={}, headers=headers).status_code == 500
    monkeypatch.setattr(Things, "fate", "")
    before = _games(embedded)
    _age_claims(embedded)
    reply = probe_client.post("/v1/things", json={}, headers=headers)
    assert reply.status_code == 201
    assert probe_client.get(reply.headers["Location"]).json["version"] == 1
    assert len(_games(embedded)) == len(before) + (fate == "crash")
    assert probe_client.post("/v1/things", json={}, headers=headers).headers["Idempotency-Replayed"] == "true"


def test_a_creation_that_could_not_be_marked_as_done(
    embedded: Server, probe_client: FlaskClient, thing: OwnedThing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was made, so the reply says so; later requests find out by trying."""

    def away(*_: Any) -> None:
        raise StoreUnavailable("away")

    headers = {**thing.owner, **KEY}
    with monkeypatch.context() as patch:
        patch.setattr(CreationStore, "done", away)
        made = probe_client.post("/v1/things", json={}, headers=headers)
    assert made.status_code == 201
    _age_claims(embedded)
    again = probe_client.post("/v1/things", json={}, headers=headers)
    assert (again.status_code, again.headers["Location"]) == (201, made.headers["Location"])
    assert again.headers["Idempotency-Replayed"] == "true"


def test_parallel_creations_with_one_key(redis_url: str, embedded: Server, thing: OwnedThing) -> None:
    before, replies = len(_games(embedded)), []
    headers = {**thing.owner, **KEY}

    def create() -> None:
        replies.append(make_app(redis_url).test_client().post("/v1/things", json={}, headers=headers))

    threads = [threading.Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(_games(embedded)) == before + 1
    assert {reply.status_code for reply in replies} <= {201, 409}
    assert len({reply.headers["Location"] for reply in replies if reply.status_code == 201}) == 1


def test_without_a_credential_a_key_means_nothing(probe_client: FlaskClient) -> None:
    for _ in range(2):
        reply = probe_client.post("/v1/secrets", headers=KEY)
        assert (reply.status_code, reply.headers.get("Idempotency-Replayed")) == (201, None)


def _act(client: FlaskClient, thing: OwnedThing, **headers: str) -> Any:
    return client.post(f"{thing.path}/actions", json=TAKE, headers={**thing.owner, **thing.match, **headers})


def _games(server: Server) -> set[Any]:
    with server.admin() as admin:
        return set(admin.scan_iter("game:*"))


def _age_claims(server: Server) -> None:
    """Makes all claims older than their ten seconds, as the store writes them."""
    with server.admin() as admin:
        for key in admin.scan_iter(creation_key("*")):
            assert admin.hexists(key, "held_until")
            admin.hset(key, "held_until", 1)
