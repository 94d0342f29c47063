"""POST /games: every option, its default, and what is refused."""

from typing import Any

import pytest

from service.store.keys import new_game_id
from splendor.engine import fairness
from tests.api.games_api import GREEDY, ME, OPEN, RANDOM, Site, found, problem

SEED = "0123456789abcdef" * 4
DEFAULTS = {
    "visibility": "public",
    "seating": "as_given",
    "rated": False,
    "time_control": {"type": "none"},
    "target_prestige": 15,
    "reserved_cards": "blind_hidden",
    "max_rounds": 100,
    "on_flag": {"type": "forfeit"},
}
FISCHER = {"type": "fischer", "initial_ms": 1000, "increment_ms": 0}


def test_a_creation_answers_with_the_game_and_where_it_is(site: Site) -> None:
    ada = site.person()
    reply = site.create(ada, ME, OPEN)
    game = reply.json
    assert reply.status_code == 201
    assert reply.headers["Location"] == f"/v1/games/{game['id']}"
    assert reply.headers["ETag"] == f'"{game["etag"]}"'
    assert (game["version"], game["etag"].split("-")[0], game["status"]) == (1, "1", "open")
    assert game["seats"] == [
        {"seat": 0, "type": "player", "player": {"id": ada.id, "name": "Ada"}, "controller": "player"},
        {"seat": 1, "type": "open"},
    ]
    assert game == site.client.get(reply.headers["Location"], headers=ada.headers).json


def test_defaults(site: Site) -> None:
    game = site.create(site.person(), ME, OPEN).json
    assert game["options"] == DEFAULTS
    assert game["marks"] == []
    assert set(game["fairness"]) == {"commitment"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("visibility", "public"),
        ("visibility", "unlisted"),
        ("visibility", "private"),
        ("seating", "random"),
        ("target_prestige", 10),
        ("target_prestige", 30),
        ("reserved_cards", "hidden"),
        ("reserved_cards", "open"),
        ("max_rounds", 20),
        ("max_rounds", 500),
        ("on_flag", {"type": "ai_takes_over", "ai_player": "random"}),
        ("time_control", {"type": "none"}),
        ("time_control", {"type": "per_turn", "turn_ms": 1000}),
        ("time_control", {"type": "per_turn", "turn_ms": 1_209_600_000}),
        ("time_control", FISCHER),
        ("time_control", {**FISCHER, "increment_ms": 500, "max_ms": 1000}),
    ],
)
def test_each_option_is_taken_and_shown(site: Site, name: str, value: Any) -> None:
    ada = site.person()
    reply = site.create(ada, ME, OPEN, **{name: value})
    assert reply.status_code == 201, reply.text
    assert reply.json["options"] == DEFAULTS | {name: value}
    shown = found(site.client.get(reply.headers["Location"], headers=ada.headers))
    assert shown["options"] == DEFAULTS | {name: value}


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"visibility": "secret"}, "/visibility"),
        ({"rated": 1}, "/rated"),
        ({"rated": True, "time_control": FISCHER, "seating": "as_given"}, "/seating"),
        ({"sandbox": 1}, "/sandbox"),
        ({"sandbox": True, "visibility": "public"}, "/visibility"),
        ({"sandbox": True, "visibility": "unlisted"}, "/visibility"),
        ({"seating": "RANDOM"}, "/seating"),
        ({"target_prestige": 9}, "/target_prestige"),
        ({"target_prestige": 31}, "/target_prestige"),
        ({"target_prestige": 15.0}, "/target_prestige"),
        ({"target_prestige": True}, "/target_prestige"),
        ({"target_prestige": None}, "/target_prestige"),
        ({"target_prestige": -1}, "/target_prestige"),
        ({"target_prestige": 10**9}, "/target_prestige"),
        ({"target_prestige": 10**400}, "/target_prestige"),
        ({"reserved_cards": "shown"}, "/reserved_cards"),
        ({"max_rounds": 19}, "/max_rounds"),
        ({"max_rounds": 501}, "/max_rounds"),
        ({"on_flag": {"type": "forfeit", "ai_player": "greedy"}}, "/on_flag/ai_player"),
        ({"on_flag": {"type": "ai_takes_over"}}, "/on_flag/ai_player"),
        ({"on_flag": {"type": "ai_takes_over", "ai_player": "nobody"}}, "/on_flag/ai_player"),
        ({"on_flag": {"type": "draw"}}, "/on_flag/type"),
        ({"on_flag": "forfeit"}, "/on_flag"),
        ({"time_control": {"type": "per_turn"}}, "/time_control/turn_ms"),
        ({"time_control": {"type": "per_turn", "turn_ms": 999}}, "/time_control/turn_ms"),
        ({"time_control": {"type": "per_turn", "turn_ms": 1_209_600_001}}, "/time_control/turn_ms"),
        ({"time_control": {"type": "fischer", "initial_ms": 1000}}, "/time_control/increment_ms"),
        ({"time_control": {**FISCHER, "max_ms": 999}}, "/time_control/max_ms"),
        ({"time_control": {**FISCHER, "initial_ms": 2000, "max_ms": 1999}}, "/time_control/max_ms"),
        ({"time_control": {**FISCHER, "turn_ms": 1000}}, "/time_control/turn_ms"),
        ({"seed": SEED.upper()}, "/seed"),
        ({"seed": SEED[:-1]}, "/seed"),
        ({"seed": f"{SEED}\n"}, "/seed"),
        ({"seed": 7}, "/seed"),
        ({"colour": "red"}, "/colour"),
    ],
)
def test_what_the_schema_forbids_is_named(site: Site, options: dict[str, Any], pointer: str) -> None:
    body = problem(site.create(site.person(), ME, OPEN, **options), 422, "invalid-request")
    assert pointer in [error["pointer"] for error in body["errors"]]


@pytest.mark.parametrize(
    ("seats", "pointer"),
    [
        ([], "/seats"),
        ([ME], "/seats"),
        ([ME, OPEN, OPEN, OPEN, OPEN], "/seats"),
        ([ME, ME], "/seats"),
        ([ME, {"type": "invited", "player_id": "p" * 22}], "/seats/1/type"),
        ([ME, {"type": "player"}], "/seats/1/player_id"),
        ([ME, {"type": "player", "player_id": "p" * 7}], "/seats/1/player_id"),
        ([ME, {"type": "player", "player_id": "p" * 22, "expires_in_ms": 999}], "/seats/1/expires_in_ms"),
        ([ME, {"type": "player", "player_id": "p" * 22, "expires_in_ms": 86_400_001}], "/seats/1/expires_in_ms"),
        ([ME, *[{"type": "player", "player_id": "p" * 22}] * 2], "/seats"),
        ([ME, {"type": "ai"}], "/seats/1/ai_player"),
        ([ME, {"type": "ai", "ai_player": "deep"}], "/seats/1/ai_player"),
        ([ME, {"type": "open", "ai_player": "greedy"}], "/seats/1/ai_player"),
        ([ME, "open"], "/seats/1"),
        ([ME, {}], "/seats/1/type"),
        ([ME, {"type": ["open"]}], "/seats/1/type"),
        ([ME, None], "/seats/1"),
    ],
)
def test_seats_that_cannot_be_are_named(site: Site, seats: list[Any], pointer: str) -> None:
    body = problem(site.create(site.person(), *seats), 422, "invalid-request")
    assert pointer in [error["pointer"] for error in body["errors"]]


def test_seats_are_needed_and_a_list(site: Site) -> None:
    ada = site.person()
    for body in ({}, {"seats": None}, {"seats": {"0": ME}}):
        reply = site.client.post("/v1/games", json=body, headers=ada.headers)
        assert problem(reply, 422, "invalid-request")["errors"][0]["pointer"] == "/seats"


def test_every_fault_is_named_at_once(site: Site) -> None:
    body = problem(site.create(site.person(), ME, {"type": "ai"}, max_rounds=1, seed="x"), 422, "invalid-request")
    assert [error["pointer"] for error in body["errors"]] == ["/max_rounds", "/seats/1/ai_player", "/seed"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_starts_once_no_seat_is_open(site: Site, seats: int) -> None:
    game = site.create(site.person(), ME, *[GREEDY] * (seats - 1)).json
    assert (game["status"], game["version"], len(game["seats"])) == ("playing", 1, seats)
    assert [seat["controller"] for seat in game["seats"]] == ["player", *["ai"] * (seats - 1)]
    assert game["you"] == {"seat": 0}
    assert site.jobs == []


def test_a_game_of_ai_players_alone_starts_at_once_and_is_played_out(site: Site) -> None:
    ada = site.person()
    reply = site.create(ada, GREEDY, RANDOM, max_rounds=20)
    game = reply.json
    assert (game["status"], game["version"]) == ("playing", 1)
    assert "you" not in game
    assert [(job.game_id, job.version, job.attempt) for job in site.jobs] == [(game["id"], 1, 1)]
    site.run_jobs()
    over = found(site.client.get(reply.headers["Location"]))
    assert over["status"] == "finished"
    assert over["result"]["ranking"][0]["place"] == 1


def test_an_ai_player_on_the_first_seat_is_asked_at_once(site: Site) -> None:
    game = site.create(site.person(), RANDOM, ME).json
    assert [(job.game_id, job.version) for job in site.jobs] == [(game["id"], 1)]
    site.run_jobs()
    assert found(site.client.get(f"/v1/games/{game['id']}"))["turn"]["seat"] == 1


def test_me_is_optional(site: Site) -> None:
    ada = site.person()
    game = site.create(ada, OPEN, OPEN).json
    assert "you" not in game
    assert [seat["type"] for seat in game["seats"]] == ["open", "open"]


def test_a_seeded_game_is_marked_and_dealt_from_its_seed(site: Site) -> None:
    first, second = (site.create(site.person(), ME, GREEDY, seed=SEED).json for _ in range(2))
    assert first["marks"] == ["seeded"]
    assert first["fairness"] == {}
    for member in ("market", "nobles", "supply"):
        assert first[member] == second[member]
    other = site.create(site.person(), ME, GREEDY, seed="f" * 64).json
    assert other["market"] != first["market"]


def test_two_games_of_secret_seeds_are_dealt_differently(site: Site) -> None:
    first, second = (site.create(site.person(), ME, GREEDY).json for _ in range(2))
    assert first["market"] != second["market"]
    assert first["fairness"] != second["fairness"]


@pytest.mark.parametrize("seed", ["00" * 32, "ff" * 32, SEED])
def test_random_seating_is_drawn_from_the_seed(site: Site, seed: str) -> None:
    ada = site.person()
    given = [ada.id, "greedy", "random", "greedy"]
    game = site.create(ada, ME, GREEDY, RANDOM, GREEDY, seed=seed, seating="random").json
    seated = [seat.get("ai_player") or seat["player"]["id"] for seat in game["seats"]]
    assert seated == [given[number] for number in fairness.seating(bytes.fromhex(seed), 4)]
    assert game["you"] == {"seat": seated.index(ada.id)}


def test_the_start_of_the_log_says_who_sits_where(site: Site) -> None:
    game = site.game(ME, OPEN, GREEDY, seating="random")
    view = game.view()
    (started,) = [event for event in game.events() if event["type"] == "game_started"]
    assert started["seats"] == view["seats"]


def test_creating_needs_a_token_and_one_that_may_change_something(site: Site) -> None:
    problem(site.client.post("/v1/games", json={"seats": [ME, OPEN]}), 401, "token-missing")
    problem(site.create(site.person(scope="read"), ME, OPEN), 403, "token-scope")


def test_who_created_a_game_does_not_expire(site: Site) -> None:
    ada, players = site.person(), site.services.players
    site.create(ada, ME, OPEN)
    assert players._client.call("PTTL", f"player:{{{ada.id}}}") == -1


def test_a_game_that_nobody_created_is_not_there(site: Site) -> None:
    for game_id in (new_game_id(), "g00", "x" * 23, "%00", "..", "g00" + "{" * 20):
        for suffix in ("", "/events", "/legal-actions", "/record", "/positions/1"):
            assert site.client.get(f"/v1/games/{game_id}{suffix}").status_code == 404
