"""What the tests of players and their tokens share."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.documented import check_reply

TOKENS = "/v1/players/me/tokens"


def register(client: FlaskClient, name: str = "Ada") -> TestResponse:
    return check_reply("createPlayer", client.post("/v1/players", json={"name": name}))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def issue(client: FlaskClient, me: dict[str, str], **body: Any) -> TestResponse:
    reply = check_reply("createToken", client.post(TOKENS, json=body, headers=me))
    assert reply.status_code == 201, reply.json
    return reply
