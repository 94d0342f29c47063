"""POST /games/{id}/seats: taking a seat."""

import pytest

from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Json, Site, found, problem


def waiting(site: Site, *seats: Json) -> GameAt:
    """A game that nobody has joined yet."""
    ada = site.person()
    return GameAt(site, site.create(ada, *seats).json["id"], ada, [ada])


def test_the_lowest_open_seat(site: Site) -> None:
    game = waiting(site, OPEN, ME, OPEN, OPEN)
    for number in (0, 2):
        body = found(game.post("/seats", site.person(f"Player {number}"), {}))
        assert body["game"]["you"] == {"seat": number}
        assert body["game"]["status"] == "open"
        (event,) = body["events"]
        assert (event["type"], event["seat"], event["player"]["name"]) == ("seat_taken", number, f"Player {number}")


def test_a_body_is_not_needed(site: Site) -> None:
    game = waiting(site, ME, OPEN)
    assert found(game.post("/seats", site.person()))["game"]["you"] == {"seat": 1}


def test_the_seat_named(site: Site) -> None:
    game = waiting(site, ME, OPEN, OPEN)
    assert found(game.post("/seats", site.person(), {"seat": 2}))["game"]["you"] == {"seat": 2}
    problem(game.post("/seats", site.person(), {"seat": 2}), 409, "seat-not-open")
    problem(game.post("/seats", site.person(), {"seat": 0}), 409, "seat-not-open")
    problem(game.post("/seats", site.person(), {"seat": 3}), 409, "seat-not-open")
    assert game.view()["version"] == 2


@pytest.mark.parametrize(
    "body", [{"seat": 4}, {"seat": -1}, {"seat": 1.0}, {"seat": True}, {"seat": "1"}, {"place": 1}]
)
def test_what_is_no_seat(site: Site, body: Json) -> None:
    game = waiting(site, ME, OPEN)
    problem(game.post("/seats", site.person(), body), 422, "invalid-request")
    assert game.view()["version"] == 1


def test_who_is_seated_already_gets_the_game_as_it_is(site: Site) -> None:
    game = waiting(site, ME, OPEN)
    etag = game.etag
    for body in (None, {}, {"seat": 1}):
        reply = game.post("/seats", game.creator, body)
        assert found(reply)["events"] == []
        assert reply.json["game"]["you"] == {"seat": 0}
        assert reply.headers["ETag"] == f'"{etag}"'
    assert game.etag == etag
    bea = site.person("Bea")
    game.post("/seats", bea)
    assert found(game.post("/seats", bea))["game"]["version"] == 2
    over = found(game.post("/resignation", bea))["game"]
    assert found(game.post("/seats", bea)) == {"game": over, "events": []}


def test_the_last_seat_starts_the_game_in_the_same_commit(site: Site) -> None:
    game = waiting(site, ME, OPEN, GREEDY)
    body = found(game.post("/seats", site.person()))
    assert (body["game"]["status"], body["game"]["version"]) == ("playing", 2)
    assert [event["type"] for event in body["events"]] == ["seat_taken", "game_started", "turn_started"]
    assert {event["version"] for event in body["events"]} == {2}


def test_the_last_seat_wakes_an_ai_player_that_begins(site: Site) -> None:
    game = waiting(site, GREEDY, OPEN)
    assert site.jobs == []
    game.post("/seats", site.person())
    assert [(job.game_id, job.version) for job in site.jobs] == [(game.id, 2)]


def test_a_game_that_is_full(site: Site) -> None:
    game = site.game()
    for body in ({}, {"seat": 0}, {"seat": 1}):
        problem(game.post("/seats", site.person(), body), 409, "game-started")
    game.act(game.people[0], TAKE)
    problem(game.post("/seats", site.person()), 409, "game-started")


def test_a_game_that_is_over(site: Site) -> None:
    game = waiting(site, ME, OPEN)
    game.post("/abort", game.creator)
    problem(game.post("/seats", site.person()), 409, "game-over")
    played = site.game()
    played.post("/resignation", played.people[0])
    problem(played.post("/seats", site.person(), {"seat": 0}), 409, "game-over")


def test_if_match_is_not_looked_at(site: Site) -> None:
    game = waiting(site, ME, OPEN)
    assert game.post("/seats", site.person(), {}, If_Match='"7-00000000"').status_code == 200


def test_joining_needs_a_token(site: Site) -> None:
    game = waiting(site, ME, OPEN)
    problem(game.post("/seats", None, {}), 401, "token-missing")
    problem(game.post("/seats", site.person(scope="read"), {}), 403, "token-scope")


def test_random_seating_is_drawn_when_the_last_one_sits_down(site: Site) -> None:
    """Before the start the seats stand as they were taken, afterwards as drawn, for everybody alike."""
    game = site.game(OPEN, OPEN, OPEN, seating="random", seed="1" * 64)
    ada, bea, cyd = game.people
    before = [seat.get("player", {}).get("id") for seat in found(game.get("/positions/3"))["seats"]]
    assert before == [ada.id, bea.id, None]
    order = [seat["player"]["id"] for seat in game.view()["seats"]]
    assert sorted(order) == sorted([ada.id, bea.id, cyd.id])
    assert order != [ada.id, bea.id, cyd.id]
    for person in game.people:
        assert game.view(person)["you"] == {"seat": order.index(person.id)}
