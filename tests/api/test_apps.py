"""Apps: players for their users, tokens for those, and what an app may not do."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from service.store.keys import new_player_id
from tests.api.apps_api import PLAYERS, make_player, new_admin, new_app
from tests.api.documented import check_reply
from tests.api.ops_api import make_app
from tests.api.players_api import TOKENS, bearer, register


@pytest.fixture
def back_end(app: Application) -> dict[str, str]:
    return new_app(app)


def test_an_app_sees_itself(client: FlaskClient, back_end: dict[str, str]) -> None:
    reply = check_reply("getApp", client.get("/v1/apps/me", headers=back_end))
    assert reply.json["name"] == "Table for Two"


def test_the_same_external_id_is_the_same_player(client: FlaskClient, back_end: dict[str, str]) -> None:
    first = make_player(client, back_end)
    assert first.status_code == 201
    assert (first.json["external_id"], first.json["kind"]) == ("user-1", "human")
    profile = check_reply("getPlayer", client.get(first.headers["Location"]))
    assert profile.json == {name: value for name, value in first.json.items() if name != "external_id"}
    again = make_player(client, back_end, name="Eve")
    assert (again.status_code, again.json) == (200, first.json)
    assert "Location" not in again.headers


def test_apps_know_nothing_of_each_other(app: Application, client: FlaskClient, back_end: dict[str, str]) -> None:
    other = new_app(app, "Other")
    mine, theirs = make_player(client, back_end).json, make_player(client, other).json
    assert mine["id"] != theirs["id"]
    assert [item["id"] for item in client.get(PLAYERS, headers=other).json["items"]] == [theirs["id"]]
    for stranger in (mine["id"], new_player_id(), "nonsense!", register(client).json["player"]["id"]):
        reply = check_reply("createAppPlayerToken", client.post(f"{PLAYERS}/{stranger}/tokens", headers=other))
        assert (reply.status_code, reply.json["code"]) == (404, "player-not-found")


def test_a_user_plays_with_a_token_of_the_app(client: FlaskClient, back_end: dict[str, str]) -> None:
    player = make_player(client, back_end).json
    body = {"scope": "read", "expires_at": "2199-12-31T23:59:59Z"}
    reply = client.post(f"{PLAYERS}/{player['id']}/tokens", json=body, headers=back_end)
    made = check_reply("createAppPlayerToken", reply)
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    assert {name: made.json[name] for name in ("scope", "expires_at")} == {
        "scope": "read",
        "expires_at": "2199-12-31T23:59:59.000Z",
    }
    own = bearer(made.json["token"])
    me = client.get("/v1/players/me", headers=own).json
    assert me["id"] == player["id"]
    assert "external_id" not in me
    assert client.patch("/v1/players/me", json={"name": "Eve"}, headers=own).json["code"] == "token-scope"


def test_tokens_of_a_user_are_limited(redis_url: str) -> None:
    app = make_app(redis_url, registration="open", quota_tokens=2)
    client, back_end = app.test_client(), new_app(app)
    path = f"{PLAYERS}/{make_player(client, back_end).json['id']}/tokens"
    assert [client.post(path, headers=back_end).status_code for _ in range(3)] == [201, 201, 409]
    reply = check_reply("createAppPlayerToken", client.post(path, headers=back_end))
    assert reply.json["code"] == "too-many"
    me = bearer(register(client).json["token"])
    assert [client.post(TOKENS, headers=me).status_code for _ in range(2)] == [201, 409]


@pytest.mark.parametrize(
    "external_id", ["", " ", "a b", "x" * 129, "a\n", "é", "\u202e", None, 1, ["a"], "\x7f"],
)  # fmt: skip
def test_b27_external_ids_are_visible_ascii(client: FlaskClient, back_end: dict[str, str], external_id: Any) -> None:
    reply = make_player(client, back_end, external_id)
    assert (reply.status_code, reply.json["errors"][0]["pointer"]) == (422, "/external_id")


@pytest.mark.parametrize("external_id", ["x", "x" * 128, "{a}:*?[b]", "user@example.org", "../..", "%00"])
def test_external_ids_are_found_again(client: FlaskClient, back_end: dict[str, str], external_id: str) -> None:
    make_player(client, back_end, "another")
    player = make_player(client, back_end, external_id).json
    query = {"external_id": external_id}
    reply = check_reply("listAppPlayers", client.get(PLAYERS, query_string=query, headers=back_end))
    assert reply.json == {"items": [player]}
    assert client.get(PLAYERS, query_string={"external_id": "unknown"}, headers=back_end).json == {"items": []}


def test_b25_players_are_paged(client: FlaskClient, back_end: dict[str, str]) -> None:
    made = [make_player(client, back_end, f"user-{number}").json for number in range(10)]
    seen: list[Any] = []
    url = f"{PLAYERS}?limit=3"
    while url:
        reply = check_reply("listAppPlayers", client.get(url, headers=back_end))
        seen += reply.json["items"]
        url = reply.headers["Link"].split(">")[0][1:] if "Link" in reply.headers else ""
        assert ("next_cursor" in reply.json) is bool(url)
        if len(seen) == 3:
            make_player(client, back_end, "came-later")
    assert [item["external_id"] for item in seen].count("came-later") == 1
    assert sorted(item["id"] for item in seen[:10]) == sorted(item["id"] for item in made)
    assert len({item["id"] for item in seen}) == len(seen) == 11


def test_the_same_creation_again_is_replayed(client: FlaskClient, back_end: dict[str, str]) -> None:
    first, again = (make_player(client, back_end, key="one") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert again.headers["Location"] == first.headers["Location"]
    assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (None, "true")
    found, replayed = (make_player(client, back_end, key="two") for _ in range(2))
    assert [reply.status_code for reply in (found, replayed)] == [200, 200]
    assert "Idempotency-Replayed" in replayed.headers
    assert make_player(client, back_end, "user-2", key="one").json["code"] == "idempotency-key-reuse"


def test_b24_a_deleted_user_gets_a_new_player(app: Application, client: FlaskClient, back_end: dict[str, str]) -> None:
    old = make_player(client, back_end, key="one").json
    app.services.players.mark_deleted(old["id"])
    replayed = make_player(client, back_end, key="one")
    assert (replayed.status_code, replayed.json["code"]) == (404, "player-not-found")
    assert client.get(PLAYERS, headers=back_end).json == {"items": []}
    assert client.get(f"/v1/players/{old['id']}").status_code == 404
    new = make_player(client, back_end)
    assert new.status_code == 201
    assert new.json["id"] != old["id"]


def test_apps_and_administrators_register_players_where_nobody_else_can(redis_url: str) -> None:
    app = make_app(redis_url, registration="closed")
    client = app.test_client()
    other = bearer(register_with(client, new_admin(app)).json["token"])
    assert register_with(client, new_app(app)).status_code == 201
    for headers in ({}, other):
        assert register_with(client, headers).json["code"] == "registration-closed"
    assert register_with(client, bearer("spl_app_" + "x" * 43)).json["code"] == "token-invalid"


def register_with(client: FlaskClient, headers: dict[str, str]) -> Any:
    return check_reply("createPlayer", client.post("/v1/players", json={"name": "Ada"}, headers=headers))


def test_an_app_whose_record_is_lost(app: Application, client: FlaskClient, back_end: dict[str, str]) -> None:
    for key in app.services.players._client.call("KEYS", "app:*"):
        app.services.players._client.call("UNLINK", key)
    assert check_reply("getApp", client.get("/v1/apps/me", headers=back_end)).json["code"] == "app-not-found"
    assert make_player(client, back_end).json["code"] == "app-not-found"
