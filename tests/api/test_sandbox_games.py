"""Sandboxes: private and marked, and nobody in them but who belongs together."""

from collections.abc import Callable

import pytest

from service.store.keys import new_app_id, new_player_id
from tests.api.apps_api import PLAYERS, make_player, new_app
from tests.api.games_api import GREEDY, ME, OPEN, GameAt, Site, found, problem
from tests.api.lobby_api import change, invite, occupants
from tests.api.players_api import bearer
from tests.api.rematch_api import ask, asked
from tests.api.sandbox_api import engine_of, join, sandbox, user_of
from tests.hosting.hosts import Person

MARK = ["sandbox"]
APP, OTHER_APP = new_app_id(), new_app_id()


def test_it_is_private_unrated_and_marked(site: Site) -> None:
    game = sandbox(site, ME, GREEDY)
    view = game.view(game.creator)
    assert (view["options"]["visibility"], view["options"]["rated"], view["marks"]) == ("private", False, MARK)
    assert "commitment" in view["fairness"]
    problem(game.get("", site.person("Eve")), 404, "game-not-found")
    listed = site.client.get("/v1/players/me/games", headers=game.creator.headers).json["items"]
    assert [(one["id"], one["marks"]) for one in listed] == [(game.id, MARK)]
    assert site.client.get("/v1/games").json["items"] == []
    assert found(game.get("/record", game.creator))["marks"] == MARK
    assert found(game.get("/positions/1", game.creator))["marks"] == MARK


def test_that_it_is_private_may_be_said(site: Site) -> None:
    game = sandbox(site, visibility="private")
    assert game.view(game.creator)["marks"] == MARK
    plain = site.create(site.person(), ME, GREEDY, sandbox=False, visibility="unlisted").json
    assert (plain["marks"], plain["options"]["visibility"]) == ([], "unlisted")


def test_marks_stand_beside_each_other(site: Site) -> None:
    game = sandbox(site, ME, GREEDY, seed="ab" * 32)
    assert game.view(game.creator)["marks"] == ["seeded", "sandbox"]


Friend = Callable[[Site, Person], tuple[Person, Person]]


def owner_and_bot(site: Site, ada: Person) -> tuple[Person, Person]:
    return ada, engine_of(site, ada)


def bot_and_owner(site: Site, ada: Person) -> tuple[Person, Person]:
    return engine_of(site, ada), ada


def two_bots(site: Site, ada: Person) -> tuple[Person, Person]:
    return engine_of(site, ada), engine_of(site, ada)


def two_users(site: Site, _: Person) -> tuple[Person, Person]:
    return user_of(site, APP), user_of(site, APP)


def users_bots(site: Site, _: Person) -> tuple[Person, Person]:
    return engine_of(site, user_of(site, APP)), engine_of(site, user_of(site, APP))


@pytest.mark.parametrize("friends", [owner_and_bot, bot_and_owner, two_bots, two_users, users_bots])
def test_who_belongs_together_plays_together(site: Site, friends: Friend) -> None:
    """Invited at the creation, invited later, and with the join code."""
    first, second = friends(site, site.person("Ada"))
    made = site.create(first, ME, invite(second), sandbox=True)
    assert made.status_code == 201, made.text
    assert found(GameAt(site, made.json["id"], first, []).post("/seats", second))["game"]["status"] == "playing"
    later = waits(site, first)
    found(change(later, first, 1, invite(second)))
    assert found(later.post("/seats", second))["game"]["status"] == "playing"
    assert found(join(waits(site, first), second))["game"]["status"] == "playing"


def waits(site: Site, creator: Person) -> GameAt:
    """A sandbox with an open seat."""
    reply = site.create(creator, ME, OPEN, sandbox=True)
    assert reply.status_code == 201, reply.text
    return GameAt(site, reply.json["id"], creator, [creator])


def people(site: Site, ada: Person) -> tuple[Person, Person]:
    return ada, site.person("Bob")


def bots_of_two(site: Site, ada: Person) -> tuple[Person, Person]:
    return engine_of(site, ada), engine_of(site, site.person("Bob"))


def users_of_two(site: Site, _: Person) -> tuple[Person, Person]:
    return user_of(site, APP), user_of(site, OTHER_APP)


def person_and_user(site: Site, ada: Person) -> tuple[Person, Person]:
    return ada, user_of(site, APP)


@pytest.mark.parametrize("strangers", [people, bots_of_two, users_of_two, person_and_user])
def test_strangers_have_no_way_in(site: Site, strangers: Friend) -> None:
    first, second = strangers(site, site.person("Ada"))
    problem(site.create(first, ME, invite(second), sandbox=True), 409, "sandbox-stranger")
    game = waits(site, first)
    before = game.view(first)
    problem(change(game, first, 1, invite(second)), 409, "sandbox-stranger")
    problem(join(game, second), 409, "sandbox-stranger")
    assert game.view(first) == before
    found(change(game, first, 1, GREEDY))


def test_one_stranger_among_friends_is_one_too_many(site: Site) -> None:
    ada = site.person("Ada")
    seats = [ME, invite(engine_of(site, ada)), invite(site.person("Bob"))]
    problem(site.create(ada, *seats, sandbox=True), 409, "sandbox-stranger")
    assert site.create(ada, *seats).status_code == 201


def test_a_block_cannot_be_found_out(site: Site) -> None:
    """Nobody, a stranger, and one who has blocked the creator: all are refused alike."""
    ada, bob, eve = site.person("Ada"), site.person("Bob"), site.person("Eve")
    assert site.client.put(f"/v1/players/me/blocks/{ada.id}", headers=eve.headers).status_code == 204
    nobody = Person(new_player_id(), "Nobody", {})
    told = [site.create(ada, ME, invite(one), sandbox=True).json for one in (bob, eve, nobody)]
    assert told[0]["code"] == "sandbox-stranger"
    assert told[0] == told[1] == told[2]


def test_a_friend_who_has_blocked_the_creator_is_not_invited(site: Site) -> None:
    first, second = two_users(site, site.person())
    assert site.client.put(f"/v1/players/me/blocks/{first.id}", headers=second.headers).status_code == 204
    problem(site.create(first, ME, invite(second), sandbox=True), 409, "invitation-refused")


def test_the_rematch_is_a_sandbox_too(site: Site) -> None:
    """Whoever asks first is its creator."""
    first, second = users_bots(site, site.person())
    game = waits(site, first)
    found(join(game, second))
    found(game.post("/resignation", first))
    again = asked(game, second)
    view = again.view(second)
    assert (view["marks"], view["options"]["visibility"]) == (MARK, "private")
    assert occupants(view) == ["player Engine", "invited Engine"]
    assert ask(game, first).json["game"]["status"] == "playing"
    assert again.get("/faults", second).status_code == 200
    problem(again.get("/faults", first), 403, "not-creator")


def test_an_app_tries_out_its_own_players(site: Site) -> None:
    """As its back end does it."""
    app = new_app(site.app)
    one, two = (make_player(site.client, app, name).json["id"] for name in ("one", "two"))
    issued = site.client.post(f"{PLAYERS}/{one}/tokens", json={}, headers=app).json
    reply = site.create(Person(one, "Ada", bearer(issued["token"])), ME, invite(Person(two, "Ada", {})), sandbox=True)
    assert reply.status_code == 201, reply.text
