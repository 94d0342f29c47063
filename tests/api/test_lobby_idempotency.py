"""Idempotency-Key on everything that changes seats or ends a game: the first success again, whatever came since."""

from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Person, Site, found, problem
from tests.api.lobby_api import change, invite, leave, table

Ask = Callable[..., TestResponse]


def again(first: TestResponse, ask: Ask) -> None:
    """The same request gets the same reply, and says so."""
    assert first.status_code in (200, 201), first.text
    assert "Idempotency-Replayed" not in first.headers
    second = ask()
    assert (second.status_code, second.headers["Idempotency-Replayed"]) == (first.status_code, "true")
    assert second.json == first.json
    assert second.headers["ETag"] == first.headers["ETag"]
    assert second.headers.get("Location") == first.headers.get("Location")


def seats(site: Site) -> tuple[GameAt, Person, Person]:
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, ME, OPEN, invite(bea), OPEN)
    found(game.post("/seats", cyd))
    return game, bea, cyd


REQUESTS: dict[str, Callable[[GameAt, Person, Person], TestResponse]] = {
    "join": lambda game, bea, _: game.post("/seats", bea, {}, Idempotency_Key="k"),
    "leave": lambda game, _, cyd: leave(game, cyd, 1, Idempotency_Key="k"),
    "decline": lambda game, bea, _: leave(game, bea, 2, Idempotency_Key="k"),
    "withdraw": lambda game, _, __: leave(game, game.creator, 2, Idempotency_Key="k"),
    "change": lambda game, _, __: change(game, game.creator, 3, GREEDY, Idempotency_Key="k"),
}


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("name", REQUESTS)
def test_the_first_success_again(site: Site, name: str, visibility: str) -> None:
    """Also for who has left a private game by it and does not see it any more."""
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, ME, invite(cyd), invite(bea), OPEN, visibility=visibility)
    found(game.post("/seats", cyd))

    def ask() -> TestResponse:
        return REQUESTS[name](game, bea, cyd)

    first = ask()
    again(first, ask)
    found(change(game, game.creator, 3, invite(site.person("Dee"))))
    etag = game.etag
    again(first, ask)
    assert game.etag == etag


def test_another_body_under_the_same_key(site: Site) -> None:
    game, bea, _ = seats(site)
    found(game.post("/seats", bea, {"seat": 3}, Idempotency_Key="k"))
    problem(game.post("/seats", bea, {"seat": 2}, Idempotency_Key="k"), 422, "idempotency-key-reuse")
    waiting = table(site)
    found(change(waiting, waiting.creator, 1, GREEDY, Idempotency_Key="k"))
    problem(change(waiting, waiting.creator, 1, OPEN, Idempotency_Key="k"), 422, "idempotency-key-reuse")


def test_a_key_counts_for_what_the_path_names(site: Site) -> None:
    """Which seat is meant stands in the path: under the same key another one is another request."""
    game = table(site)
    found(change(game, game.creator, 1, GREEDY, Idempotency_Key="k"))
    reply = change(game, game.creator, 2, GREEDY, Idempotency_Key="k")
    assert (found(reply)["game"]["status"], reply.headers.get("Idempotency-Replayed")) == ("playing", None)


def test_a_key_is_of_one_operation_and_one_caller(site: Site) -> None:
    game, bea, cyd = seats(site)
    found(game.post("/seats", bea, {}, Idempotency_Key="k"))
    found(leave(game, bea, 2, Idempotency_Key="k"))
    found(leave(game, cyd, 1, Idempotency_Key="k"))
    assert [seat["type"] for seat in game.view()["seats"]] == ["player", "open", "open", "open"]


def test_a_refusal_is_not_remembered(site: Site) -> None:
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, ME, invite(bea))
    problem(game.post("/seats", cyd, {}, Idempotency_Key="k"), 409, "seat-not-open")
    found(leave(game, bea, 1))
    assert found(game.post("/seats", cyd, {}, Idempotency_Key="k"))["game"]["status"] == "playing"


def test_the_start_is_replayed_as_it_was(site: Site) -> None:
    game = table(site, ME, OPEN)

    def ask(**headers: str) -> TestResponse:
        return change(game, game.creator, 1, GREEDY, Idempotency_Key="k", **headers)

    first = ask()
    assert [event["type"] for event in found(first)["events"]] == ["seat_taken", "game_started", "turn_started"]
    found(game.submit(game.creator, TAKE))
    again(first, ask)


VERBS: dict[str, Any] = {"abort": None, "hand-over": {"ai_player": "greedy"}, "resignation": None}


@pytest.mark.parametrize("verb", VERBS)
def test_verbs_of_a_running_game(site: Site, verb: str) -> None:
    game = site.game(ME, OPEN, OPEN)
    found(game.submit(game.people[0], TAKE))

    def ask() -> TestResponse:
        return game.post(f"/{verb}", game.people[1], VERBS[verb], Idempotency_Key="k")

    first = ask()
    again(first, ask)
    found(game.post("/resignation", game.people[2]))
    etag = game.etag
    second = ask()
    assert (second.status_code, second.json["game"]["version"]) == (200, first.json["game"]["version"])
    assert game.etag == etag


def test_an_invitation_is_created_once(site: Site) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    first = site.create(ada, ME, invite(bea), key="k")
    again(first, lambda: site.create(ada, ME, invite(bea), key="k"))
    problem(site.create(ada, ME, OPEN, key="k"), 422, "idempotency-key-reuse")


def test_a_private_game_is_created_once_with_its_code(site: Site) -> None:
    ada = site.person("Ada")
    first = site.create(ada, ME, OPEN, key="k", visibility="private")
    again(first, lambda: site.create(ada, ME, OPEN, key="k", visibility="private"))
    assert len(first.json["join_code"]) == 8
