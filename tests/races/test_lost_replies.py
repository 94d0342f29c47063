"""A reply that is lost on its way: between the API and the store, between a client and the API, between worker and store.

In all cases the commit was made once, and whoever asks again is told so.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from service.store.scripts import load
from tests.proxy import Proxy
from tests.races.callers import GREEDY, ME, RANDOM, Ask, Line, acting
from tests.races.checking import finished, read, whole
from tests.races.stand import Api, Stand, dead, running
from tests.servers import wait_until

COMMIT = load("commit").sha.encode()
BEFORE_REPAIR_S = 4.0
"""Owed effects are looked after 5 s after their commit: what comes sooner did not need it."""


class Led(NamedTuple):
    """An API process that reaches the store through a proxy, and that is reached through another one."""

    api: Api
    to_store: Proxy
    to_api: Proxy


@pytest.fixture(scope="module")
def led(shared_site: Stand) -> Iterator[Led]:
    with Proxy(shared_site.store.port) as to_store:
        api = shared_site.api(store_url=to_store.url)
        with Proxy(api.port) as to_api, running(api.program):
            shared_site.wait()
            yield Led(api, to_store, to_api)
        shared_site.apis.remove(api)


@pytest.fixture
def line(led: Led) -> Iterator[Line]:
    """A connection to the API whose way to the store is the proxy's."""
    with led.api.line() as line:
        yield line


def test_b02_commit_whose_reply_was_lost_is_no_conflict(site: Stand, led: Led, line: Line) -> None:
    """B02."""
    game, people = line.table()
    action = line.first_action(game["id"], people[0])
    before = led.to_store.dropped
    led.to_store.drop_reply(COMMIT)
    reply = line.send(acting(game, people[0], action))
    assert led.to_store.dropped == before + 1
    assert (reply.status, reply.body["game"]["version"]) == (200, game["version"] + 1)
    assert reply.body["events"][0]["type"] == "action_played"
    assert "idempotency-replayed" not in reply.headers
    assert reply.body["game"] == line.view(game["id"], people[0])
    assert len(whole(site.host, game["id"])) == game["version"] + 1


def test_what_follows_from_such_a_commit_is_not_left_to_the_repair(site: Stand, led: Led, line: Line) -> None:
    person = line.person()
    game = line.create(person, ME, GREEDY)
    action = line.first_action(game["id"], person)
    led.to_store.drop_reply(COMMIT)
    assert line.send(acting(game, person, action)).status == 200
    wait_until(lambda: line.view(game["id"])["version"] == 3, BEFORE_REPAIR_S, "the AI player moves")


def test_two_lost_replies_are_an_unknown_outcome_and_the_key_finds_it(site: Stand, led: Led, line: Line) -> None:
    game, people = line.table()
    ask = acting(game, people[0], line.first_action(game["id"], people[0]), key="sure")
    led.to_store.drop_reply(COMMIT, times=2)
    reply = line.send(ask)
    assert (reply.status, reply.body["code"]) == (503, "store-unavailable")
    assert int(reply.headers["retry-after"]) >= 1
    again = line.send(ask)
    assert (again.status, again.headers["idempotency-replayed"]) == (200, "true")
    assert again.body["game"]["version"] == game["version"] + 1
    assert len(whole(site.host, game["id"])) == game["version"] + 1


def test_creation_whose_replies_were_lost_is_made_once(site: Stand, led: Led, line: Line) -> None:
    """The claim of the attempt that failed blocks the key for ten seconds; then it gives the game that was made."""
    ask = Ask("POST", "/v1/games", line.person().headers | {"Idempotency-Key": "new"}, {"seats": [ME, GREEDY]})
    led.to_store.drop_reply(COMMIT, times=2)
    first = line.send(ask)
    assert (first.status, first.body["code"]) == (503, "store-unavailable")
    busy = line.send(ask)
    assert (busy.status, busy.body["code"]) == (409, "request-in-progress")
    let_claims_end(site)
    made = line.send(ask)
    assert (made.status, made.headers["idempotency-replayed"]) == (201, "true")
    assert len(whole(site.host, made.body["id"])) == 1


def let_claims_end(site: Stand) -> None:
    """Lets ten seconds pass for all creations that are claimed."""
    with site.store.admin() as admin:
        for key in admin.scan_iter("idem:*"):
            admin.hset(key, "held_until", 0)


def test_reply_lost_before_the_client_is_given_again(site: Stand, led: Led, line: Line) -> None:
    game, people = line.table()
    ask = acting(game, people[0], line.first_action(game["id"], people[0]), key="mine")
    led.to_api.drop_reply(b"POST /v1/games/" + game["id"].encode())
    with Line(led.to_api.port) as client:
        with pytest.raises(ConnectionError):
            client.send(ask)
        reply = client.send(ask)
    assert (reply.status, reply.headers["idempotency-replayed"]) == (200, "true")
    assert reply.body["game"]["version"] == game["version"] + 1
    assert len(whole(site.host, game["id"])) == game["version"] + 1


def test_without_a_key_the_etag_keeps_it_from_being_played_twice(site: Stand, led: Led, line: Line) -> None:
    game, people = line.table()
    ask = acting(game, people[0], line.first_action(game["id"], people[0]))
    led.to_api.drop_reply(b"POST /v1/games/" + game["id"].encode())
    with Line(led.to_api.port) as client:
        with pytest.raises(ConnectionError):
            client.send(ask)
        reply = client.send(ask)
    assert (reply.status, reply.body["code"]) == (412, "version-conflict")
    assert reply.body["etag"] == line.view(game["id"])["etag"]
    assert reply.body["events"][0]["action"] == ask.body
    assert len(whole(site.host, game["id"])) == game["version"] + 1


def test_ai_game_whose_worker_loses_replies_goes_on_without_a_pause(site: Stand, line: Line) -> None:
    with Proxy(site.store.port) as proxy, dead(site.ai), running(site.worker("ai_quick", store_url=proxy.url)):
        site.wait(workers=2)
        game_id = line.create(line.person(), RANDOM, RANDOM, target_prestige=30)["id"]
        while not finished(site.host, game_id):
            lose_one(proxy, site, game_id)
    assert proxy.dropped >= 3
    whole(site.host, game_id)


def lose_one(proxy: Proxy, site: Stand, game_id: str) -> None:
    """Loses the reply of one commit and sees the next version come, unless the game ends before."""
    dropped = proxy.dropped
    proxy.drop_reply(COMMIT)
    wait_until(lambda: proxy.dropped > dropped or finished(site.host, game_id), BEFORE_REPAIR_S)
    lost = version(site, game_id)
    wait_until(lambda: version(site, game_id) > lost or finished(site.host, game_id), BEFORE_REPAIR_S)


def version(site: Stand, game_id: str) -> int:
    return read(site.host, game_id)[0].version
