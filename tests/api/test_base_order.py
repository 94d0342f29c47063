"""The order of checks: of two things that are wrong with a request, the earlier stage answers."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import OwnedThing

Fault = Callable[[dict[str, Any], OwnedThing], None]


class Stage(NamedTuple):
    """One thing that can be wrong, in the order of the contract, and what it is answered with."""

    code: str
    status: int
    break_it: Fault


def _headers(**values: str) -> Fault:
    def apply(request: dict[str, Any], _: OwnedThing) -> None:
        request["headers"].update({name.replace("_", "-"): value for name, value in values.items()})

    return apply


def _member(name: str, value: Any) -> Fault:
    def apply(request: dict[str, Any], _: OwnedThing) -> None:
        request[name] = value

    return apply


def _no_token(request: dict[str, Any], _: OwnedThing) -> None:
    request["headers"].pop("Authorization", None)


def _unknown_game(request: dict[str, Any], _: OwnedThing) -> None:
    request["path"] = f"/v1/things/g00{'x' * 20}/actions"


def _stranger(request: dict[str, Any], thing: OwnedThing) -> None:
    if "Authorization" in request["headers"]:
        request["headers"]["Authorization"] = thing.stranger["Authorization"]


def _no_match(request: dict[str, Any], _: OwnedThing) -> None:
    request["headers"].pop("If-Match", None)


def _stale_match(request: dict[str, Any], _: OwnedThing) -> None:
    if "If-Match" in request["headers"]:
        request["headers"]["If-Match"] = '"1-00000000"'


def _against_the_rules(request: dict[str, Any], _: OwnedThing) -> None:
    request["body"] = b'{"type": "buy", "card_id": "L1-01"}' if request["body"].startswith(b"{") else request["body"]


# A later fault is applied first, so that an earlier one may overwrite it. 422 takes the body away from the rules, as a
# missing tag takes the place of a stale one: those pairs cannot be told apart from the single fault and still have to
# give the earlier code.
STAGES = (
    Stage("token-in-query", 400, _member("query", "access_token=1")),
    Stage("bad-precondition", 400, _headers(If_Match="*")),
    Stage("not-acceptable", 406, _headers(Accept="text/html")),
    Stage("body-too-large", 413, _member("body", b"[" * 3000)),
    Stage("unsupported-media-type", 415, _member("content_type", "text/plain")),
    Stage("token-missing", 401, _no_token),
    Stage("game-not-found", 404, _unknown_game),
    Stage("invalid-request", 422, _member("body", b'{"type": "take", "tokens": {"white": 1.0}}')),
    Stage("not-seated", 403, _stranger),
    Stage("precondition-required", 428, _no_match),
    Stage("version-conflict", 412, _stale_match),
    Stage("illegal-action", 409, _against_the_rules),
)


@pytest.fixture
def small_limit(probe: Any) -> None:
    object.__setattr__(probe.services, "settings", probe.settings._replace(body_limit=2000))


def send(client: FlaskClient, thing: OwnedThing, faults: list[Stage]) -> Any:
    request: dict[str, Any] = {
        "method": "POST",
        "path": f"{thing.path}/actions",
        "query": "",
        "headers": {**thing.owner, **thing.match},
        "body": b'{"type": "take", "tokens": {"white": 1}}',
        "content_type": "application/json",
    }
    for fault in sorted(faults, key=STAGES.index, reverse=True):
        fault.break_it(request, thing)
    return client.open(
        request["path"],
        method=request["method"],
        query_string=request["query"],
        headers=request["headers"],
        data=request["body"],
        content_type=request["content_type"],
    )


def test_a_request_without_a_fault_is_carried_out(probe_client: FlaskClient, thing: OwnedThing) -> None:
    assert send(probe_client, thing, []).status_code == 200


@pytest.mark.usefixtures("small_limit")
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.code)
def test_each_fault_alone(probe_client: FlaskClient, thing: OwnedThing, stage: Stage) -> None:
    reply = send(probe_client, thing, [stage])
    assert (reply.status_code, reply.json["code"]) == (stage.status, stage.code)


@pytest.mark.usefixtures("small_limit")
@pytest.mark.parametrize("pair", list(combinations(STAGES, 2)), ids=lambda pair: f"{pair[0].code}+{pair[1].code}")
def test_of_two_faults_the_earlier_is_named(
    probe_client: FlaskClient, thing: OwnedThing, pair: tuple[Stage, Stage]
) -> None:
    reply = send(probe_client, thing, list(pair))
    assert (reply.status_code, reply.json["code"]) == (pair[0].status, pair[0].code)


@pytest.mark.usefixtures("small_limit")
def test_all_faults_at_once(probe_client: FlaskClient, thing: OwnedThing) -> None:
    assert send(probe_client, thing, list(STAGES)).json["code"] == STAGES[0].code


def test_the_method_comes_before_everything_but_a_token_in_the_query(
    probe_client: FlaskClient, thing: OwnedThing
) -> None:
    path = f"{thing.path}/actions"
    reply = probe_client.patch(f"{path}?x=%FF", data=b"x", headers={"Accept": "text/html"})
    assert (reply.status_code, reply.json["code"]) == (405, "method-not-allowed")
    assert probe_client.patch(f"{path}?token=1").json["code"] == "token-in-query"


def test_a_key_conflict_comes_after_422_and_before_403(probe_client: FlaskClient, thing: OwnedThing) -> None:
    path, key = f"{thing.path}/actions", {"Idempotency-Key": "k1"}
    first = {"type": "take", "tokens": {"white": 1}}
    assert probe_client.post(path, json=first, headers={**thing.owner, **thing.match, **key}).status_code == 200
    other = {"type": "take", "tokens": {"white": 2}}
    # No If-Match: 428 would be next.
    reply = probe_client.post(path, json=other, headers={**thing.owner, **key})
    assert (reply.status_code, reply.json["code"]) == (422, "idempotency-key-reuse")
    reply = probe_client.post(path, json={**other, "more": 1}, headers={**thing.owner, **key})
    assert (reply.status_code, reply.json["code"]) == (422, "invalid-request")


def test_a_replay_comes_before_428_and_412(probe_client: FlaskClient, thing: OwnedThing) -> None:
    path, key = f"{thing.path}/actions", {"Idempotency-Key": "k1"}
    body = {"type": "take", "tokens": {"white": 1}}
    first = probe_client.post(path, json=body, headers={**thing.owner, **thing.match, **key})
    again = probe_client.post(path, json=body, headers={**thing.owner, **key})
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json["version"] == first.json["version"] == 2
    assert again.headers["Idempotency-Replayed"] == "true"
