"""The rematch (B23): what it takes over from the game that it follows, and what becomes of it."""

import pytest

from service.hosting import rematch
from service.hosting.expire import end_of_life
from service.hosting.rematch import ANSWER_MS
from tests.api.games_api import GREEDY, ME, OPEN, GameAt, Json, Site, found, problem
from tests.api.lobby_api import let_pass, occupants, same_for_all, table, told
from tests.api.positions import position
from tests.api.rematch_api import ask, asked, over
from tests.api.timing import PER_TURN, SLACK_MS, ms

HAND_OVER = {"ai_player": "greedy"}


def test_b23_the_first_to_ask_creates_it_the_next_accepts(site: Site) -> None:
    game = over(site)
    ada, bea = game.people
    etag, log = game.etag, game.events()
    problem(game.get("/rematch"), 404, "rematch-not-found")
    first = ask(game, bea)
    assert first.status_code == 201, first.text
    view = first.json["game"]
    assert first.headers["Location"] == f"/v1/games/{view['id']}"
    assert first.headers["ETag"] == f'"{view["etag"]}"'
    assert (view["status"], view["version"], occupants(view)) == ("open", 1, ["player Player 1", "invited Player 0"])
    assert [one["type"] for one in first.json["events"]] == ["game_created", "seat_taken", "seat_offered"]
    assert 0 <= ms(view["created_at"]) + ANSWER_MS - ms(view["seats"][1]["expires_at"]) < SLACK_MS
    second = ask(game, ada)
    assert (second.status_code, second.json["game"]["id"]) == (200, view["id"])
    assert [kind for kind, *_ in told(second)] == ["seat_taken", "game_started", "turn_started"]
    assert "Location" not in second.headers
    assert second.json["game"]["turn"]["seat"] == 0
    assert second.json["game"]["seats"][0]["player"]["id"] == bea.id, "another one begins"
    assert (game.etag, game.events()) == (etag, log), "the old game stays as it was"
    for person in (None, ada, bea):
        assert found(game.get("/rematch", person))["id"] == view["id"]
    same_for_all(GameAt(site, view["id"], bea, game.people))


def test_options_stay_and_seats_are_rotated(site: Site) -> None:
    options: Json = {
        "time_control": PER_TURN,
        "target_prestige": 12,
        "reserved_cards": "open",
        "visibility": "unlisted",
    }
    game = over(site, ME, OPEN, GREEDY, **options, on_flag={"type": "ai_takes_over", "ai_player": "random"})
    old = game.view()
    view = asked(game, game.people[1]).view()
    assert view["options"] == old["options"]
    assert occupants(view) == ["player Player 1", "ai greedy", "invited Player 0"]
    assert view["fairness"]["commitment"] != old["fairness"]["commitment"]


def test_against_ai_players_alone_it_starts_at_once(site: Site) -> None:
    game = site.game(ME, GREEDY)
    found(game.post("/abort", game.creator))
    reply = ask(game, game.creator)
    assert reply.status_code == 201
    assert (reply.json["game"]["status"], occupants(reply.json["game"])) == (
        "playing",
        ["ai greedy", "player Player 0"],
    )
    assert site.jobs[-1].game_id == reply.json["game"]["id"]
    assert site.run_jobs() == 1


def test_b23_a_rematch_of_a_rematch(site: Site) -> None:
    game = over(site)
    ada, bea = game.people
    beginners = []
    for asker, other in ((ada, bea), (bea, ada), (ada, bea)):
        again = asked(game, asker)
        found(ask(game, other))
        beginners.append(again.view()["seats"][0]["player"]["id"])
        found(again.post("/resignation", asker))
        game = again
    assert beginners == [bea.id, ada.id, bea.id]


def test_of_an_aborted_game(site: Site) -> None:
    game = site.game()
    for person in game.people[::-1]:
        found(game.post("/abort", person))
    again = asked(game, game.people[1])
    assert found(ask(game, game.people[0]))["game"]["status"] == "playing"
    assert again.view()["version"] == 2


def test_of_a_game_that_never_began(site: Site) -> None:
    """Its open seats are open again."""
    game = table(site, ME, OPEN, GREEDY)
    problem(ask(game, game.creator), 409, "game-not-over")
    found(game.post("/abort", game.creator))
    again = asked(game, game.creator)
    assert occupants(again.view()) == ["open", "ai greedy", "player Ada"]
    assert found(again.post("/seats", site.person("Bea")))["game"]["status"] == "playing"


def test_of_a_game_that_was_handed_over(site: Site) -> None:
    """The players sit there themselves again."""
    game = site.game()
    ada, bea = game.people
    found(game.post("/hand-over", ada, HAND_OVER))
    found(game.post("/resignation", bea))
    asked(game, ada)
    view = found(ask(game, bea))["game"]
    assert [seat["controller"] for seat in view["seats"]] == ["player", "player"]


def test_a_private_game_stays_private_and_gets_a_new_code(site: Site) -> None:
    game = table(site, ME, OPEN, visibility="private")
    code, bea = game.view(game.creator)["join_code"], site.person("Bea")
    found(game.post("/seats", bea, {"join_code": code}))
    found(game.post("/resignation", bea))
    again = asked(game, bea)
    view = again.view(bea)
    assert view["options"]["visibility"] == "private"
    stranger = site.person("Stranger")
    for reader in (None, stranger):
        problem(again.get("", reader), 404, "game-not-found")
        problem(game.get("/rematch", reader), 404, "game-not-found")
    problem(ask(game, stranger), 404, "game-not-found")
    problem(again.post("/seats", stranger, {"join_code": code}), 404, "game-not-found")
    assert found(game.get("/rematch", game.creator))["id"] == again.id
    found(again.site.client.delete(f"{again.path}/seats/1", headers=game.creator.headers))
    assert again.view(bea)["join_code"] != code


def test_a_position_is_kept_and_a_seed_is_not(site: Site) -> None:
    start = position({"tokens": {"red": 3}}, {})
    game = over(site, position=start, seed="5" * 64)
    again = asked(game, game.people[0])
    view = found(ask(game, game.people[1]))["game"]
    assert view["marks"] == ["from_position"]
    assert [seat["tokens"]["red"] for seat in view["seats"]] == [3, 0]
    found(again.post("/resignation", game.people[0]))
    assert again.view()["fairness"]["seed"] != "5" * 64
    seeded = over(site, seed="5" * 64)
    fresh = asked(seeded, seeded.people[0]).view()
    assert fresh["marks"] == []
    assert fresh["fairness"]["commitment"]


def test_an_answer_that_comes_too_late(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the seat is open to all, and who comes back may still have it."""
    monkeypatch.setattr(rematch, "ANSWER_MS", 1)
    game = over(site)
    ada, bea = game.people
    again = asked(game, ada)
    let_pass(again, ms(again.view()["seats"][0]["expires_at"]))
    problem(ask(game, bea), 409, "invitation-expired")
    assert end_of_life(site.services, again.id) is not None
    assert occupants(again.view()) == ["open", "player Player 0"]
    assert found(ask(game, bea))["game"]["status"] == "playing"


def test_a_rematch_that_somebody_else_has_filled(site: Site) -> None:
    game = over(site)
    ada, bea = game.people
    again = asked(game, ada)
    found(site.client.delete(f"{again.path}/seats/0", headers=bea.headers))
    found(again.post("/seats", site.person("Cyd")))
    problem(ask(game, bea), 409, "game-started")


def test_a_rematch_that_was_called_off(site: Site) -> None:
    game = over(site)
    ada, bea = game.people
    again = asked(game, ada)
    found(again.post("/abort", ada))
    problem(ask(game, bea), 409, "game-over")
    reply = ask(game, ada)
    assert (reply.status_code, told(reply)) == (200, [])
    assert asked(again, ada).view()["status"] == "open", "it may have a rematch of its own"
