"""The order of checks on every operation of the games: whichever two things are wrong, the earlier one is named.

406, 401, 404, 422, key conflict, 403, 428, 412, 409. What is earlier still (400, 413, 415) is tested with the base.
"""

import hashlib
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from service.api.idempotency import body_digest
from service.store.keys import game_keys, new_game_id
from service.store.players import digest_of
from tests.api.games_api import TAKE, GameAt, Json, Person, Site, problem
from tests.hosting.hosts import store_client

ORDER = ("accept", "token", "game", "schema", "key", "right", "no match", "old match", "state")
CODES = {
    "accept": "not-acceptable",
    "token": "token-missing",
    "game": "game-not-found",
    "schema": "invalid-request",
    "key": "idempotency-key-reuse",
    "no match": "precondition-required",
    "old match": "version-conflict",
    "state": "game-over",
}


class Verb(NamedTuple):
    """A POST on a game: its operation, a body that is right, the code for want of a right, and what is not checked."""

    suffix: str
    operation: str
    body: Json
    right: str
    unchecked: frozenset[str] = frozenset()


VERBS = (
    Verb("/seats", "joinGame", {}, "token-scope", frozenset({"no match", "old match"})),
    Verb("/actions", "playAction", TAKE, "not-seated"),
    Verb("/actions/preview", "previewAction", TAKE, "not-seated", frozenset({"key", "no match"})),
    Verb("/resignation", "resign", {}, "not-seated", frozenset({"no match"})),
    Verb("/abort", "abortGame", {}, "not-seated", frozenset({"no match"})),
    Verb("/hand-over", "handOver", {"ai_player": "greedy"}, "not-seated", frozenset({"no match"})),
    Verb("/rematch", "rematch", {}, "not-seated", frozenset({"no match", "old match", "key", "state"})),
)
PAIRS = [
    (verb, *pair)
    for verb in VERBS
    for pair in combinations(ORDER, 2)
    if not verb.unchecked & set(pair) and set(pair) != {"no match", "old match"}
]
NAMES = [f"{verb.operation}: {first}, {second}" for verb, first, second in PAIRS]


def caller(site: Site, game: GameAt, verb: Verb, *, right: bool) -> Person:
    if verb.right == "token-scope":
        return site.person(scope="" if right else "read")
    return game.creator if right else site.person()


def use_key(game: GameAt, person: Person, verb: Verb, key: str) -> None:
    """Lets the store know this key of this caller, with another body."""
    credential = digest_of(person.headers["Authorization"].removeprefix("Bearer "))
    digest = hashlib.sha256(f"{credential}\n{verb.operation}\n{key}".encode()).hexdigest()[:32]
    record = f"1 {body_digest({'another': 'body'})}"
    store_client(game.site.services).call("HSET", game_keys(game.id).requests, digest, record)


@pytest.mark.parametrize(("verb", "first", "second"), PAIRS, ids=NAMES)
def test_the_earlier_fault_is_named(site: Site, verb: Verb, first: str, second: str) -> None:
    wrong = {first, second}
    game = site.game()
    if "state" in wrong:
        game.post("/resignation", game.people[1])
    etag = game.etag
    person = caller(site, game, verb, right="right" not in wrong)
    headers = {} if "token" in wrong else dict(person.headers)
    if "key" in wrong:
        use_key(game, person, verb, "used")
        headers["Idempotency-Key"] = "used"
    if "accept" in wrong:
        headers["Accept"] = "image/png"
    if "no match" not in wrong:
        headers["If-Match"] = '"1-00000000"' if "old match" in wrong else f'"{etag}"'
    path = f"/v1/games/{new_game_id()}" if "game" in wrong else game.path
    body: Any = {"nonsense": 1} if "schema" in wrong else verb.body
    reply = site.client.post(path + verb.suffix, json=body, headers=headers)
    assert reply.json["code"] == (verb.right if first == "right" else CODES[first]), reply.text
    assert game.etag == etag


@pytest.mark.parametrize("suffix", ["", "/legal-actions", "/events", "/record", "/positions/99"])
def test_reading(site: Site, suffix: str) -> None:
    """406, 401, 404, 422, then what is asked for."""
    game = site.game()
    accept, token = {"Accept": "image/png"}, {"Authorization": "Bearer nonsense"}
    gone = f"/v1/games/{new_game_id()}{suffix}"
    get = site.client.get
    problem(get(f"{gone}?x=1", headers=accept | token), 406, "not-acceptable")
    problem(get(f"{gone}?x=1", headers=token), 401, "token-invalid")
    problem(get(f"{gone}?x=1"), 404, "game-not-found")
    problem(get(f"{game.path}{suffix}?x=1"), 422, "invalid-request")
    problem(get(f"{game.path}{suffix}?token=1"), 400, "token-in-query")
    if "positions" in suffix:
        problem(get(f"{game.path}{suffix}"), 404, "version-not-found")


def test_a_rule_comes_last(site: Site) -> None:
    """Whose turn it is comes before what the rules say to the action, and both behind the version."""
    game = site.game()
    ada, bea = game.people
    bad = {"type": "take_tokens", "tokens": {"white": 1}}
    problem(game.submit(bea, bad, "1-00000000"), 412, "version-conflict")
    problem(game.submit(bea, bad), 409, "not-your-turn")
    problem(game.submit(ada, bad), 409, "illegal-action", "K1")


def test_creating(site: Site) -> None:
    """406, 401, 422, key conflict, 403."""
    ada, reader = site.person(), site.person(scope="read")
    post, good = site.client.post, {"seats": [{"type": "me"}, {"type": "open"}]}
    accept, key = {"Accept": "image/png"}, {"Idempotency-Key": "k"}
    problem(post("/v1/games", json={}, headers=accept), 406, "not-acceptable")
    problem(post("/v1/games", json={}), 401, "token-missing")
    problem(post("/v1/games", json={}, headers=reader.headers), 422, "invalid-request")
    problem(post("/v1/games", json=good, headers=reader.headers), 403, "token-scope")
    assert post("/v1/games", json=good, headers=ada.headers | key).status_code == 201
    problem(post("/v1/games", json={}, headers=ada.headers | key), 422, "invalid-request")
    other = good | {"max_rounds": 50}
    problem(post("/v1/games", json=other, headers=ada.headers | key), 422, "idempotency-key-reuse")
