"""What the tests of webhooks share: endpoints over HTTP, and what a worker would deliver."""

from typing import Any

from werkzeug.test import TestResponse

from tests.api.games_api import Json, Site
from tests.hosting.hooks import bring

HOOKS = "/v1/webhooks"
Headers = dict[str, str]


def make(site: Site, headers: Headers, url: str, **more: Any) -> TestResponse:
    """POST /webhooks, whatever comes of it."""
    return site.client.post(HOOKS, json={"url": url, **more}, headers=headers)


def made(site: Site, headers: Headers, url: str, **more: Any) -> Json:
    reply = make(site, headers, url, **more)
    assert reply.status_code == 201, reply.text
    body: Json = reply.json
    return body


class Endpoint:
    """An endpoint of somebody's."""

    def __init__(self, site: Site, headers: Headers, owner: str, url: str, **more: Any) -> None:
        self._site, self._headers, self._owner = site, headers, owner
        self.made = made(site, headers, url, **more)
        self.id, self.secret = str(self.made["id"]), str(self.made["secret"])

    def ask(self, method: str, suffix: str = "", body: Any = None) -> TestResponse:
        return self._site.client.open(f"{HOOKS}/{self.id}{suffix}", method=method, json=body, headers=self._headers)

    def deliveries(self, query: str = "?limit=100") -> list[Json]:
        items: list[Json] = self.ask("GET", f"/deliveries{query}").json["items"]
        return items

    def bring(self, *, urgent: bool = False) -> bool:
        """What a worker would do."""
        webhook = self._site.services.webhooks.get(self._owner, self.id)
        assert webhook is not None
        return bring(self._site.services, webhook, urgent=urgent)
