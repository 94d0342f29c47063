"""C09: no caller can have all the places of those who wait, nor all those for streams."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.games_api import ME, OPEN, TAKE, Json, Person, Site, found, problem
from tests.api.live_api import EVENTS, LONG_MS, SOON_S, TURNS, ask, log, polling, turns
from tests.api.sandbox_api import asked, sandbox
from tests.api.streams_api import opened, refused
from tests.servers import wait_until

PLACES, SHARE = 8, 2


@pytest.fixture
def site(redis_url: str) -> Iterator[Site]:
    site = Site(redis_url, max_waiters=PLACES, max_streams=PLACES)
    yield site
    site.services.waiters.release()
    site.services.streams.close()
    site.services.waiters.close()


def made(reply: TestResponse) -> Json:
    """The body of what says that something was made."""
    assert reply.status_code == 201, reply.text
    body: Json = reply.json
    return body


def another_token(site: Site, person: Person, **body: str) -> Person:
    token = made(site.client.post("/v1/players/me/tokens", headers=person.headers, json=body))["token"]
    return person._replace(headers={"Authorization": f"Bearer {token}"})


@pytest.mark.parametrize("kind", ["game", "log", "inbox"])
def test_one_player_waits_so_often_and_no_more(site: Site, kind: str) -> None:
    game = site.game(ME, OPEN)
    ada, bea = game.people
    path = {"game": f"{game.path}/events", "log": EVENTS, "inbox": TURNS}[kind]

    def query(person: Person) -> Json:
        if kind == "inbox":
            return {"after": turns(site, person)["cursor"]}
        return {"after": game.view()["last_event"] if kind == "game" else log(site, person)["last"]}

    with polling(site) as poll:
        waiting = [poll(path, ada, **query(ada)) for _ in range(SHARE)]
        for same in (ada, another_token(site, ada), another_token(site, ada, scope="read")):
            body = problem(ask(site, path, same, wait_ms=LONG_MS, **query(ada)), 503, "too-many-waiters")
            assert body["retry_after_ms"] > 0
        assert found(ask(site, path, ada, **query(ada)))["items"] == []
        others = [poll(path, bea, **query(bea)) for _ in range(SHARE)]
        assert site.services.waiters.count == 2 * SHARE
        for actor, woken in ((ada, others), (bea, waiting)):
            game.act(actor, TAKE)
            for one in woken:
                assert found(one.result(SOON_S))["items"]
        wait_until(lambda: site.services.waiters.count == 0, what="all places are free again")
        assert found(ask(site, path, ada, wait_ms=1, **query(ada)))["items"] == []


def test_all_that_one_waits_for_counts_together(site: Site) -> None:
    """Also a reply that a sandbox holds back, the challenge to a bot's address, and the test of a webhook."""
    ada, bea = site.person(), site.person()
    hers = asked(sandbox(site), slow_ms=10_000)
    game = site.game()
    path, last = f"{game.path}/events", game.view()["last_event"]
    with polling(site) as poll:
        waiting = [poll(EVENTS, hers.creator), poll(TURNS, hers.creator, after=turns(site, hers.creator)["cursor"])]
        problem(hers.get("", hers.creator), 503, "too-many-waiters")
        problem(ask(site, path, hers.creator, wait_ms=LONG_MS, after=last), 503, "too-many-waiters")
        address = {"turn_url": "https://bot.example/turn"}
        made(site.client.post("/v1/players/me/callback/rotate-secret", headers=hers.creator.headers))
        reply = site.client.patch("/v1/players/me", json=address, headers=hers.creator.headers)
        problem(reply, 503, "too-many-waiters")
        hook = made(
            site.client.post("/v1/webhooks", json={"url": "https://bot.example/in"}, headers=hers.creator.headers)
        )
        reply = site.client.post(f"/v1/webhooks/{hook['id']}/test", json={}, headers=hers.creator.headers)
        problem(reply, 503, "too-many-waiters")
        for other in (ada, bea):
            waiting.append(poll(EVENTS, other))
            assert not waiting[-1].done()
        site.services.waiters.release()
        for one in waiting:
            found(one.result(SOON_S))


def test_late_replies_of_one_sandbox_leave_places_for_others(site: Site) -> None:
    game = asked(sandbox(site), slow_ms=10_000)
    with ThreadPoolExecutor(PLACES) as pool, polling(site) as poll:
        late = [pool.submit(site.app.test_client().get, game.path, headers=game.creator.headers) for _ in range(SHARE)]
        wait_until(lambda: site.services.waiters.count == SHARE, what="the replies are held back")
        for _ in range(PLACES):
            problem(game.get("", game.creator), 503, "too-many-waiters")
        waiting = [poll(EVENTS, site.person()) for _ in range(PLACES - SHARE)]
        assert site.services.waiters.count == PLACES
        site.services.waiters.release()
        for one in (*late, *waiting):
            found(one.result(SOON_S))


def from_address(site: Site, path: str, address: str, **headers: str) -> TestResponse:
    given = {"REMOTE_ADDR": address}
    return site.app.test_client().get(path, environ_overrides=given, headers=headers)


def test_who_has_no_token_is_counted_by_address(site: Site) -> None:
    """IPv6: by network, as limits do. Programs on this machine are not told apart, unless a proxy asks for others."""
    game = site.game()
    path = f"{game.path}/events?after={game.view()['last_event']}&wait_ms={LONG_MS}"
    forwarded = {"X-Forwarded-For": "203.0.113.9"}
    with ThreadPoolExecutor(PLACES) as pool:

        def poll(*came: Any, **headers: str) -> "Future[TestResponse]":
            before = site.services.waiters.count
            one = pool.submit(from_address, site, path, *came, **headers)
            wait_until(lambda: site.services.waiters.count > before or one.done(), what="the poll waits")
            return one

        waiting = [poll("192.0.2.1"), poll("192.0.2.1"), poll("2001:db8::1"), poll("2001:db8::2")]
        problem(from_address(site, path, "192.0.2.1"), 503, "too-many-waiters")
        problem(from_address(site, path, "2001:db8::3"), 503, "too-many-waiters")
        waiting += [poll("127.0.0.1", **forwarded), poll("127.0.0.1", **forwarded)]
        problem(from_address(site, path, "127.0.0.1", **forwarded), 503, "too-many-waiters")
        waiting += [poll("127.0.0.1"), poll("127.0.0.1")]
        assert site.services.waiters.count == PLACES
        game.act(game.people[0], TAKE)
        for one in waiting:
            assert found(one.result(SOON_S))["items"]


def test_one_player_has_so_many_streams_and_no_more(site: Site) -> None:
    game = site.game()
    path, (ada, bea) = f"{game.path}/events", game.people
    ticket = made(site.client.post("/v1/players/me/stream-tickets", json={"path": path}, headers=ada.headers))
    with ExitStack() as stack:
        first, _ = (stack.enter_context(opened(site, path, ada)) for _ in range(SHARE))
        for asked_by, address in ((ada, path), (ada, EVENTS), (another_token(site, ada), path)):
            reply = refused(site, address, asked_by)
            problem(reply, 503, "too-many-streams")
            assert int(reply.headers["Retry-After"]) >= 1
        problem(refused(site, f"{path}?ticket={ticket['ticket']}"), 503, "too-many-streams")
        assert site.client.get(path, headers=ada.headers).status_code == 200
        for _ in range(SHARE):
            stack.enter_context(opened(site, path, bea))
        first.close()
        wait_until(lambda: site.services.streams.count == 2 * SHARE - 1, what="the place is free again")
        stack.enter_context(opened(site, f"{path}?ticket={ticket['ticket']}"))
        problem(refused(site, path, ada), 503, "too-many-streams")
        problem(refused(site, path, bea), 503, "too-many-streams")
    wait_until(lambda: site.services.streams.count == 0, what="all places are free again")


def test_waiting_and_streams_have_shares_of_their_own(site: Site) -> None:
    ada = site.person()
    with polling(site) as poll, ExitStack() as stack:
        waiting = [poll(EVENTS, ada) for _ in range(SHARE)]
        for _ in range(SHARE):
            stack.enter_context(opened(site, EVENTS, ada))
        site.services.waiters.release()
        for one in waiting:
            found(one.result(SOON_S))
