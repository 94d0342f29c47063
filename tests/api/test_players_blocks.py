"""Blocks: kept, listed, taken back."""

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.application import Application
from service.hosting import blocks
from service.store.keys import new_player_id
from tests.api.documented import check_reply
from tests.api.players_api import bearer, issue, register

BLOCKS = "/v1/players/me/blocks"


def block(client: FlaskClient, me: dict[str, str], other: str) -> TestResponse:
    return check_reply("blockPlayer", client.put(f"{BLOCKS}/{other}", headers=me))


def unblock(client: FlaskClient, me: dict[str, str], other: str) -> TestResponse:
    return check_reply("unblockPlayer", client.delete(f"{BLOCKS}/{other}", headers=me))


def listed(client: FlaskClient, me: dict[str, str], query: str = "") -> list[str]:
    reply = check_reply("listBlocks", client.get(BLOCKS + query, headers=me))
    return [item["player"]["id"] for item in reply.json["items"]]


def test_blocking_and_unblocking(app: Application, client: FlaskClient, me: dict[str, str]) -> None:
    mine, other = client.get("/v1/players/me", headers=me).json["id"], register(client, "Eve").json["player"]["id"]
    for _ in range(2):
        assert block(client, me, other).status_code == 204
    assert listed(client, me) == [other]
    assert blocks.has_blocked(app.services, mine, other)
    assert not blocks.has_blocked(app.services, other, mine)
    assert blocks.any_blocked(app.services, other, [new_player_id(), mine])
    for _ in range(2):
        assert unblock(client, me, other).status_code == 204
    assert listed(client, me) == []
    assert not blocks.any_blocked(app.services, other, [mine])


def test_a_block_is_a_use_of_the_player(app: Application, client: FlaskClient, me: dict[str, str]) -> None:
    block(client, me, register(client).json["player"]["id"])
    mine = client.get("/v1/players/me", headers=me).json["id"]
    assert app.services.players._client.call("PTTL", f"player:{{{mine}}}") == -1


def test_who_cannot_be_blocked(client: FlaskClient, me: dict[str, str]) -> None:
    mine = client.get("/v1/players/me", headers=me).json["id"]
    reply = block(client, me, mine)
    assert (reply.status_code, reply.json["code"]) == (409, "not-yourself")
    for unknown, status in ((new_player_id(), 204), ("x", 404), ("pé", 404)):
        assert (block(client, me, unknown).status_code) == 404
        assert unblock(client, me, unknown).status_code == status
    assert listed(client, me) == []


def test_b24_deleted_players_fall_off_the_list(app: Application, client: FlaskClient, me: dict[str, str]) -> None:
    gone, other = (register(client).json["player"]["id"] for _ in range(2))
    block(client, me, gone)
    block(client, me, other)
    app.services.players.mark_deleted(gone)
    mine = client.get("/v1/players/me", headers=me).json["id"]
    assert listed(client, me) == [other]
    assert [link.id for link in app.services.blocks.all(mine)] == [other]


def test_read_tokens_block_nobody(client: FlaskClient, me: dict[str, str]) -> None:
    own = bearer(issue(client, me, scope="read").json["token"])
    other = register(client).json["player"]["id"]
    assert block(client, own, other).json["code"] == "token-scope"
    assert unblock(client, own, other).json["code"] == "token-scope"


def test_b25_blocks_are_paged(client: FlaskClient, me: dict[str, str]) -> None:
    others = {register(client).json["player"]["id"] for _ in range(5)}
    for other in others:
        block(client, me, other)
    first = client.get(f"{BLOCKS}?limit=3", headers=me).json
    seen = [item["player"]["id"] for item in first["items"]]
    seen += listed(client, me, f"?limit=3&cursor={first['next_cursor']}")
    assert len(seen) == 5
    assert set(seen) == others
