"""The tokens of a player."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.documented import check_reply
from tests.api.players_api import TOKENS, bearer, issue, register
from tests.servers import Server, wait_until

OWN = [
    ("GET", "/v1/players/me"),
    ("PATCH", "/v1/players/me"),
    ("GET", TOKENS),
    ("POST", TOKENS),
    ("DELETE", f"{TOKENS}/t"),
]


def test_further_token(client: FlaskClient, me: dict[str, str]) -> None:
    reply = issue(client, me)
    assert reply.headers["Cache-Control"] == "no-store"
    own = bearer(reply.json["token"])
    assert client.get("/v1/players/me", headers=own).json == client.get("/v1/players/me", headers=me).json
    listed = check_reply("listTokens", client.get(reply.headers["Location"], headers=me)).json["items"]
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
    made = issue(client, me, scope="read").json
    own, token_id = bearer(made["token"]), made["id"]
    assert client.get("/v1/players/me", headers=own).status_code == 200
    for method, path in OWN:
        if method != "GET":
            there = path.removesuffix("t") + token_id if path.endswith("/t") else path
            reply = client.open(there, method=method, json={}, headers=own)
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


@pytest.mark.parametrize(("method", "path"), OWN)
def test_token_is_needed(client: FlaskClient, method: str, path: str) -> None:
    for headers in ({}, bearer("spl_player_" + "A" * 43), bearer("nonsense"), {"Authorization": "Basic QTpC"}):
        reply = client.open(path, method=method, json={} if method != "GET" else None, headers=headers)
        assert (reply.status_code, reply.mimetype) == (401, "application/problem+json")
        assert reply.headers["WWW-Authenticate"].startswith("Bearer")
    assert client.get(f"{path}?token=abc", headers={}).status_code in (400, 405)
