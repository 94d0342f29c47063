"""A service to throw things at, and what its document shows as good requests."""

import json
from typing import Any

from werkzeug.test import TestResponse

from service.api.describing import CURRENT
from service.api.openapi import document
from service.hosting.ladders.entering import enter_ai
from service.hosting.ladders.finding import create_ladder
from service.hosting.ladders.values import LadderSettings
from service.hosting.operator_tokens import admin_token
from service.store.ladder_keys import new_ladder_id
from service.store.operators import OperatorStore
from service.store.webhooks import Delivery
from tests.api.documented import operations
from tests.api.observed import Json, Observed, addresses, path_names
from tests.api.tour import FOR_ADMINS
from tests.servers import Server

CHANGING = sorted(name for name, (method, _) in addresses().items() if method != "GET")
WITH_BODY = sorted(name for name, one in operations().items() if "requestBody" in one)


def examples(operation: str) -> list[Json]:
    """The request bodies that the document shows."""
    shared = json.loads(document(CURRENT))["components"]["examples"]
    (media,) = operations()[operation]["requestBody"]["content"].values()
    return [shared[one["$ref"].rpartition("/")[2]]["value"] for one in media.get("examples", {}).values()]


class Target:
    """A service in which a game waits for its first action, and everything that its store holds."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.service = Observed(server.url)
        self.token = self.service.player()
        order = {"seats": [{"type": "me"}, {"type": "ai", "ai_player": "greedy"}]}
        self.game = self.service.found("createGame", self.token, body=order)
        self.things = self._things()
        self.before = self.stored()

    def _things(self) -> Json:
        """What the caller has besides the game."""
        hook = self.service.found("createWebhook", self.token, body={"url": "https://play.example/"})["id"]
        webhook = self.service.services.webhooks.get(self.service.found("getMe", self.token)["id"], hook)
        assert webhook is not None
        self.service.services.webhooks.note(webhook, webhook.place, Delivery("1-00000000", "resync", "", 1, 0, "0" * 8))
        bot = self.service.found("createBot", self.token, body={"name": "Engine"})["player"]["id"]
        token = self.service.found("createToken", self.token, body={})["id"]
        delivery = "1-00000000"
        services = self.service.services
        ladder = create_ladder(services, new_ladder_id(), "Open air", LadderSettings(open_to="all")).id
        enter_ai(services, ladder, "greedy")
        self.service.found("enterLadder", self.token, ladder_id=ladder, body={})
        self.service.found("getMe", self.token)  # from now on it is kept that the player is there
        self.admin = admin_token(OperatorStore(services.players._client), "").secret
        return {
            "webhook_id": hook,
            "delivery_id": delivery,
            "bot_id": bot,
            "token_id": token,
            "player_id": bot,
            "ladder_id": ladder,
            "entry_id": "greedy",
        }

    def stored(self) -> dict[Any, Any]:
        return self.server.contents()

    def ask(self, operation: str, **more: Any) -> TestResponse:
        known = {
            "game_id": self.game["id"],
            "version": 1,
            "seat": 1,
            **self.things,
        }
        path = {name: more.pop(name, known[name]) for name in path_names(addresses()[operation][1])}
        if any(one["name"] == "If-Match" for one in operations()[operation]["parameters"]):
            more.setdefault("If_Match", f'"{self.game["etag"]}"')
        caller = self.admin if operation in FOR_ADMINS else self.token
        return self.service.ask(operation, caller, **path, **more)

    def refuse(self, operation: str, *statuses: int, **more: Any) -> None:
        """Sends it, holds the reply to the document, and expects a refusal with one of these statuses."""
        reply = self.ask(operation, **more)
        assert reply.status_code in (statuses or range(400, 500)), (operation, more, reply.status, reply.text)
        assert reply.mimetype == "application/problem+json"
        assert "Traceback" not in reply.text

    def unchanged(self) -> bool:
        return self.stored() == self.before
