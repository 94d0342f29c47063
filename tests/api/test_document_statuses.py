"""Every status that the document has for an operation can be had, by a reply that is as the document says."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from service.api.games import lifecycle
from service.store.errors import StoreUnavailable
from tests.api.documented import operations
from tests.api.observed import Json, Observed

AWAY = "redis://127.0.0.1:1"
NOBODY = "spl_player_" + "x" * 43
ME, OPEN, GREEDY = {"type": "me"}, {"type": "open"}, {"type": "ai", "ai_player": "greedy"}
TAKE = {"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}}
NEW_GAME: Json = {"seats": [ME, GREEDY]}
BODIES: dict[str, Any] = {
    "createPlayer": {"name": "Ada"},
    "updateMe": {"name": "Grace"},
    "createToken": {},
    "createGame": NEW_GAME,
    "joinGame": {},
    "resign": {},
    "abortGame": {},
    "playAction": TAKE,
    "previewAction": TAKE,
}
UNKNOWN = {"game_id": "gzzunknownunknownunknow", "token_id": "tzzunknownunknownunknow", "version": 1}
TAGGED = ("playAction", "previewAction", "resign", "abortGame")
UNSEEN = {(operation, "500") for operation in operations()}
"""A fault of ours; tests/api/test_base_errors.py makes some."""


@pytest.fixture
def service(redis_url: str) -> Iterator[Observed]:
    service = Observed(redis_url)
    yield service
    service.close()


def test_every_documented_status_occurs(service: Observed, monkeypatch: pytest.MonkeyPatch) -> None:
    token = service.player()
    for operation, described in operations().items():
        transport(service, operation, described, token)
    successes(service, token)
    caching(service, token)
    rights(service, token)
    preconditions(service, token)
    state(service, token)
    lost_players(service)
    unfinished_creation(service, monkeypatch)
    elsewhere(service, token)
    documented = {(operation, status) for operation, one in operations().items() for status in one["responses"]}
    assert documented - service.seen == UNSEEN


def transport(service: Observed, operation: str, described: Json, token: str) -> None:
    """What is refused before anything is looked up, and what is not there."""
    expect: list[tuple[int, str, Json]] = [
        (400, token, {"query": "a=%FF"}),
        (406, token, {"Accept": "image/png"}),
    ]
    if "401" in described["responses"]:
        expect += [(401, "spl_player_no", {}), (401, NOBODY, {})]
    if operation in BODIES or operation == "deleteToken":
        expect += [
            (413, token, {"data": b" " * 70_000, "content_type": "application/json"}),
            (415, token, {"data": b"{}", "content_type": "text/plain"}),
        ]
    for status, credential, more in expect:
        reply = service.ask(operation, credential, **_path(operation), **more)
        assert reply.status_code == status, (operation, reply.text)


def _path(operation: str, **known: Any) -> Json:
    """What the path of an operation names: unknown things, unless known."""
    names = [one["name"] for one in _path_parameters(operation)]
    return {name: known.get(name, UNKNOWN[name]) for name in names}


def _path_parameters(operation: str) -> list[Json]:
    return [{"name": name} for name in UNKNOWN if "{" + name + "}" in ADDRESSES[operation]]


ADDRESSES = {operation: path for operation, (_, path) in Observed.addresses().items()}


def successes(service: Observed, token: str) -> None:
    for operation in ("getRules", "listCards", "listNobles", "listAiPlayers", "getLiveness", "getReadiness"):
        service.found(operation)
    for operation in ("getStatus", "getMetrics", "getSecurityText"):
        service.ask(operation)
    service.found("getMe", token)
    service.found("updateMe", token, body=BODIES["updateMe"])
    made = service.found("createToken", token, body={"scope": "read"})
    service.found("listTokens", token, query={"limit": 1})
    service.ask("deleteToken", token, token_id=made["id"])
