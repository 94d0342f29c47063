"""A service to throw things at, and what its document shows as good requests."""

import json
from typing import Any

from werkzeug.test import TestResponse

from service.api.describing import CURRENT
from service.api.openapi import document
from tests.api.documented import operations
from tests.api.observed import Json, Observed, addresses, path_names
from tests.servers import Server

NOBODY = "p" + "z" * 21
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
        self.before = self.stored()

    def stored(self) -> dict[bytes, Any]:
        with self.server.admin() as admin:
            return {key: admin.dump(key) for key in admin.scan_iter(count=1_000)}

    def ask(self, operation: str, **more: Any) -> TestResponse:
        known = {
            "game_id": self.game["id"],
            "version": 1,
            "token_id": "tzzzzzzzzzzzzzzzzzzzzzz",
            "player_id": NOBODY,
            "bot_id": NOBODY,
            "seat": 1,
            "webhook_id": "w" + "z" * 21,
            "delivery_id": "1-00000000",
        }
        path = {name: more.pop(name, known[name]) for name in path_names(addresses()[operation][1])}
        if any(one["name"] == "If-Match" for one in operations()[operation]["parameters"]):
            more.setdefault("If_Match", f'"{self.game["etag"]}"')
        return self.service.ask(operation, self.token, **path, **more)

    def refuse(self, operation: str, *statuses: int, **more: Any) -> None:
        """Sends it, holds the reply to the document, and expects a refusal with one of these statuses."""
        reply = self.ask(operation, **more)
        assert reply.status_code in (statuses or range(400, 500)), (operation, more, reply.status, reply.text)
        assert reply.mimetype == "application/problem+json"
        assert "Traceback" not in reply.text

    def unchanged(self) -> bool:
        return self.stored() == self.before
