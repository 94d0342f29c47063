"""Webhook endpoints over HTTP: what owners may do, what is refused (B18), and what nobody is told."""

from collections.abc import Iterator

import pytest

from tests.api.apps_api import new_admin, new_app
from tests.api.games_api import TAKE, GameAt, Site, found, problem
from tests.api.webhooks_api import HOOKS, Endpoint, made, make
from tests.hosting.hooks import numbers, verified
from tests.receiver import Receiver, Reply

URL = "https://play.example/hook"


@pytest.fixture
def site(redis_url: str) -> Iterator[Site]:
    site = Site(redis_url, webhook_allow=("127.0.0.1",))
    yield site
    site.services.waiters.close()


def endpoint(site: Site, game: GameAt, url: str, **more: object) -> Endpoint:
    """An endpoint of the game's creator."""
    return Endpoint(site, game.creator.headers, game.creator.id, url, **more)


def test_life_of_an_endpoint(site: Site) -> None:
    ada = site.person()
    reply = make(site, ada.headers, URL, event_types=["turn_started", "game_finished"])
    assert (reply.headers["Cache-Control"], reply.headers["Location"]) == ("no-store", f"{HOOKS}/{reply.json['id']}")
    body = dict(reply.json)
    secret = body.pop("secret")
    assert secret.startswith("whsec_")
    assert body.items() >= {"url": URL, "event_types": ["game_finished", "turn_started"], "enabled": True}.items()
    here = reply.headers["Location"]
    assert found(site.client.get(here, headers=ada.headers)) == body
    assert found(site.client.get(HOOKS, headers=ada.headers)) == {"items": [body]}
    changed = found(site.client.patch(here, json={"enabled": False, "event_types": []}, headers=ada.headers))
    assert changed == {name: value for name, value in body.items() if name != "event_types"} | {"enabled": False}
    assert found(site.client.patch(here, json={}, headers=ada.headers)) == changed
    assert site.client.delete(here, headers=ada.headers).status_code == 204
    problem(site.client.delete(here, headers=ada.headers), 404, "webhook-not-found")
    assert found(site.client.get(HOOKS, headers=ada.headers)) == {"items": []}


def test_b25_pages_of_endpoints(site: Site) -> None:
    ada = site.person()
    ids = [made(site, ada.headers, URL)["id"] for _ in range(5)]
    seen, query = [], "?limit=2"
    while query:
        page = found(site.client.get(HOOKS + query, headers=ada.headers))
        seen += [one["id"] for one in page["items"]]
        query = f"?limit=2&cursor={page['next_cursor']}" if "next_cursor" in page else ""
    assert sorted(seen) == sorted(ids)
    assert len(set(seen)) == len(seen)


def test_others_know_nothing_of_it(site: Site) -> None:
    ada, eve = site.person(), site.person()
    mine = Endpoint(site, ada.headers, ada.id, URL)
    mine._headers = eve.headers
    for method, suffix in (
        *(("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/test"), ("POST", "/rotate-secret")),
        *(("GET", "/deliveries"), ("POST", "/deliveries/1-00000000/retry")),
    ):
        problem(mine.ask(method, suffix, {} if method in ("POST", "PATCH") else None), 404, "webhook-not-found")
    assert found(site.client.get(HOOKS, headers=eve.headers)) == {"items": []}


def test_kinds_of_tokens(site: Site) -> None:
    app, admin = new_app(site.app), new_admin(site.app)
    assert make(site, app, URL).status_code == 201
    problem(make(site, admin, URL), 403, "token-kind")
    problem(make(site, site.person(scope="read").headers, URL), 403, "token-scope")
    problem(make(site, {}, URL), 401, "token-missing")


def test_too_many(site: Site) -> None:
    ada = site.person()
    for _ in range(10):
        made(site, ada.headers, URL)
    problem(make(site, ada.headers, URL), 409, "too-many")


B18 = [
    *("http://127.0.0.1:6379", "http://[::1]/", "http://169.254.169.254/", "http://[::ffff:10.0.0.1]/"),
    *("http://2130706433/", "https://2130706433/", "http://user@host/", "https://user:word@play.example/", "file:///"),
    *("https://localhost/", "https://localhost./", "https://10.0.0.1/", "https://[fe80::1]/", "https://0x7f000001/"),
    *("https://play.example:6379/", "https://play.example/#part", "http://play.example/", "https://0.0.0.0/"),
    *("https://[64:ff9b::a00:1]/", "https://metadata.internal/", "gopher://play.example/", "https:///", "https://"),
]


@pytest.mark.parametrize("url", B18)
def test_b18_addresses_that_are_refused_at_once(redis_url: str, url: str) -> None:
    """B18: when the endpoint is made, and when it is changed."""
    site = Site(redis_url)
    ada = site.person()
    faults = problem(make(site, ada.headers, url), 422, "invalid-request")["errors"]
    assert [fault["pointer"] for fault in faults] == ["/url"]
    mine = Endpoint(site, ada.headers, ada.id, URL)
    problem(mine.ask("PATCH", body={"url": url}), 422, "invalid-request")
    assert mine.ask("GET").json["url"] == URL
    site.services.waiters.close()


def test_b18_redirect_is_not_followed(redis_url: str, receiver: Receiver) -> None:
    """B18: nor is anything of the answer told but its status."""
    site = Site(redis_url, webhook_allow=(f"127.0.0.1:{receiver.port}",))
    ada = site.person()
    mine = Endpoint(site, ada.headers, ada.id, receiver.url)
    receiver.answer = lambda _: Reply(302, b"inside", (("Location", "http://127.0.0.1:6379/"),))
    assert mine.ask("POST", "/test").json == {"delivered": False, "status": 302}
    assert len(receiver.received) == 1
    site.services.waiters.close()


def test_test_says_what_came_of_it(site: Site, receiver: Receiver) -> None:
    ada = site.person()
    mine = Endpoint(site, ada.headers, ada.id, receiver.url)
    receiver.answer = lambda _: Reply(204, b"")
    assert mine.ask("POST", "/test").json == {"delivered": True, "status": 204}
    assert verified(receiver.received[0], mine.secret)["data"] == {"webhook_id": mine.id}
    mine.ask("PATCH", body={"url": "http://127.0.0.1:9/"})
    assert mine.ask("POST", "/test").json == {"delivered": False, "error": "connect-failed"}


def test_what_no_key_protects_is_done_again(site: Site, receiver: Receiver) -> None:
    """Tests, and the retry of a delivery: an Idempotency-Key has no effect on them, as their descriptions say."""
    game, key = site.game(), {"Idempotency-Key": "once"}
    mine = endpoint(site, game, receiver.url)
    game.act(game.people[0], TAKE)
    mine.bring()
    (first, *_) = mine.deliveries()
    sent = len(receiver.received)
    for suffix in ("/test", f"/deliveries/{first['id']}/retry"):
        for _ in range(2):
            headers = game.creator.headers | key
            reply = site.client.post(f"{HOOKS}/{mine.id}{suffix}", json={}, headers=headers)
            assert reply.status_code in (200, 202)
            assert "Idempotency-Replayed" not in reply.headers
            mine.bring()
    new = [one.headers["webhook-id"] for one in receiver.received[sent:]]
    assert len(set(new)) == 3, "two tests, and one message that came twice"
    assert new[2] == new[3]


def test_tests_are_waiters(redis_url: str, receiver: Receiver) -> None:
    site = Site(redis_url, webhook_allow=("127.0.0.1",), max_waiters=1)
    ada = site.person()
    mine = Endpoint(site, ada.headers, ada.id, receiver.url)
    with site.services.waiters.hold():
        problem(mine.ask("POST", "/test"), 503, "too-many-waiters")
    assert mine.ask("POST", "/test").status_code == 200
    site.services.waiters.close()


def test_rotation(site: Site, receiver: Receiver) -> None:
    ada = site.person()
    mine = Endpoint(site, ada.headers, ada.id, receiver.url)
    reply = mine.ask("POST", "/rotate-secret")
    assert (reply.status_code, reply.headers["Cache-Control"]) == (201, "no-store")
    assert reply.json["secret"] != mine.secret
    assert reply.json["previous_secret_until"] > reply.json["created_at"]
    mine.ask("POST", "/test")
    verified(receiver.received[0], reply.json["secret"], mine.secret)
    assert "secret" not in mine.ask("GET").json


def test_b17_deliveries_and_their_retry(site: Site, receiver: Receiver) -> None:
    game = site.game()
    mine = endpoint(site, game, receiver.url)
    receiver.answer = lambda _: Reply(500, b"stack trace")
    game.act(game.people[0], TAKE)
    assert mine.bring()
    (first,) = mine.deliveries()
    assert first.items() >= {"state": "pending", "attempts": 1, "status": 500, "number": 1}.items()
    failing = mine.ask("GET").json
    assert (failing["attempts"], failing["last_number"], "failing_since" in failing) == (1, 0, True)
    receiver.answer = lambda _: Reply(200)
    retried = mine.ask("POST", f"/deliveries/{first['id']}/retry", {})
    assert (retried.status_code, retried.json) == (202, first)
    assert mine.bring()
    assert [one["state"] for one in mine.deliveries()] == ["delivered", "delivered"]
    assert numbers(receiver) == [1, 1, 2]
    mine.ask("POST", f"/deliveries/{first['id']}/retry", {})
    assert mine.bring()
    assert numbers(receiver) == [1, 1, 2, 1]
    problem(mine.ask("POST", "/deliveries/9-00000000/retry", {}), 404, "delivery-not-found")
    mine.ask("PATCH", body={"enabled": False})
    problem(mine.ask("POST", f"/deliveries/{first['id']}/retry", {}), 409, "webhook-disabled")


def test_b25_pages_of_deliveries(site: Site, receiver: Receiver) -> None:
    game = site.game()
    mine = endpoint(site, game, receiver.url)
    for person in (*game.people, game.people[0]):
        game.act(person, TAKE)
    mine.bring()
    seen, query = [], "?limit=2"
    while query:
        page = found(mine.ask("GET", f"/deliveries{query}"))
        seen += page["items"]
        query = f"?limit=2&cursor={page['next_cursor']}" if "next_cursor" in page else ""
    assert seen == mine.deliveries()
    assert [one["number"] for one in seen] == sorted(numbers(receiver), reverse=True)


def test_410_is_told(site: Site, receiver: Receiver) -> None:
    game = site.game()
    mine = endpoint(site, game, receiver.url)
    receiver.answer = lambda _: Reply(410)
    game.act(game.people[0], TAKE)
    mine.bring()
    assert mine.ask("GET").json.items() >= {"enabled": False, "disabled_reason": "gone"}.items()
    assert "disabled_reason" not in mine.ask("PATCH", body={"enabled": True}).json


def test_secret_is_nowhere_else(site: Site, receiver: Receiver) -> None:
    """Leak: no reply but the first, no message, and no record of a delivery has the secret in it."""
    game = site.game()
    mine = endpoint(site, game, receiver.url)
    game.act(game.people[0], TAKE)
    mine.bring()
    replies = [mine.ask("GET"), mine.ask("GET", "/deliveries"), mine.ask("POST", "/test"), mine.ask("PATCH", body={})]
    replies.append(site.client.get(HOOKS, headers=game.creator.headers))
    replies.append(site.client.get("/v1/players/me/export", headers=game.creator.headers))
    bare = mine.secret.removeprefix("whsec_")
    assert all(bare not in reply.text for reply in replies)
    assert all(bare.encode() not in one.body for one in receiver.received)


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"url": 1}, {"url": URL, "event_types": ["nonsense"]}, {"url": URL, "event_types": ["turn_started"] * 2}),
        *(
            {"url": URL, "event_types": None},
            {"url": URL, "enabled": True},
            {"url": f"https://play.example/{'x' * 2000}"},
        ),
    ],
    ids=str,
)
def test_orders_that_cannot_be(site: Site, body: dict[str, object]) -> None:
    reply = site.client.post(HOOKS, json=body, headers=site.person().headers)
    problem(reply, 422, "invalid-request")
