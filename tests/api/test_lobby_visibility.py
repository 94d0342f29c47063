"""Who may see and join which game: public, unlisted and private ones."""

import re

import pytest

from service.store.keys import new_game_id
from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Person, Site, found, problem
from tests.api.lobby_api import change, invite, leave, table

CODE = re.compile("[A-HJ-NP-Z2-9]{8}")
READS = ("", "/legal-actions", "/events", "/record", "/positions/1", "/rematch", "/events?after=1-00000000")


def code_of(game: GameAt) -> str:
    code = game.view(game.creator)["join_code"]
    assert CODE.fullmatch(code)
    return str(code)


def as_of(game_id: str, text: str) -> str:
    """A reply in which one game's id stands for any."""
    return text.replace(game_id, "ID")


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_who_has_the_id_may_look_on_and_join(site: Site, visibility: str) -> None:
    game = table(site, visibility=visibility)
    stranger = site.person()
    for reader in (None, stranger):
        view = game.view(reader)
        assert view["options"]["visibility"] == visibility
        assert "join_code" not in view
    assert "join_code" not in game.view(game.creator)
    assert found(game.post("/seats", stranger))["game"]["you"] == {"seat": 1}
    assert found(game.post("/seats", site.person(), {"join_code": "ABCDEFGH"}))["game"]["status"] == "playing"


@pytest.mark.parametrize("started", [False, True])
def test_a_private_game_is_unknown_to_all_but_its_people(site: Site, started: bool) -> None:
    """Every operation on it answers as if there were none: same status, same bytes."""
    bea = site.person("Bea")
    game = table(site, ME, GREEDY if started else OPEN, invite(bea), visibility="private")
    if started:
        assert found(game.post("/seats", bea))["game"]["status"] == "playing"
    unknown = GameAt(site, new_game_id(), game.creator, [])
    for stranger in (None, site.person("Stranger")):
        for suffix in READS:
            same_refusal(game.get(suffix, stranger), unknown.get(suffix, stranger), game, unknown)
        for head in (
            site.client.head(one.path, headers=stranger.headers if stranger else {}) for one in (game, unknown)
        ):
            assert head.status_code == 404
    stranger = site.person("Stranger")
    match = f'"{game.etag}"'
    for ask in (
        lambda one: one.post("/seats", stranger),
        lambda one: one.post("/seats", stranger, {"join_code": "ABCDEFGH"}),
        lambda one: one.post("/seats", stranger, {"join_code": 7}),
        lambda one: one.post("/seats", stranger, {"seat": 1}),
        lambda one: one.post("/actions", stranger, TAKE, If_Match=match),
        lambda one: one.post("/actions/preview", stranger, TAKE),
        lambda one: one.post("/resignation", stranger),
        lambda one: one.post("/abort", stranger),
        lambda one: one.post("/hand-over", stranger, {"ai_player": "greedy"}),
        lambda one: one.post("/rematch", stranger),
        lambda one: leave(one, stranger, 0),
        lambda one: leave(one, stranger, 9),
        lambda one: leave(one, stranger, 1, Idempotency_Key="k"),
        lambda one: change(one, stranger, 1, OPEN),
    ):
        same_refusal(ask(game), ask(unknown), game, unknown)
    for person in (game.creator, bea):
        assert game.view(person)["id"] == game.id


def same_refusal(one, other, game: GameAt, unknown: GameAt) -> None:  # type: ignore[no-untyped-def]
    problem(one, 404, "game-not-found")
    assert as_of(game.id, one.text) == as_of(unknown.id, other.text)
    varying = {"Server-Time", "X-Request-Id"}
    assert {k: v for k, v in one.headers.items() if k not in varying} == {
        k: v for k, v in other.headers.items() if k not in varying
    }


def test_the_join_code_opens_a_private_game(site: Site) -> None:
    game = table(site, visibility="private")
    code, bea, cyd = code_of(game), site.person("Bea"), site.person("Cyd")
    problem(
        game.post("/seats", bea, {"join_code": code[::-1] if code != code[::-1] else "ABCDEFGH"}), 404, "game-not-found"
    )
    body = found(game.post("/seats", bea, {"join_code": code.lower()}))
    assert (body["game"]["you"], body["game"]["status"]) == ({"seat": 1}, "open")
    assert "join_code" not in body["game"]
    assert "join_code" not in game.view(bea)
    assert found(game.post("/seats", cyd, {"join_code": code, "seat": 2}))["game"]["status"] == "playing"
    assert "join_code" not in game.view(game.creator)
    problem(game.post("/seats", site.person(), {"join_code": code}), 409, "game-started")


def test_the_code_is_shown_to_the_creator_alone_while_seats_are_open(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, OPEN, invite(bea), visibility="private")
    code = code_of(game)
    assert code not in seen_by(game, bea)
    change(game, game.creator, 1, GREEDY)
    assert code not in site.client.get(game.path, headers=game.creator.headers).text
    leave(game, bea, 2)
    assert code_of(game) == code
    assert game.view(game.creator)["seats"][2] == {"seat": 2, "type": "open"}
    cyd = site.person("Cyd")
    found(game.post("/seats", cyd, {"join_code": code}))
    assert game.view(cyd)["status"] == "playing"
    assert code not in seen_by(game, cyd)
    found(game.post("/resignation", cyd))
    assert code not in seen_by(game, cyd)
    assert code not in "".join(entry.body for entry in site.services.games.log(game.id))


@pytest.mark.parametrize("how", ["called off", "begun", "finished"])
def test_the_code_is_not_shown_to_the_creator_either_once_there_is_nothing_to_join(site: Site, how: str) -> None:
    """Also where a seat has stayed open: nobody can sit down on it any more. Of the time before it is told as it was."""
    bea = site.person("Bea")
    game = table(site, ME, OPEN, visibility="private")
    code = code_of(game)
    if how == "called off":
        found(game.post("/abort", game.creator))
        assert game.view(game.creator)["seats"][1] == {"seat": 1, "type": "open"}
    else:
        found(game.post("/seats", bea, {"join_code": code}))
    if how == "finished":
        found(game.post("/resignation", bea))
    view = game.view(game.creator)
    assert view["status"] == {"called off": "aborted", "begun": "playing", "finished": "finished"}[how]
    assert "join_code" not in view
    for place in ("", "/events", "/record", f"/positions/{view['version']}"):
        assert code not in game.get(place, game.creator).text
    assert found(game.get("/positions/1", game.creator))["join_code"] == code


def seen_by(game: GameAt, person: Person) -> str:
    version = game.view(person)["version"]
    places = ("", "/events", "/record", "/legal-actions", *(f"/positions/{n}" for n in range(1, version + 1)))
    return "".join(game.get(place, person).text for place in places)


def test_the_code_does_not_open_a_seat_for_who_is_invited_to_another(site: Site) -> None:
    """An invited player needs no code, and may sit down elsewhere."""
    bea = site.person("Bea")
    game = table(site, ME, OPEN, invite(bea), visibility="private")
    assert found(game.post("/seats", bea, {"seat": 1}))["game"]["seats"][2] == {"seat": 2, "type": "open"}


def test_who_leaves_a_private_game_does_not_know_it_any_more(site: Site) -> None:
    game = table(site, visibility="private")
    bea = site.person("Bea")
    found(game.post("/seats", bea, {"join_code": code_of(game)}))
    found(leave(game, bea, 1))
    problem(game.get("", bea), 404, "game-not-found")
    problem(leave(game, bea, 1), 404, "game-not-found")


def test_a_private_game_without_open_seats_has_no_use_for_a_code(site: Site) -> None:
    bea = site.person("Bea")
    game = table(site, ME, invite(bea), visibility="private")
    assert "join_code" not in game.view(game.creator)
    assert "join_code" not in game.view(bea)
    assert found(game.post("/seats", bea))["game"]["status"] == "playing"


@pytest.mark.parametrize("code", ["", "ABC", "ABCDEFGHI", "ABCDEFG!", 7, None])
def test_what_is_no_code(site: Site, code: object) -> None:
    """For a private game it is a wrong one, else it is refused by the schema."""
    private, public = table(site, visibility="private"), table(site)
    problem(private.post("/seats", site.person(), {"join_code": code}), 404, "game-not-found")
    problem(private.post("/seats", private.creator, {"join_code": code}), 422, "invalid-request")
    problem(public.post("/seats", site.person(), {"join_code": code}), 422, "invalid-request")
