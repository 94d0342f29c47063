"""Idempotency-Key on the games: the same request again is the first success again."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.hosting.play_ai import play_ai
from service.store.errors import StoreUnavailable
from service.store.players import digest_of
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, GameAt, Json, Site, found, problem
from tests.api.positions import last_turn
from tests.hosting.hosts import store_client

KEY = {"Idempotency_Key": "one-and-only"}


def replayed(reply: TestResponse) -> bool:
    return reply.headers.get("Idempotency-Replayed") == "true"


def test_an_action_again_is_the_first_success_again(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    etag = game.etag
    first = game.submit(ada, BLIND, etag, **KEY)
    assert not replayed(first)
    for _ in range(2):
        again = game.submit(ada, BLIND, etag, **KEY)
        assert replayed(again)
        assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, first.headers["ETag"])
    game.act(bea, TAKE)
    game.act(ada, TAKE)
    game.act(bea, TAKE)
    assert game.submit(ada, BLIND, etag, **KEY).data == first.data
    assert game.view()["version"] == 6


def test_the_precondition_of_a_repetition_is_not_looked_at(site: Site) -> None:
    game = site.game()
    ada = game.people[0]
    first = game.submit(ada, TAKE, **KEY)
    assert game.submit(ada, TAKE, game.etag, **KEY).data == first.data
    assert game.post("/actions", ada, TAKE, **KEY).data == first.data


def test_another_body_is_a_mistake(site: Site) -> None:
    game = site.game()
    ada = game.people[0]
    game.submit(ada, TAKE, **KEY)
    etag = game.etag
    problem(game.submit(ada, BLIND, **KEY), 422, "idempotency-key-reuse")
    assert game.etag == etag
    same = {"tokens": dict(reversed(TAKE["tokens"].items())), "type": "take_tokens"}  # type: ignore[attr-defined]
    assert replayed(game.submit(ada, same, **KEY))


def test_a_key_belongs_to_a_credential_and_a_route(site: Site) -> None:
    game, other = site.game(ME, OPEN, OPEN), site.game()
    ada, bea, _ = game.people
    assert not replayed(game.submit(ada, TAKE, **KEY))
    assert not replayed(game.submit(bea, TAKE, **KEY))
    assert not replayed(other.submit(other.people[0], TAKE, **KEY))
    assert not replayed(game.post("/resignation", ada, {}, **KEY))
    assert replayed(game.post("/resignation", ada, {}, **KEY))


def test_a_refusal_is_not_remembered(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    problem(game.submit(bea, TAKE, **KEY), 409, "not-your-turn")
    game.act(ada, TAKE)
    assert not replayed(game.submit(bea, TAKE, **KEY))
    assert game.view()["version"] == 4


@pytest.mark.parametrize("key", ["", " ", "a b", "ü", "k" * 256, "tab\tkey"])
def test_what_is_no_key(site: Site, key: str) -> None:
    game = site.game()
    problem(
        game.post("/actions", game.people[0], TAKE, If_Match=f'"{game.etag}"', Idempotency_Key=key),
        400,
        "bad-idempotency-key",
    )
    assert game.submit(game.people[0], TAKE, Idempotency_Key="k" * 255).status_code == 200


def test_each_verb(site: Site) -> None:
    ada, bea = site.person(), site.person("Bea")
    game = GameAt(site, site.create(ada, ME, OPEN, OPEN).json["id"], ada, [ada, bea])
    for suffix, person, body in (("/seats", bea, {"seat": 1}), ("/abort", ada, {})):
        first = game.post(suffix, person, body, **KEY)
        again = game.post(suffix, person, body, **KEY)
        assert (found(first), replayed(first), replayed(again)) == (found(again), False, True)
    assert game.view()["version"] == 3
    other = site.game()
    first = other.post("/resignation", other.people[0], {}, **KEY)
    assert other.post("/resignation", other.people[0], {}, **KEY).data == first.data


def test_a_repetition_after_the_end_shows_that_version_open(site: Site) -> None:
    """The game is over meanwhile: what was hidden then no longer is, all else is the first reply."""
    game = site.game()
    ada, bea = game.people
    etag = game.etag
    first = found(game.submit(ada, TAKE, etag, **KEY))
    game.post("/resignation", bea)
    again = found(game.submit(ada, TAKE, etag, **KEY))
    assert "seed" in again["game"]["fairness"]
    again["game"]["fairness"].pop("seed")
    assert again == first


def test_a_creation_again_is_the_same_game(site: Site) -> None:
    ada = site.person()
    first = site.create(ada, ME, GREEDY, key="k")
    game = GameAt(site, first.json["id"], ada, [ada])
    game.act(ada, TAKE)
    site.run_jobs()
    again = site.create(ada, ME, GREEDY, key="k")
    assert replayed(again)
    assert (again.status_code, again.data) == (201, first.data)
    for header in ("Location", "ETag"):
        assert again.headers[header] == first.headers[header]
    problem(site.create(ada, ME, OPEN, key="k"), 422, "idempotency-key-reuse")
    assert site.create(site.person(), ME, GREEDY, key="k").json["id"] != game.id
    assert site.create(ada, ME, GREEDY, key="other").json["id"] != game.id


def test_a_refused_creation_frees_its_key(site: Site) -> None:
    ada = site.person()
    bad: Json = {"position": {"seats": [{}, {}], "round": 0}}
    problem(site.create(ada, ME, GREEDY, key="k", **bad), 422, "invalid-position")
    assert site.create(ada, ME, GREEDY, key="k").status_code == 201


def test_a_creation_whose_holder_died_is_taken_over_with_the_same_id(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The holder committed and died before it could say so: the next one finds the game, and makes no second one."""
    ada = site.person()
    creations = site.services.creations
    monkeypatch.setattr(creations, "done", lambda *_: None, raising=True)
    first = site.create(ada, ME, GREEDY, key="k")
    problem(site.create(ada, ME, GREEDY, key="k"), 409, "request-in-progress")
    _let_the_claim_end(site)
    again = site.create(ada, ME, GREEDY, key="k")
    assert (again.status_code, again.data, replayed(again)) == (201, first.data, True)


def _let_the_claim_end(site: Site) -> None:
    client = store_client(site.services)
    (key,) = (key for key in client.call("KEYS", "idem:*"))
    fields = client.call("HGETALL", key)
    for name, value in zip(fields[::2], fields[1::2], strict=True):
        if value.isdigit() and int(value) > 10**12:
            client.call("HSET", key, name, int(value) - 60_000)


def test_parallel_requests_with_one_key_are_one_action(site: Site) -> None:
    game = site.game()
    ada, etag = game.people[0], game.etag

    def send(_: int) -> TestResponse:
        client = site.app.test_client()
        headers = ada.headers | {"If-Match": f'"{etag}"', "Idempotency-Key": "k"}
        return client.post(f"{game.path}/actions", json=BLIND, headers=headers)

    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(send, range(8)))
    assert [reply.status_code for reply in replies] == [200] * 8
    assert len({reply.data for reply in replies}) == 1
    assert sum(not replayed(reply) for reply in replies) == 1
    assert game.view()["version"] == 3


def test_a_repetition_that_only_the_commit_recognises(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have read the game before either has committed."""
    game = site.game()
    ada, etag = game.people[0], game.etag
    games = site.services.games
    read = type(games).read_for_request
    blind: list[Any] = []

    def unknowing(self: object, *args: Any) -> Any:
        return blind[0] if blind else read(games, *args)

    credential = digest_of(ada.headers["Authorization"].removeprefix("Bearer "))
    seen = read(games, game.id, credential, "none")
    first = game.submit(ada, TAKE, etag, **KEY)
    blind.append(seen)
    monkeypatch.setattr(type(games), "read_for_request", unknowing)
    again = game.post("/actions", ada, TAKE, If_Match=f'"{etag}"', **KEY)
    assert (again.status_code, again.data, replayed(again)) == (200, first.data, True)


def test_an_unknown_outcome_is_cleared_up_by_the_same_request(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """503: the reply of the commit was lost; the same key and If-Match again tell."""
    game = site.game()
    ada, etag = game.people[0], game.etag
    games = site.services.games
    commit = type(games).commit
    lost = [True]

    def losing(self: object, order: Any) -> Any:
        done = commit(games, order)
        if lost and lost.pop():
            raise StoreUnavailable("the reply was lost")
        return done

    monkeypatch.setattr(type(games), "commit", losing)
    assert problem(game.submit(ada, TAKE, etag, **KEY), 503, "store-unavailable")["retry_after_ms"] > 0
    again = game.submit(ada, TAKE, etag, **KEY)
    assert (again.status_code, replayed(again), again.json["game"]["version"]) == (200, True, 3)


def test_the_last_action_of_a_game_again(site: Site) -> None:
    game = site.game(position=last_turn())
    bea, etag = game.people[1], game.etag
    first = game.submit(bea, TAKE, etag, **KEY)
    assert game.submit(bea, TAKE, etag, **KEY).data == first.data


def test_a_creation_is_shown_as_it_was_made_also_if_it_had_to_be_sent_twice(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reply of the commit was lost, and an AI player has moved before it was sent again."""
    games = site.services.games
    commit = type(games).commit

    def twice(self: object, order: Any) -> Any:
        done = commit(games, order)
        if order.expect != (0, ""):
            return done
        play_ai(site.services, order.game_id, 1)
        return commit(games, order)

    monkeypatch.setattr(type(games), "commit", twice)
    reply = site.create(site.person(), GREEDY, ME, time_control={"type": "per_turn", "turn_ms": 60_000})
    view = reply.json
    assert (view["version"], view["turn"]["seat"], view["turn"]["started_at"]) == (1, 0, view["created_at"])
    assert view["seats"][1]["remaining_ms"] == 60_000
    assert games.read(view["id"]).version == 2  # type: ignore[union-attr]
    assert "Idempotency-Replayed" not in reply.headers
