"""Bots of a player, and what everybody sees of players."""

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from service.store.keys import new_player_id
from tests.api.documented import check_reply
from tests.api.ops_api import make_app
from tests.api.players_api import bearer, issue, register

BOTS = "/v1/players/me/bots"


def make_bot(client: FlaskClient, headers: dict[str, str], name: str = "Engine") -> dict[str, str]:
    reply = check_reply("createBot", client.post(BOTS, json={"name": name}, headers=headers))
    assert reply.status_code == 201, reply.text
    assert reply.headers["Cache-Control"] == "no-store"
    assert reply.headers["Location"] == f"/v1/players/{reply.json['player']['id']}"
    return {**reply.json["player"], "token": reply.json["token"]}


def test_a_bot_is_a_player_with_an_owner(client: FlaskClient, me: dict[str, str]) -> None:
    bot, mine = make_bot(client, me), client.get("/v1/players/me", headers=me).json
    secret = bot.pop("token")
    assert (bot["kind"], bot["owner"]) == ("bot", mine["id"])
    assert client.get("/v1/players/me", headers=bearer(secret)).json == bot
    assert check_reply("getPlayer", client.get(f"/v1/players/{bot['id']}")).json == bot
    assert check_reply("listBots", client.get(BOTS, headers=me)).json == {"items": [bot]}


def test_its_owner_issues_tokens_for_it(client: FlaskClient, me: dict[str, str]) -> None:
    bot = make_bot(client, me)
    reply = client.post(f"{BOTS}/{bot['id']}/tokens", json={"scope": "read"}, headers=me)
    made = check_reply("createBotToken", reply)
    assert (made.status_code, made.json["scope"]) == (201, "read")
    assert client.get("/v1/players/me", headers=bearer(made.json["token"])).json["id"] == bot["id"]
    assert len(client.get("/v1/players/me/tokens", headers=bearer(bot["token"])).json["items"]) == 2


def test_nobody_elses_player_is_ones_bot(client: FlaskClient, me: dict[str, str]) -> None:
    other = register(client).json
    theirs = make_bot(client, bearer(other["token"]))
    own = client.get("/v1/players/me", headers=me).json["id"]
    for stranger in (theirs["id"], other["player"]["id"], own, new_player_id(), "x"):
        reply = check_reply("createBotToken", client.post(f"{BOTS}/{stranger}/tokens", headers=me))
        assert (reply.status_code, reply.json["code"]) == (404, "player-not-found")


def test_a_bot_has_no_bots(client: FlaskClient, me: dict[str, str]) -> None:
    own = bearer(make_bot(client, me)["token"])
    reply = check_reply("createBot", client.post(BOTS, json={"name": "Bot"}, headers=own))
    assert (reply.status_code, reply.json["code"]) == (403, "owner-is-bot")


def test_bots_are_limited(redis_url: str) -> None:
    client = make_app(redis_url, registration="open", quota_bots=2).test_client()
    me, other = (bearer(register(client).json["token"]) for _ in range(2))
    for _ in range(2):
        make_bot(client, me)
    reply = check_reply("createBot", client.post(BOTS, json={"name": "Bot"}, headers=me))
    assert (reply.status_code, reply.json["code"]) == (409, "too-many")
    make_bot(client, other)


def test_read_tokens_make_no_bots(client: FlaskClient, me: dict[str, str]) -> None:
    own = bearer(issue(client, me, scope="read").json["token"])
    assert client.post(BOTS, json={"name": "Bot"}, headers=own).json["code"] == "token-scope"
    assert client.get(BOTS, headers=own).json == {"items": []}


def test_b24_deleted_and_unknown_players_are_alike(app: Application, client: FlaskClient, me: dict[str, str]) -> None:
    bot = make_bot(client, me)
    app.services.players.mark_deleted(bot["id"])
    replies = [check_reply("getPlayer", client.get(f"/v1/players/{one}")) for one in (bot["id"], new_player_id())]
    assert {reply.status_code for reply in replies} == {404}
    assert replies[0].json == replies[1].json
    assert client.get(BOTS, headers=me).json == {"items": []}
    assert client.get("/v1/players/me", headers=bearer(bot["token"])).status_code == 401


@pytest.mark.parametrize("secret", [False, True])
def test_a_profile_needs_no_token(client: FlaskClient, me: dict[str, str], secret: bool) -> None:
    mine = client.get("/v1/players/me", headers=me).json
    assert client.get(f"/v1/players/{mine['id']}", headers=me if secret else {}).json == mine


def test_b25_bots_are_paged(client: FlaskClient, me: dict[str, str]) -> None:
    made = {make_bot(client, me, f"Bot {number}")["id"] for number in range(7)}
    seen: list[str] = []
    url = f"{BOTS}?limit=3"
    while url:
        reply = check_reply("listBots", client.get(url, headers=me))
        seen += [item["id"] for item in reply.json["items"]]
        url = reply.headers["Link"].split(">")[0][1:] if "Link" in reply.headers else ""
    assert len(seen) == 7
    assert set(seen) == made
