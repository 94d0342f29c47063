"""Invitations: accepting, declining, withdrawing, expiry."""

import pytest

from service.hosting.expire import end_of_life
from tests.api.games_api import GREEDY, ME, OPEN, Site, found, problem
from tests.api.lobby_api import DAY_MS, MINUTE_MS, change, invite, leave, let_pass, occupants, table, told
from tests.api.timing import SLACK_MS, ms

NOBODY = {"type": "player", "player_id": "pZ4nYk7Tc2VwB8uXe6MdG1"}


def test_an_invitation_is_shown_and_accepted(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, OPEN, invite(bea))
    seat = game.view()["seats"][2]
    assert (seat["type"], seat["player"]) == ("invited", {"id": bea.id, "name": "Bea"})
    assert "controller" not in seat
    assert "you" not in game.view(bea)
    reply = game.post("/seats", bea)
    assert told(reply) == [("seat_taken", 2, "")]
    assert (reply.json["game"]["you"], occupants(reply.json["game"])) == (
        {"seat": 2},
        ["player Ada", "open", "player Bea"],
    )


@pytest.mark.parametrize(("asked", "length"), [(0, DAY_MS), (MINUTE_MS, MINUTE_MS), (DAY_MS, DAY_MS), (1000, 1000)])
def test_how_long_it_holds(site: Site, asked: int, length: int) -> None:
    game = table(site, ME, OPEN, invite(site.person("Bea"), asked))
    view = game.view()
    assert 0 <= ms(view["created_at"]) + length - ms(view["seats"][2]["expires_at"]) < SLACK_MS
    body = found(change(game, game.creator, 1, invite(site.person("Cyd"), asked)))["game"]
    assert 0 <= ms(body["updated_at"]) + length - ms(body["seats"][1]["expires_at"]) < SLACK_MS


def test_the_last_answer_starts_the_game(site: Site) -> None:
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, ME, invite(bea), invite(cyd))
    assert found(game.post("/seats", cyd))["game"]["status"] == "open"
    reply = game.post("/seats", bea)
    assert [kind for kind, *_ in told(reply)] == ["seat_taken", "game_started", "turn_started"]
    assert occupants(reply.json["game"]) == ["player Ada", "player Bea", "player Cyd"]


def test_nobody_else_takes_the_seat(site: Site) -> None:
    game = table(site, ME, invite(site.person("Bea")))
    etag = game.etag
    for body in ({}, {"seat": 1}):
        problem(game.post("/seats", site.person("Cyd"), body), 409, "seat-not-open")
    assert game.etag == etag


def test_an_invited_player_sits_down_elsewhere(site: Site) -> None:
    """The invitation is given up: nobody has two places at a table."""
    bea = site.person("Bea")
    game = table(site, ME, OPEN, invite(bea))
    reply = game.post("/seats", bea, {"seat": 1})
    assert told(reply) == [("seat_taken", 1, ""), ("seat_left", 2, "declined")]
    assert occupants(reply.json["game"]) == ["player Ada", "player Bea", "open"]


def test_declining(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, OPEN, invite(bea))
    reply = leave(game, bea, 2)
    assert told(reply) == [("seat_left", 2, "declined")]
    assert reply.json["events"][0]["player"] == {"id": bea.id, "name": "Bea"}
    assert found(game.post("/seats", bea, {"seat": 2}))["game"]["you"] == {"seat": 2}


def test_withdrawing(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, OPEN, invite(bea))
    problem(leave(game, site.person("Cyd"), 2), 403, "not-your-seat")
    problem(leave(game, None, 2), 401, "token-missing")
    assert told(leave(game, game.creator, 2)) == [("seat_left", 2, "withdrawn")]
    assert found(game.post("/seats", bea))["game"]["you"] == {"seat": 1}


def test_an_invitation_is_moved_to_another_player(site: Site) -> None:
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, ME, OPEN, invite(bea))
    reply = change(game, game.creator, 2, invite(cyd))
    assert told(reply) == [("seat_offered", 2, "")]
    assert occupants(reply.json["game"]) == ["player Ada", "open", "invited Cyd"]
    problem(game.post("/seats", bea, {"seat": 2}), 409, "seat-not-open")


def test_asking_the_same_once_more_changes_nothing(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, OPEN, invite(bea))
    etag, until = game.etag, game.view()["seats"][2]["expires_at"]
    reply = change(game, game.creator, 2, invite(bea, MINUTE_MS))
    assert (told(reply), reply.headers["ETag"]) == ([], f'"{etag}"')
    assert reply.json["game"]["seats"][2]["expires_at"] == until


def test_who_cannot_be_invited(site: Site) -> None:
    """Unknown players, and oneself; and nothing says why."""
    ada, bea = site.person("Ada"), site.person("Bea")
    refusals = [
        problem(site.create(ada, *seats), 409, "invitation-refused")
        for seats in ((OPEN, NOBODY), (ME, invite(ada)), (OPEN, invite(ada)), (ME, invite(bea), NOBODY))
    ]
    game = table(site, ME, OPEN, OPEN)
    changes = [change(game, game.creator, 1, seat) for seat in (NOBODY, invite(game.creator))]
    refusals += [problem(reply, 409, "invitation-refused") for reply in changes]
    assert len({one["detail"] for one in refusals}) == 1
    assert game.view()["version"] == 1


def test_nobody_is_invited_to_two_seats(site: Site) -> None:
    bea, cyd = site.person("Bea"), site.person("Cyd")
    problem(site.create(site.person(), ME, invite(bea), invite(bea)), 422, "invalid-request")
    game = table(site, ME, OPEN, invite(bea), OPEN)
    problem(change(game, game.creator, 1, invite(bea)), 409, "seat-not-open")
    game.post("/seats", cyd)
    problem(change(game, game.creator, 3, invite(cyd)), 409, "seat-not-open")
    assert game.view()["version"] == 2


def test_an_invitation_that_has_ended_is_not_accepted(site: Site) -> None:
    """The store's clock decides, in the commit, whether or not anybody has noticed the end yet."""
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, ME, OPEN, invite(bea, 1000))
    until = ms(game.view()["seats"][2]["expires_at"])
    let_pass(game, until)
    for body in ({}, {"seat": 2}):
        problem(game.post("/seats", bea, body), 409, "invitation-expired")
    problem(game.post("/seats", cyd, {"seat": 2}), 409, "seat-not-open")
    assert game.view()["version"] == 1
    outcome = end_of_life(site.services, game.id)
    assert outcome is not None
    assert [(one["type"], one["seat"], one["reason"]) for one in outcome.events(None)] == [("seat_left", 2, "expired")]
    assert occupants(game.view()) == ["player Ada", "open", "open"]
    assert found(game.post("/seats", cyd, {"seat": 2}))["game"]["status"] == "open"
    assert found(game.post("/seats", bea))["game"]["status"] == "playing"


def test_it_does_not_end_early_nor_after_it_was_accepted(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, invite(bea, 1000), OPEN)
    until = ms(game.view()["seats"][1]["expires_at"])
    assert end_of_life(site.services, game.id) is None
    found(game.post("/seats", bea))
    let_pass(game, until)
    assert end_of_life(site.services, game.id) is None
    assert occupants(game.view()) == ["player Ada", "player Bea", "open"]


def test_who_is_invited_is_not_seated(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, invite(bea))
    for suffix in ("/resignation", "/rematch"):
        problem(game.post(suffix, bea), 403, "not-seated")
    problem(game.post("/abort", bea), 403, "not-creator", "H4")


def test_a_creator_may_invite_to_all_seats(site: Site) -> None:
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, invite(bea), invite(cyd))
    found(game.post("/seats", cyd))
    reply = game.post("/seats", bea)
    assert reply.json["game"]["status"] == "playing"
    assert "you" not in game.view(game.creator)


def test_an_ai_player_in_place_of_an_invitation_starts_the_game(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, invite(bea))
    reply = change(game, game.creator, 1, GREEDY)
    assert [kind for kind, *_ in told(reply)] == ["seat_taken", "game_started", "turn_started"]
    problem(game.post("/seats", bea), 409, "game-started")
