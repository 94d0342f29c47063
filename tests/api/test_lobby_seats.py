"""DELETE and PUT /games/{id}/seats/{n}: leaving, and the creator's changes, before the start."""

import pytest

from tests.api.games_api import GREEDY, ME, OPEN, RANDOM, Json, Site, found, problem
from tests.api.lobby_api import change, invite, leave, occupants, table, told


def test_leaving(site: Site) -> None:
    game = table(site)
    bea = site.person("Bea")
    found(game.post("/seats", bea))
    reply = leave(game, bea, 1)
    assert told(reply) == [("seat_left", 1, "left")]
    assert reply.json["events"][0]["player"] == {"id": bea.id, "name": "Bea"}
    assert (reply.json["game"]["version"], occupants(reply.json["game"])) == (3, ["player Ada", "open", "open"])
    assert "you" not in reply.json["game"]
    assert reply.headers["ETag"] == f'"{game.etag}"'
    assert found(game.post("/seats", bea, {"seat": 2}))["game"]["you"] == {"seat": 2}


def test_a_seat_that_is_open_already_stays_so(site: Site) -> None:
    """A DELETE that is sent again finds nothing to do."""
    game = table(site)
    bea = site.person("Bea")
    game.post("/seats", bea)
    leave(game, bea, 1)
    etag = game.etag
    for person in (bea, game.creator, site.person("Cyd")):
        reply = leave(game, person, 1)
        assert (told(reply), reply.headers["ETag"]) == ([], f'"{etag}"')
    assert game.etag == etag


def test_the_creator_leaving_calls_the_game_off(site: Site) -> None:
    """H4"""
    game = table(site)
    game.post("/seats", site.person("Bea"))
    reply = leave(game, game.creator, 0)
    assert told(reply) == [("game_aborted", None, "creator")]
    assert reply.json["game"]["status"] == "aborted"
    problem(leave(game, game.creator, 0), 409, "game-over")
    problem(change(game, game.creator, 2, GREEDY), 409, "game-over")


def test_nobody_displaces_a_player(site: Site) -> None:
    game = table(site)
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game.post("/seats", bea)
    for person in (game.creator, cyd):
        problem(leave(game, person, 1), 403, "not-your-seat")
    problem(leave(game, bea, 0), 403, "not-your-seat")
    for seat in (OPEN, GREEDY, invite(cyd), invite(bea)):
        for number in (0, 1):
            problem(change(game, game.creator, number, seat), 409, "seat-not-open")
    assert occupants(game.view()) == ["player Ada", "player Bea", "open"]


def test_the_creator_gives_a_free_seat_to_others(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site)
    steps: list[tuple[Json, list[tuple[str, int, str]], str]] = [
        (GREEDY, [("seat_taken", 1, "")], "ai greedy"),
        (RANDOM, [("seat_taken", 1, "")], "ai random"),
        (invite(bea), [("seat_offered", 1, "")], "invited Bea"),
        (OPEN, [("seat_left", 1, "withdrawn")], "open"),
    ]
    for version, (wanted, events, occupant) in enumerate(steps, 2):
        reply = change(game, game.creator, 1, wanted)
        assert (told(reply), occupants(reply.json["game"])[1]) == (events, occupant)
        assert reply.json["game"]["version"] == version
        again = change(game, game.creator, 1, wanted)
        assert (told(again), again.json["game"]["version"]) == ([], version)


def test_the_creator_takes_an_ai_player_away(site: Site) -> None:
    game = table(site, ME, OPEN, GREEDY)
    problem(leave(game, site.person(), 2), 403, "not-your-seat")
    reply = leave(game, game.creator, 2)
    assert told(reply) == [("seat_left", 2, "withdrawn")]
    assert reply.json["events"][0]["ai_player"] == "greedy"
    assert occupants(reply.json["game"]) == ["player Ada", "open", "open"]


def test_an_ai_player_in_the_last_seat_starts_the_game_and_acts(site: Site) -> None:
    game = table(site, OPEN, ME)
    reply = change(game, game.creator, 0, GREEDY)
    assert [kind for kind, *_ in told(reply)] == ["seat_taken", "game_started", "turn_started"]
    assert reply.json["game"]["turn"]["seat"] == 0
    assert [(job.game_id, job.version) for job in site.jobs] == [(game.id, 2)]
    assert site.run_jobs() == 1
    assert game.view()["turn"]["seat"] == 1


def test_only_the_creator_changes_seats(site: Site) -> None:
    game = table(site)
    bea = site.person("Bea")
    game.post("/seats", bea)
    for person in (bea, site.person()):
        problem(change(game, person, 2, GREEDY), 403, "not-creator")
    problem(change(game, None, 2, GREEDY), 401, "token-missing")
    problem(change(game, site.person(scope="read"), 2, GREEDY), 403, "token-scope")


@pytest.mark.parametrize("seat", [3, 4, 9, 10**30, -1, "x", "1.0", "01", "%D9%A1", "1%0A", "null"])
def test_what_is_no_seat(site: Site, seat: int | str) -> None:
    game = table(site)
    for person in (game.creator, site.person()):
        problem(leave(game, person, seat), 404, "seat-not-found")
        problem(change(game, person, seat, GREEDY), 404, "seat-not-found")
    game.post("/abort", game.creator)
    problem(leave(game, game.creator, seat), 404, "seat-not-found")


@pytest.mark.parametrize(
    "wanted",
    [
        {"type": "me"},
        {"type": "ai"},
        {"type": "ai", "ai_player": "nobody"},
        {"type": "player"},
        {"type": "player", "player_id": "p"},
        {"type": "open", "player_id": "pZ4nYk7Tc2VwB8uXe6MdG1"},
        {"type": "player", "player_id": "pZ4nYk7Tc2VwB8uXe6MdG1", "expires_in_ms": 999},
        {"type": "player", "player_id": "pZ4nYk7Tc2VwB8uXe6MdG1", "expires_in_ms": 86_400_001},
        {},
        [],
        "open",
    ],
)
def test_what_is_no_occupant(site: Site, wanted: object) -> None:
    game = table(site)
    problem(change(game, game.creator, 1, wanted), 422, "invalid-request")
    assert game.view()["version"] == 1


def test_after_the_start_nobody_leaves_like_this(site: Site) -> None:
    game = site.game()
    for person in game.people:
        for number in (0, 1):
            problem(leave(game, person, number), 409, "game-started")
    problem(change(game, game.creator, 1, GREEDY), 409, "game-started")
    assert game.view()["version"] == 2


def test_a_body_is_not_needed_to_leave(site: Site) -> None:
    game = table(site)
    bea = site.person("Bea")
    game.post("/seats", bea)
    path = f"{game.path}/seats/1"
    problem(site.client.delete(path, json={"reason": "tired"}, headers=bea.headers), 422, "invalid-request")
    assert site.client.delete(path, json={}, headers=bea.headers).status_code == 200


def test_random_seating_renumbers_the_seats_at_the_start(site: Site) -> None:
    """Who sits where is drawn with the last seat, whoever fills it."""
    bea = site.person("Bea")
    game = table(site, ME, GREEDY, invite(bea), OPEN, seating="random", seed="2" * 64)
    found(game.post("/seats", bea))
    assert occupants(game.view()) == ["player Ada", "ai greedy", "player Bea", "open"]
    body = found(change(game, game.creator, 3, RANDOM))
    drawn = occupants(body["game"])
    assert sorted(drawn) == ["ai greedy", "ai random", "player Ada", "player Bea"]
    assert drawn != ["player Ada", "ai greedy", "player Bea", "ai random"]
    (start,) = [one for one in body["events"] if one["type"] == "game_started"]
    assert occupants({"seats": start["seats"]}) == drawn
    assert game.view(bea)["you"] == {"seat": drawn.index("player Bea")}
