"""DELETE /players/me and GET /players/me/export (B24)."""

import json

from flask.testing import FlaskClient

from service.store.callbacks import Failure
from service.store.keys import new_game_id
from splendor.engine.cards import CARDS
from tests.api.games_api import GREEDY, ME, OPEN, GameAt, Json, Person, Site, found, problem
from tests.hosting.hosts import see_off

EXPORT = "/v1/players/me/export"
FAILURES = "/v1/players/me/callback/failures"


def export(client: FlaskClient, person: Person) -> Json:
    reply = client.get(EXPORT, headers=person.headers)
    assert reply.content_type == "application/json"
    return found(reply)


def test_a_new_player_has_little_to_export(site: Site) -> None:
    ada = site.person("Ada")
    body = export(site.client, ada)
    assert body["player"]["id"] == ada.id
    assert [
        len(body["tokens"]),
        *(body[name] for name in ("bots", "blocks", "webhooks", "callback_failures", "games")),
    ] == [*(1, [], [], [], [], [])]
    assert "spl_" not in json.dumps(body)


def test_everything_is_in_it(site: Site) -> None:
    """Player, tokens, bots, blocks, and every game: open, running, finished, aborted, private, invited."""
    ada, ben = site.person("Ada"), site.person("Ben")
    wanted = {
        found_id(site.create(ada, ME, OPEN)),
        found_id(site.create(ada, ME, GREEDY)),
        found_id(site.create(ada, ME, OPEN, visibility="private")),
        found_id(site.create(ben, ME, {"type": "player", "player_id": ada.id}, visibility="private")),
    }
    finished, aborted = site.create(ada, ME, GREEDY).json["id"], site.create(ada, ME, OPEN).json["id"]
    GameAt(site, finished, ada, [ada]).post("/resignation", ada)
    GameAt(site, aborted, ada, [ada]).post("/abort", ada)
    assert site.client.put(f"/v1/players/me/blocks/{ben.id}", headers=ada.headers).status_code == 204
    assert site.client.post("/v1/players/me/bots", json={"name": "Robot"}, headers=ada.headers).status_code == 201
    assert site.client.post("/v1/players/me/tokens", json={}, headers=ada.headers).status_code == 201
    url = "https://play.example/hook"
    assert site.client.post("/v1/webhooks", json={"url": url}, headers=ada.headers).status_code == 201
    failures = [
        Failure(2, new_game_id(), 9, 2, "illegal-action", 200, "K2"),
        Failure(1, new_game_id(), 9, 1, "timeout"),
    ]
    for failure in reversed(failures):
        site.services.callbacks.failed(ada.id, failure)
    body = export(site.client, ada)
    assert body["callback_failures"] == found(site.client.get(FAILURES, headers=ada.headers))["items"]
    assert [failure["reason"] for failure in body["callback_failures"]] == ["illegal-action", "timeout"]
    assert [webhook["url"] for webhook in body["webhooks"]] == [url]
    assert "whsec_" not in json.dumps(body)
    assert sorted(game["game"]["id"] for game in body["games"]) == sorted(wanted | {finished, aborted})
    assert {game["game"]["id"] for game in body["games"]} == {game["record"]["game_id"] for game in body["games"]}
    assert [bot["name"] for bot in body["bots"]] == ["Robot"]
    assert [block["player"]["id"] for block in body["blocks"]] == [ben.id]
    assert len(body["tokens"]) == 2


def found_id(reply) -> str:  # type: ignore[no-untyped-def]
    assert reply.status_code == 201, reply.text
    return str(reply.json["id"])


def test_b09_nothing_hidden_of_others_is_in_it(site: Site) -> None:
    """The own blind reserve is, the other one's is not, nor any card that still lies in a deck."""
    game = site.game(ME, OPEN)
    for _ in range(2):
        actor = game.to_act()
        game.act(actor, {"type": "reserve_from_deck", "level": 3})
    ada, ben = game.people
    (own,) = found(game.get("", ada))["seats"][0]["reserved"]
    (other,) = found(game.get("", ben))["seats"][1]["reserved"]
    text = json.dumps(export(site.client, ada))
    assert own["card"]["id"] in text
    assert f'"{other["card"]["id"]}"' not in text
    seen = {card.id for card in CARDS if f'"{card.id}"' in json.dumps([game.view(ada), game.events(ada)])}
    assert {card.id for card in CARDS if f'"{card.id}"' in text} == seen
    assert "seed" not in found(game.get("", ada))["fairness"]


def test_others_cannot_have_it(site: Site) -> None:
    problem(site.client.get(EXPORT), 401, "token-missing")


def test_head_gives_no_body(site: Site) -> None:
    ada = site.person("Ada")
    reply = site.client.head(EXPORT, headers=ada.headers)
    assert (reply.status_code, reply.data) == (200, b"")


def test_deletion_ends_all_rights(site: Site) -> None:
    game = site.game(ME, OPEN)
    ada, ben = game.people
    assert site.client.delete("/v1/players/me", headers=ada.headers).status_code == 204
    for method, path in (("get", "/v1/players/me"), ("get", EXPORT), ("delete", "/v1/players/me"), ("get", game.path)):
        problem(getattr(site.client, method)(path, headers=ada.headers), 401, "token-invalid")
    problem(site.client.get(f"/v1/players/{ada.id}", headers=ben.headers), 404, "player-not-found")
    see_off(site.services)
    view = game.view(ben)
    gone = next(seat for seat in view["seats"] if seat["seat"] == 0)
    assert (view["status"], gone["player"]["name"]) == ("finished", "Deleted player")
    assert ada.id not in json.dumps([view, game.events(ben), found(game.get("/record", ben))])


def test_the_others_lists_and_results_stay(site: Site) -> None:
    game = site.game(ME, OPEN)
    ada, ben = game.people
    site.client.delete("/v1/players/me", headers=ada.headers)
    see_off(site.services)
    (item,) = found(site.client.get("/v1/players/me/games?status=finished", headers=ben.headers))["items"]
    assert (item["id"], item["result"]["winners"]) == (game.id, [1])


def test_a_token_to_look_deletes_nobody(site: Site) -> None:
    ada = site.person("Ada", scope="read")
    problem(site.client.delete("/v1/players/me", headers=ada.headers), 403, "token-scope")
    assert site.client.get("/v1/players/me", headers=ada.headers).status_code == 200
