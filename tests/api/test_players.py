"""Players: registering, names, and what becomes of them."""

import json
import unicodedata
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.documented import check_reply
from tests.api.ops_api import make_app
from tests.api.players_api import TOKENS, bearer, issue, register
from tests.servers import Server


def test_register_gives_a_player_and_a_token_that_works(client: FlaskClient) -> None:
    reply = register(client, "Ada")
    assert reply.status_code == 201
    assert reply.headers["Cache-Control"] == "no-store"
    assert reply.json["token"].startswith("spl_player_")
    seen = check_reply("getMe", client.get(reply.headers["Location"], headers=bearer(reply.json["token"])))
    assert seen.json == reply.json["player"]
    assert (seen.json["name"], seen.json["kind"]) == ("Ada", "human")


def test_names_are_not_unique(client: FlaskClient) -> None:
    one, other = register(client, "Ada").json, register(client, "Ada").json
    assert one["player"]["id"] != other["player"]["id"]
    assert one["token"] != other["token"]


def test_repeated_registration_makes_another_player(client: FlaskClient) -> None:
    """A reply with a secret is never given again, so the key is of no use here."""
    key = {"Idempotency-Key": "abc"}
    replies = [client.post("/v1/players", json={"name": "Ada"}, headers=key) for _ in range(2)]
    assert replies[0].json["player"]["id"] != replies[1].json["player"]["id"]
    assert not any("Idempotency-Replayed" in reply.headers for reply in replies)
    me = bearer(replies[0].json["token"])
    tokens = [client.post(TOKENS, headers=me | key).json["token"] for _ in range(2)]
    assert tokens[0] != tokens[1]


@pytest.mark.parametrize("key", ["", "a b", "x" * 256])
def test_malformed_keys_are_refused_all_the_same(client: FlaskClient, me: dict[str, str], key: str) -> None:
    headers = {"Idempotency-Key": key}
    for reply, operation in (
        (client.post("/v1/players", json={"name": "Ada"}, headers=headers), "createPlayer"),
        (client.post(TOKENS, headers=me | headers), "createToken"),
    ):
        assert (check_reply(operation, reply).status_code, reply.json["code"]) == (400, "bad-idempotency-key")


def test_closed_registration(redis_url: str) -> None:
    client = make_app(redis_url, registration="closed").test_client()
    reply = check_reply("createPlayer", client.post("/v1/players", json={"name": "Ada"}))
    assert (reply.status_code, reply.json["code"]) == (403, "registration-closed")
    assert client.post("/v1/players", json={"name": 1}).status_code == 422


REFUSED = {
    "empty": "",
    "spaces": "   ",
    "nul": "\u0000",
    "zero width": "\u200b" * 15,
    "zero width inside": "al\u200bice",
    "right to left override": "\u202eecila",
    "isolate": "al\u2066ice",
    "newline": "Ada\nINFO forged",
    "line separator": "Ada\u2028Eve",
    "tab": "Ada\tEve",
    "escape": "Ada\x1b[31m",
    "no-break space": "Ada\u00a0Eve",
    "ideographic space": "\u3000",
    "soft hyphen": "A\u00adda",
    "byte order mark": "\ufeffAda",
    "hangul filler": "\u3164",
    "blank braille": "\u2800",
    "joiner": "A\u034fda",
    "variation selector": "A\ufe0fda",
    "tag characters": "Ada\U000e0041",
    "private use": "Ada\ue000",
    "noncharacter": "Ada\uffff",
    "mark at the beginning": "\u0301da",
    "pile of marks": "A" + "\u0301\u0302\u0303\u0304\u0305" * 3,
    "41 letters": "a" * 41,
    "10,000 emoji": "\U0001f600" * 10_000,
}


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_b27_name_is_refused(client: FlaskClient, embedded: Server, name: str) -> None:
    body = json.dumps({"name": name}, ensure_ascii=False).encode()
    reply = check_reply("createPlayer", client.post("/v1/players", data=body, content_type="application/json"))
    assert (reply.status_code, reply.json["code"]) == (422, "invalid-request")
    assert {fault["pointer"] for fault in reply.json["errors"]} == {"/name"}
    with embedded.admin() as admin:
        assert admin.dbsize() == 0


def test_b27_lone_surrogate_is_refused(client: FlaskClient) -> None:
    reply = client.post("/v1/players", data=b'{"name": "\\ud800"}', content_type="application/json")
    assert (check_reply("createPlayer", reply).status_code, reply.json["code"]) == (400, "unreadable-body")


ACCEPTED = ["Ada", "Ada Lovelace", "Чайка", "李小龍", "שלום", "नमस्ते", "O'Neill & <b>", "\U0001f600\U0001f680", "a" * 40]


@pytest.mark.parametrize("name", ACCEPTED)
def test_b27_name_is_read_back(client: FlaskClient, name: str) -> None:
    made = register(client, name)
    assert made.json["player"]["name"] == name
    assert client.get("/v1/players/me", headers=bearer(made.json["token"])).json["name"] == name


def test_b27_names_are_kept_in_one_form(client: FlaskClient) -> None:
    spelled = unicodedata.normalize("NFD", "Zoë Åström")
    assert spelled != "Zoë Åström"
    assert register(client, spelled).json["player"]["name"] == "Zoë Åström"
    assert register(client, "  Ada  ").json["player"]["name"] == "Ada"


@pytest.mark.parametrize(
    "body", [{}, {"name": None}, {"name": 1}, {"name": ["Ada"]}, {"name": "Ada", "kind": "bot"}, [], "Ada"]
)
def test_registration_is_strict(client: FlaskClient, body: Any) -> None:
    reply = check_reply("createPlayer", client.post("/v1/players", json=body))
    assert reply.status_code == 422


def test_rename(client: FlaskClient, me: dict[str, str]) -> None:
    before = client.get("/v1/players/me", headers=me).json
    reply = check_reply("updateMe", client.patch("/v1/players/me", json={"name": "Ada L."}, headers=me))
    assert reply.json == {**before, "name": "Ada L."}
    unchanged = check_reply("updateMe", client.patch("/v1/players/me", json={}, headers=me))
    assert unchanged.json == client.get("/v1/players/me", headers=me).json == reply.json
    assert client.patch("/v1/players/me", json={"name": ""}, headers=me).status_code == 422
    assert client.patch("/v1/players/me", json={"id": "x"}, headers=me).status_code == 422


def test_unused_player_expires_and_a_used_one_stays(client: FlaskClient, me: dict[str, str], embedded: Server) -> None:
    with embedded.admin() as admin:
        times = [admin.ttl(key) for key in admin.scan_iter()]
        assert all(29 * 86_400 < left <= 30 * 86_400 for left in times)
        client.patch("/v1/players/me", json={"name": "Ada L."}, headers=me)
        assert all(admin.ttl(key) == -1 for key in admin.scan_iter())


def test_expired_player_is_gone(client: FlaskClient, me: dict[str, str], embedded: Server) -> None:
    """Should the player's own key go first, its token finds nobody; nothing comes back as half a record."""
    with embedded.admin() as admin:
        admin.delete(*admin.scan_iter("player:*"))
        assert check_reply("getMe", client.get("/v1/players/me", headers=me)).status_code == 404
        reply = client.patch("/v1/players/me", json={"name": "Eve"}, headers=me)
        assert check_reply("updateMe", reply).status_code == 404
        assert check_reply("createToken", client.post(TOKENS, json={}, headers=me)).status_code == 404
        assert not list(admin.scan_iter("player:*"))


def test_store_away(client: FlaskClient, me: dict[str, str], embedded: Server) -> None:
    with embedded.paused():
        for reply, operation in (
            (client.get("/v1/players/me", headers=me), "getMe"),
            (client.post("/v1/players", json={"name": "Eve"}), "createPlayer"),
        ):
            assert check_reply(operation, reply).status_code == 503
            assert reply.json["code"] == "store-unavailable"
            assert int(reply.headers["Retry-After"]) >= 1
    assert client.get("/v1/players/me", headers=me).status_code == 200


def test_replies_are_json_without_null(client: FlaskClient, me: dict[str, str]) -> None:
    issue(client, me, scope="read")
    for path in ("/v1/players/me", TOKENS):
        assert "null" not in json.dumps(client.get(path, headers=me).json)
