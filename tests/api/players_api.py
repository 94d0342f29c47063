"""What the tests of players and their tokens share."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Settings
from service.services import connect
from tests.api.documented import check_reply

TOKENS = "/v1/players/me/tokens"


OWN = [
    ("GET", "/v1/players/me"),
    ("PATCH", "/v1/players/me"),
    ("GET", TOKENS),
    ("POST", TOKENS),
    ("DELETE", f"{TOKENS}/t"),
]


def make_client(redis_url: str, registration: str = "open") -> FlaskClient:
    settings = Settings(redis_url=redis_url, queue_redis_url=redis_url, registration=registration)
    return create_app(settings, connect(settings)).test_client()


def register(client: FlaskClient, name: str = "Ada") -> TestResponse:
    return check_reply("createPlayer", client.post("/v1/players", json={"name": name}))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def issue(client: FlaskClient, me: dict[str, str], **body: Any) -> TestResponse:
    reply = check_reply("createToken", client.post(TOKENS, json=body, headers=me))
    assert reply.status_code == 201, reply.json
    return reply
