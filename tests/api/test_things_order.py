"""The order of checks on what is no game: of two things that are wrong with a request, the earlier one is named.

406, 401, 404, 422, 403, and last what the thing itself says.
"""

from itertools import combinations
from typing import Any, NamedTuple

import pytest

from service.hosting.ladders.entering import enter_ai
from service.hosting.ladders.finding import create_ladder
from service.hosting.ladders.values import LadderSettings
from service.store.keys import new_player_id, new_token_id, new_webhook_id
from service.store.ladder_keys import new_ladder_id
from service.store.webhooks import Delivery, Place
from tests.api.apps_api import new_admin, new_app
from tests.api.documented import check_reply
from tests.api.games_api import Json, Person, Site
from tests.api.webhooks_api import made

URL = "https://play.example/hook"
DELIVERY = "1-00000000"


class Verb(NamedTuple):
    """An operation on something of the caller's. `right`: what a caller without the right is told, "" for none."""

    operation: str
    method: str
    path: str
    body: Json | None
    code: str
    right: str = "token-scope"
    unknown: str = "token-missing"


HOOK, BOT = "/v1/webhooks/{webhook}", "/v1/players/me/bots/{bot}"
LADDER = "/v1/ladders/{ladder}"
VERBS = (
    Verb("getWebhook", "GET", HOOK, None, "webhook-not-found", ""),
    Verb("updateWebhook", "PATCH", HOOK, {"enabled": True}, "webhook-not-found"),
    Verb("deleteWebhook", "DELETE", HOOK, None, "webhook-not-found"),
    Verb("rotateWebhookSecret", "POST", f"{HOOK}/rotate-secret", {}, "webhook-not-found"),
    Verb("testWebhook", "POST", f"{HOOK}/test", {}, "webhook-not-found"),
    Verb("listWebhookDeliveries", "GET", f"{HOOK}/deliveries", None, "webhook-not-found", ""),
    Verb("retryWebhookDelivery", "POST", HOOK + "/deliveries/{delivery}/retry", {}, "webhook-not-found"),
    Verb("createBotToken", "POST", f"{BOT}/tokens", {}, "player-not-found"),
    Verb("listBotCallbackFailures", "GET", f"{BOT}/callback/failures", None, "player-not-found", ""),
    Verb("deleteToken", "DELETE", "/v1/players/me/tokens/{token}", None, "token-not-found"),
    Verb("blockPlayer", "PUT", "/v1/players/me/blocks/{player}", {}, "player-not-found"),
    Verb("unblockPlayer", "DELETE", "/v1/players/me/blocks/{player}", None, "player-not-found"),
    Verb("getPlayer", "GET", "/v1/players/{player}", None, "player-not-found", "", "token-invalid"),
    Verb("getLadder", "GET", LADDER, None, "ladder-not-found", "", "token-invalid"),
    Verb("listStandings", "GET", f"{LADDER}/standings", None, "ladder-not-found", "", "token-invalid"),
    Verb("listLadderGames", "GET", f"{LADDER}/games", None, "ladder-not-found", "", "token-invalid"),
    Verb("listRatings", "GET", f"{LADDER}/ratings/greedy", None, "ladder-not-found", "", "token-invalid"),
    Verb("enterLadder", "PUT", f"{LADDER}/entries/me", {}, "ladder-not-found"),
    Verb("getMyLadderEntry", "GET", f"{LADDER}/entries/me", None, "ladder-not-found", ""),
    Verb("leaveLadder", "DELETE", f"{LADDER}/entries/me", None, "ladder-not-found"),
    Verb("listPlayerGames", "GET", "/v1/players/{player}/games", None, "player-not-found", "", "token-invalid"),
)
ORDER = ("accept", "token", "thing", "schema", "right")
PAIRS = [
    (verb, *pair)
    for verb in VERBS
    for pair in [*combinations(ORDER, 2), *((one, one) for one in ORDER)]
    if verb.right or "right" not in pair
]


class Things(NamedTuple):
    """Somebody with a thing of each kind."""

    site: Site
    owner: Person
    reader: dict[str, str]
    ids: dict[str, str]

    def code(self, verb: Verb, wrong: set[str]) -> str:
        """What a request is told in which this is wrong."""
        headers = dict(self.reader if "right" in wrong else self.owner.headers)
        if "token" in wrong:
            headers = {"Authorization": "Bearer nonsense"} if verb.unknown == "token-invalid" else {}
        if "accept" in wrong:
            headers["Accept"] = "image/png"
        path = verb.path.format(**(dict.fromkeys(self.ids, "nonsense") if "thing" in wrong else self.ids))
        body: Any = verb.body
        if "schema" in wrong:
            path, body = (f"{path}?nonsense=1", body) if verb.method == "GET" else (path, {"nonsense": 1})
        reply = self.site.client.open(path, method=verb.method, json=body, headers=headers)
        check_reply(verb.operation, reply)
        assert reply.status_code >= 400, reply.text
        return str(reply.json["code"])


@pytest.fixture
def things(site: Site) -> Things:
    owner, services = site.person(), site.services
    post = site.client.post
    token = post("/v1/players/me/tokens", json={"scope": "read"}, headers=owner.headers).json
    bot = post("/v1/players/me/bots", json={"name": "Engine"}, headers=owner.headers).json["player"]
    webhook = services.webhooks.get(owner.id, made(site, owner.headers, URL)["id"])
    assert webhook is not None
    assert services.webhooks.note(webhook, Place(1, "00000000"), Delivery(DELIVERY, "test", "", 1, 1, "00000000"))
    ladder = create_ladder(services, new_ladder_id(), "Open air", LadderSettings(open_to="all")).id
    enter_ai(services, ladder, "greedy")
    put = site.client.put(f"/v1/ladders/{ladder}/entries/me", json={}, headers=owner.headers)
    assert put.status_code == 200
    ids = {
        "ladder": ladder,
        "webhook": webhook.id,
        "delivery": DELIVERY,
        "bot": bot["id"],
        "token": token["id"],
        "player": bot["id"],
    }
    return Things(site, owner, {"Authorization": f"Bearer {token['token']}"}, ids)


@pytest.mark.parametrize(
    ("verb", "first", "second"), PAIRS, ids=[f"{verb.operation}: {one}, {two}" for verb, one, two in PAIRS]
)
def test_the_earlier_fault_is_named(things: Things, verb: Verb, first: str, second: str) -> None:
    codes = {
        "accept": "not-acceptable",
        "token": verb.unknown,
        "thing": verb.code,
        "schema": "invalid-request",
        "right": verb.right,
    }
    assert things.code(verb, {first, second}) == codes[first]


def test_a_delivery_is_found_first_too(things: Things) -> None:
    path = f"/v1/webhooks/{things.ids['webhook']}/deliveries/9-00000000/retry"
    for headers in (things.owner.headers, things.reader):
        reply = things.site.client.post(path, json={"nonsense": 1}, headers=headers)
        assert reply.json["code"] == "delivery-not-found"


def test_tokens_of_an_app_for_its_players(site: Site) -> None:
    app, other = new_app(site.app), new_app(site.app)
    player = site.client.post("/v1/apps/me/players", json={"external_id": "1", "name": "Ada"}, headers=app).json["id"]
    post, nonsense = site.client.post, {"nonsense": 1}
    for headers, player_id in ((app, new_player_id()), (app, site.person().id), (other, player), (app, "x")):
        reply = post(f"/v1/apps/me/players/{player_id}/tokens", json=nonsense, headers=headers)
        assert (reply.status_code, reply.json["code"]) == (404, "player-not-found")
    path = f"/v1/apps/me/players/{player}/tokens"
    assert post(path, json=nonsense, headers=app).json["code"] == "invalid-request"
    assert post(path, json={}, headers=app).status_code == 201


@pytest.mark.parametrize("kind", ["app", "admin"])
def test_whoever_can_have_no_such_thing_knows_of_none(things: Things, kind: str) -> None:
    """Is told so, whether it is there or not, and the shape is looked at before that."""
    site = things.site
    headers = new_app(site.app) if kind == "app" else new_admin(site.app)
    unowned = {**things.ids, "webhook": new_webhook_id(), "bot": things.owner.id, "token": new_token_id()}
    for verb in VERBS:
        if not verb.unknown.endswith("missing") or (kind == "app" and "webhook" in verb.path):
            continue
        for ids in (things.ids, unowned, dict.fromkeys(things.ids, "x")):
            path = verb.path.format(**ids)
            reply = site.client.open(path, method=verb.method, json=verb.body, headers=headers)
            assert (reply.status_code, reply.json["code"]) == (403, "token-kind"), verb.operation
            reply = site.client.open(f"{path}?nonsense=1", method=verb.method, json=verb.body, headers=headers)
            assert reply.json["code"] == "invalid-request", verb.operation
    path = f"/v1/apps/me/players/{things.owner.id}/tokens"
    assert site.client.post(path, json={}, headers=things.owner.headers).json["code"] == "token-kind"
