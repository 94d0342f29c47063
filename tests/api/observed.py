"""The whole API in this process. Each operation is asked for by its id, and each reply is held to the document."""

import json
import re
from collections.abc import Mapping
from typing import Any

from werkzeug.test import TestResponse

from service.api.describing import CURRENT, METHODS
from service.api.openapi import document
from service.app import create_app
from service.config import Settings
from service.hosting.play_ai import play_ai
from service.services import connect
from tests.api.documented import check_reply

Json = dict[str, Any]


def addresses() -> dict[str, tuple[str, str]]:
    """Method and path of every operation by its id."""
    paths = json.loads(document(CURRENT))["paths"]
    return {
        one["operationId"]: (name.upper(), path)
        for path, item in paths.items()
        for name, one in item.items()
        if name in METHODS
    }


def path_names(template: str) -> list[str]:
    """What the template of a path leaves open."""
    return re.findall(r"{(\w+)}", template)


class Observed:
    """A service, and the statuses that its operations have answered with."""

    def __init__(self, url: str, **settings: Any) -> None:
        plain = Settings(
            redis_url=url, queue_redis_url=url, registration="open", rate_limits="off", archive="memory://archive"
        )
        chosen = plain._replace(**settings)
        self.services = connect(chosen)
        self.client = create_app(chosen, self.services).test_client()
        self.seen: set[tuple[str, str]] = set()
        self._addresses = addresses()

    def close(self) -> None:
        self.services.waiters.close()

    def ask(self, operation: str, token: str = "", *, body: Any = None, **more: Any) -> TestResponse:
        """One request. `more` holds what the path names, `query` and other keywords of the test client.

        Headers are keywords too: those whose name begins with a capital, `_` standing for `-`.
        """
        method, template = self._addresses[operation]
        path = template.format(**{name: more.pop(name) for name in path_names(template)})
        headers = {name.replace("_", "-"): more.pop(name) for name in list(more) if name[0].isupper()}
        if token:
            headers.setdefault("Authorization", f"Bearer {token}")
        if body is not None:
            more["json"] = body
        reply = self.client.open(path, method=method, headers=headers, query_string=more.pop("query", None), **more)
        self.seen.add((operation, str(reply.status_code)))
        return check_reply(operation, reply)

    def found(self, operation: str, token: str = "", **more: Any) -> Json:
        """The body of a success."""
        reply = self.ask(operation, token, **more)
        assert reply.status_code < 300, (operation, reply.text)
        body: Json = reply.json
        return body

    def player(self, name: str = "Ada") -> str:
        """The token of a new player."""
        return str(self.found("createPlayer", body={"name": name})["token"])

    def let_ai_move(self, game: Mapping[str, Any]) -> None:
        """What a worker would do."""
        assert play_ai(self.services, game["id"], game["version"]), "nothing was played"

    def act(self, token: str, game: Mapping[str, Any], action: Json) -> Json:
        """Plays at the version of `game`: the game after it and the events."""
        return self.found("playAction", token, game_id=game["id"], body=action, If_Match=f'"{game["etag"]}"')
