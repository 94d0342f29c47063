"""What the tests of apps share."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.application import Application
from service.hosting.operator_tokens import admin_token, app_token
from service.store.operators import OperatorStore
from tests.api.documented import check_reply
from tests.api.players_api import bearer

PLAYERS = "/v1/apps/me/players"


def operators(app: Application) -> OperatorStore:
    return OperatorStore(app.services.players._client)


def new_app(app: Application, name: str = "Table for Two") -> dict[str, str]:
    """The headers of a new app."""
    made = app_token(operators(app), app.services.apps, "", name)
    assert made is not None
    return bearer(made.secret)


def new_admin(app: Application) -> dict[str, str]:
    return bearer(admin_token(operators(app), "").secret)


def make_player(client: FlaskClient, headers: dict[str, str], external_id: Any = "user-1", **more: Any) -> TestResponse:
    key = {"Idempotency-Key": more.pop("key")} if "key" in more else {}
    body = {"external_id": external_id, "name": "Ada", **more}
    return check_reply("createAppPlayer", client.post(PLAYERS, json=body, headers=headers | key))
