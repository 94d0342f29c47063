"""Players and their tokens."""

import json
import unicodedata
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Settings
from service.services import connect
from tests.api.documented import check_reply
from tests.servers import Server, wait_until

TOKENS = "/v1/players/me/tokens"


def make_client(redis_url: str, registration: str = "open") -> FlaskClient:
    settings = Settings(redis_url=redis_url, queue_redis_url=redis_url, registration=registration)
    return create_app(settings, connect(settings)).test_client()


@pytest.fixture
def client(redis_url: str) -> FlaskClient:
    return make_client(redis_url)


def register(client: FlaskClient, name: str = "Ada") -> TestResponse:
    return check_reply("createPlayer", client.post("/v1/players", json={"name": name}))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def token(client: FlaskClient) -> str:
    return str(register(client).json["token"])


@pytest.fixture
def me(token: str) -> dict[str, str]:
    return bearer(token)


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


def test_closed_registration(redis_url: str) -> None:
    client = make_client(redis_url, registration="closed")
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


OWN = [
    ("GET", "/v1/players/me"),
    ("PATCH", "/v1/players/me"),
    ("GET", TOKENS),
    ("POST", TOKENS),
    ("DELETE", f"{TOKENS}/t"),
]


@pytest.mark.parametrize(("method", "path"), OWN)
def test_token_is_needed(client: FlaskClient, method: str, path: str) -> None:
    for headers in ({}, bearer("spl_player_" + "A" * 43), bearer("nonsense"), {"Authorization": "Basic QTpC"}):
        reply = client.open(path, method=method, json={} if method != "GET" else None, headers=headers)
        assert (reply.status_code, reply.mimetype) == (401, "application/problem+json")
        assert reply.headers["WWW-Authenticate"].startswith("Bearer")
    assert client.get(f"{path}?token=abc", headers={}).status_code in (400, 405)


def issue(client: FlaskClient, me: dict[str, str], **body: Any) -> TestResponse:
    reply = check_reply("createToken", client.post(TOKENS, json=body, headers=me))
    assert reply.status_code == 201, reply.json
    return reply


def test_further_token(client: FlaskClient, me: dict[str, str]) -> None:
    reply = issue(client, me)
    assert reply.headers["Cache-Control"] == "no-store"
    assert reply.headers["Location"] == f"{TOKENS}/{reply.json['id']}"
    own = bearer(reply.json["token"])
    assert client.get("/v1/players/me", headers=own).json == client.get("/v1/players/me", headers=me).json
    listed = check_reply("listTokens", client.get(TOKENS, headers=me)).json["items"]
    assert len(listed) == 2
    assert {name: reply.json[name] for name in listed[1]} == listed[1]
    assert all("token" not in item for item in listed)


def test_body_of_a_further_token_may_be_missing(client: FlaskClient, me: dict[str, str]) -> None:
    assert check_reply("createToken", client.post(TOKENS, headers=me)).json["scope"] == "play"


def test_withdrawn_token_is_invalid_at_once(client: FlaskClient, me: dict[str, str]) -> None:
    made = issue(client, me).json
    path = f"{TOKENS}/{made['id']}"
    reply = check_reply("deleteToken", client.delete(path, headers=bearer(made["token"])))
    assert reply.status_code == 204
    assert client.get("/v1/players/me", headers=bearer(made["token"])).status_code == 401
    again = check_reply("deleteToken", client.delete(path, headers=me))
    assert (again.status_code, again.json["code"]) == (404, "token-not-found")
    assert len(client.get(TOKENS, headers=me).json["items"]) == 1


def test_token_of_another_player_is_not_there(client: FlaskClient, me: dict[str, str]) -> None:
    other = bearer(register(client).json["token"])
    made = issue(client, other).json
    assert client.delete(f"{TOKENS}/{made['id']}", headers=me).status_code == 404
    assert client.get("/v1/players/me", headers=bearer(made["token"])).status_code == 200


def test_read_token_changes_nothing(client: FlaskClient, me: dict[str, str]) -> None:
    own = bearer(issue(client, me, scope="read").json["token"])
    assert client.get("/v1/players/me", headers=own).status_code == 200
    for method, path in OWN:
        if method != "GET":
            reply = client.open(path, method=method, json={}, headers=own)
            assert (reply.status_code, reply.json["code"]) == (403, "token-scope")
    assert client.get("/v1/players/me", headers=me).json["name"] == "Ada"


def test_token_expires(client: FlaskClient, me: dict[str, str], embedded: Server) -> None:
    made = issue(client, me, expires_at="2100-01-01T01:00:00+01:00").json
    assert made["expires_at"] == "2100-01-01T00:00:00.000Z"
    own = bearer(made["token"])
    assert client.get("/v1/players/me", headers=own).status_code == 200
    with embedded.admin() as admin:
        (key,) = [key for key in admin.scan_iter("token:*") if admin.pttl(key) > 40 * 24 * 3600 * 1000]
        admin.pexpire(key, 1)
    wait_until(lambda: client.get("/v1/players/me", headers=own).status_code == 401)


@pytest.mark.parametrize(
    "when",
    ["2001-01-01T00:00:00Z", "2300-01-01T00:00:00Z", "tomorrow", "2100-01-01", "2100-13-01T00:00:00Z", "2100-01-01T00:00:00",
     "2100-W01-1T00:00:00Z", 4102444800, None, "٢١٠٠-01-01T00:00:00Z"],
)  # fmt: skip
def test_expiry_is_an_instant_ahead(client: FlaskClient, me: dict[str, str], when: Any) -> None:
    reply = check_reply("createToken", client.post(TOKENS, json={"expires_at": when}, headers=me))
    assert (reply.status_code, reply.json["errors"][0]["pointer"]) == (422, "/expires_at")


def test_unknown_scope_is_refused(client: FlaskClient, me: dict[str, str]) -> None:
    assert client.post(TOKENS, json={"scope": "admin"}, headers=me).status_code == 422


def test_b25_tokens_are_paged(client: FlaskClient, me: dict[str, str]) -> None:
    made = [client.get(TOKENS, headers=me).json["items"][0]["id"]] + [issue(client, me).json["id"] for _ in range(10)]
    seen: list[str] = []
    url = f"{TOKENS}?limit=3"
    while url:
        reply = check_reply("listTokens", client.get(url, headers=me))
        seen += [item["id"] for item in reply.json["items"]]
        following = reply.json.get("next_cursor")
        url = f"{TOKENS}?limit=3&cursor={following}" if following else ""
        assert reply.headers.get("Link") == (f'<{url}>; rel="next"' if url else None)
        if len(seen) == 6:  # what goes and comes meanwhile moves nothing else
            client.delete(f"{TOKENS}/{seen[1]}", headers=bearer(issue(client, me).json["token"]))
    assert set(made) < set(seen)
    assert len(seen) == len(set(seen)) == 12


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=-1", "limit=101", "limit=1000000000", "limit=x", "limit=1.0", "cursor=!", "cursor=",
              "cursor=MTIz", "cursor=" + "A" * 300, "order=desc", "limit=٣"],
)  # fmt: skip
def test_b25_bad_pages_are_refused(client: FlaskClient, me: dict[str, str], query: str) -> None:
    assert check_reply("listTokens", client.get(f"{TOKENS}?{query}", headers=me)).status_code == 422


def test_secrets_are_not_kept(client: FlaskClient, token: str, me: dict[str, str], embedded: Server) -> None:
    further = issue(client, me).json["token"]
    with embedded.admin() as admin:
        kept = b"\n".join(admin.scan_iter()) + b"\n".join(admin.dump(key) for key in admin.scan_iter())
    for secret in (token, further):
        assert secret.encode() not in kept
        assert secret.removeprefix("spl_player_").encode() not in kept


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
