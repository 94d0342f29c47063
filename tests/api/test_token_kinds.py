"""Each operation is for tokens of certain kinds; where none is needed any may come."""

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from tests.api.apps_api import new_admin, new_app
from tests.api.documented import check_reply, operations
from tests.api.games_api import GREEDY, ME, Site

PLAYERS_OWN = ["getMe", "updateMe", "createToken", "listTokens", "createBot", "listBots", "listBlocks", "createGame"]
APPS_OWN = ["getApp", "createAppPlayer", "listAppPlayers"]


@pytest.fixture
def headers(app: Application, me: dict[str, str]) -> dict[str, dict[str, str]]:
    return {"player": me, "app": new_app(app), "admin": new_admin(app)}


@pytest.mark.parametrize("operation", PLAYERS_OWN + APPS_OWN)
def test_other_kinds_are_refused(client: FlaskClient, headers: dict[str, dict[str, str]], operation: str) -> None:
    paths = {
        "getMe": ("GET", "/v1/players/me", None),
        "updateMe": ("PATCH", "/v1/players/me", {"name": "Eve"}),
        "createToken": ("POST", "/v1/players/me/tokens", {}),
        "listTokens": ("GET", "/v1/players/me/tokens", None),
        "createBot": ("POST", "/v1/players/me/bots", {"name": "Bot"}),
        "listBots": ("GET", "/v1/players/me/bots", None),
        "listBlocks": ("GET", "/v1/players/me/blocks", None),
        "createGame": ("POST", "/v1/games", {"seats": [ME, GREEDY]}),
        "getApp": ("GET", "/v1/apps/me", None),
        "createAppPlayer": ("POST", "/v1/apps/me/players", {"external_id": "user-1", "name": "Ada"}),
        "listAppPlayers": ("GET", "/v1/apps/me/players", None),
    }
    method, path, body = paths[operation]
    mine = "app" if operation in APPS_OWN else "player"
    for kind, known in headers.items():
        reply = check_reply(operation, client.open(path, method=method, json=body, headers=known))
        if kind == mine:
            assert reply.status_code in (200, 201)
        else:
            assert (reply.status_code, reply.json["code"]) == (403, "token-kind")
        if method != "GET":  # the shape is looked at first
            assert client.open(path, method=method, json={"no": 1}, headers=known).status_code == 422


def test_an_app_sees_what_a_spectator_sees(site: Site) -> None:
    game = site.game()
    for known in (new_app(site.client.application), new_admin(site.client.application)):  # type: ignore[arg-type]
        for suffix in ("", "/events", "/record", "/legal-actions", "/positions/1"):
            seen = site.client.get(game.path + suffix, headers=known)
            assert (seen.status_code, seen.json) == (200, game.get(suffix).json)


def test_the_refusal_stands_where_a_token_of_another_kind_can_come() -> None:
    """In the document of each operation that needs a token, and of no other."""
    described = operations()
    for name, one in described.items():
        told = "`token-kind`" in one["responses"].get("403", {}).get("description", "")
        assert told is (one.get("security") == [{"bearer": []}]), name
