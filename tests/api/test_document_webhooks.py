"""What is sent to endpoints is as the document of OpenAPI 3.1 says, and that document alone has it."""

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from service.api.describing import CURRENT, OLD
from service.api.openapi import document
from tests.api.documented import Json, closed_document
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, Site
from tests.api.webhooks_api import Endpoint
from tests.receiver import Receiver

KINDS = {"gameEvent", "resync", "test"}


@pytest.fixture
def site(redis_url: str) -> Iterator[Site]:
    site = Site(redis_url, webhook_allow=("127.0.0.1",))
    yield site
    site.services.waiters.close()


def schema_of(name: str) -> Json:
    """The schema of a message, with the document around it, its members closed."""
    found = closed_document()
    body = found["webhooks"][name]["post"]["requestBody"]["content"]["application/json"]
    return {**body["schema"], "components": found["components"]}


def faults(name: str, message: Json) -> list[str]:
    return [error.message for error in Draft202012Validator(schema_of(name)).iter_errors(message)]


def test_only_the_newer_document_has_webhooks() -> None:
    assert "webhooks" not in json.loads(document(OLD))
    assert json.loads(document(CURRENT))["webhooks"].keys() >= KINDS


@pytest.mark.parametrize("name", sorted(KINDS))
def test_examples_are_as_their_schemas_say(name: str) -> None:
    media = closed_document()["webhooks"][name]["post"]["requestBody"]["content"]["application/json"]
    assert media["examples"]
    for example in media["examples"].values():
        assert faults(name, example["value"]) == []


def test_operations_and_webhooks_have_different_ids() -> None:
    found = json.loads(document(CURRENT))
    ids = [
        one["operationId"]
        for part in ("paths", "webhooks")
        for path in found[part].values()
        for one in path.values()
        if isinstance(one, dict) and "operationId" in one
    ]
    assert len(set(ids)) == len(ids)


def test_messages_of_a_game_are_as_the_document_says(site: Site) -> None:
    """From the seats that are offered to the result, with a card that nobody else may see."""
    with Receiver() as receiver:
        ada, grace = site.person("Ada"), site.person("Grace")
        mine = Endpoint(site, ada.headers, ada.id, receiver.url)
        made = site.create(ada, ME, OPEN, GREEDY)
        path = f"/v1/games/{made.json['id']}"
        site.client.post(f"{path}/seats", json={}, headers=grace.headers)
        for person, action in ((ada, BLIND), (grace, TAKE)):
            etag = site.client.get(path).headers["ETag"]
            reply = site.client.post(f"{path}/actions", json=action, headers=person.headers | {"If-Match": etag})
            assert reply.status_code == 200, reply.text
        site.run_jobs()
        for person in (ada, grace):
            site.client.post(f"{path}/resignation", json={}, headers=person.headers)
        mine.bring()
        mine.ask("POST", "/test")
        messages = [one.json for one in receiver.received]
    *events, test = messages
    assert {one["type"] for one in events} >= {"game_created", "game_started", "action_played", "game_finished"}
    assert [fault for one in events for fault in faults("gameEvent", one)] == []
    assert faults("test", test) == []
    assert faults("gameEvent", test) != []


def test_what_takes_no_key_says_what_a_repetition_does() -> None:
    """Each POST whose reply carries no secret either takes a key, or is harmless, or says that it is done again."""
    posts = {
        one["operationId"]: one for path in closed_document()["paths"].values() for one in [path.get("post")] if one
    }
    said = {
        name: one["description"].rpartition("An Idempotency-Key has no effect here: ")[2]
        for name, one in posts.items()
        if not any(parameter["name"] == "Idempotency-Key" for parameter in one["parameters"])
    }
    plain = {name: text for name, text in said.items() if text != "a reply with a secret is never given again."}
    assert plain == {
        "previewAction": "the request can be repeated without harm.",
        "testWebhook": "each request sends a message of its own.",
        "retryWebhookDelivery": "a request that is repeated may send the message once more, with the same `webhook-id`.",
    }
