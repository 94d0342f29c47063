"""B16: GET /games/{id}/events?wait_ms=: waiting for what happens next."""

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.hosting.committing import own_request
from service.hosting.reading import load_table
from service.hosting.resign import resign
from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Person, Site, found, problem
from tests.api.positions import last_turn
from tests.hosting.hosts import host_on
from tests.servers import wait_until

LONG = 20_000
"""Long enough that only a wake-up can end the wait within the test."""
SOON_S = 4.0
"""Less than the slow sweep of a waiter takes, so what comes by then was woken."""


class Waiting:
    """Long polls in threads of their own."""

    def __init__(self, site: Site) -> None:
        self._site, self._pool = site, ThreadPoolExecutor(16)

    def poll(self, game: GameAt, after: int | str, person: Person | None = None) -> "Future[TestResponse]":
        """Asks in a thread; returns once the request waits."""
        before = self._site.services.waiters.count
        headers = person.headers if person else {}
        client = self._site.app.test_client()
        asked = self._pool.submit(client.get, f"{game.path}/events?after={after}&wait_ms={LONG}", headers=headers)
        wait_until(lambda: self._site.services.waiters.count > before or asked.done(), what="the poll waits")
        return asked

    def close(self) -> None:
        self._pool.shutdown()


@pytest.fixture
def waiting(site: Site) -> Any:
    waiting = Waiting(site)
    yield waiting
    waiting.close()


def woken(waiting: Waiting, game: GameAt, act: Callable[[], object]) -> dict[str, Any]:
    """What a poll at the end of the log answers when `act` happens."""
    asked = waiting.poll(game, game.view()["last_event"])
    assert not asked.done()
    act()
    return found(asked.result(SOON_S))


def test_what_is_there_is_answered_at_once(site: Site) -> None:
    game = site.game()
    began = time.monotonic()
    body = found(game.get(f"/events?after=2&wait_ms={LONG}"))
    assert [event["number"] for event in body["items"]] == list(range(3, body["last"] + 1))
    assert time.monotonic() - began < SOON_S


def test_nothing_new_is_an_empty_page_after_the_time(site: Site) -> None:
    game = site.game()
    last = game.view()["last_event"]
    began = time.monotonic()
    assert found(game.get(f"/events?after={last}&wait_ms=60")) == {"items": [], "last": last}
    assert time.monotonic() - began >= 0.06
    assert found(game.get(f"/events?after={last}")) == {"items": [], "last": last}


def test_an_action_wakes_everyone_who_waits(site: Site, waiting: Waiting) -> None:
    game = site.game()
    last = game.view()["last_event"]
    polls = [waiting.poll(game, last, person) for person in (None, *game.people)]
    body = game.act(game.people[0], TAKE)
    for asked in polls:
        page = found(asked.result(SOON_S))
        assert page["items"] == body["events"]
        assert page["last"] == body["game"]["last_event"]
    wait_until(lambda: site.services.waiters.count == 0)


def test_each_verb_wakes(site: Site, waiting: Waiting) -> None:
    ada, bea = site.person(), site.person("Bea")
    game = GameAt(site, site.create(ada, ME, OPEN, GREEDY).json["id"], ada, [ada, bea])
    assert woken(waiting, game, lambda: game.post("/seats", bea))["items"][0]["type"] == "seat_taken"
    game.act(ada, TAKE)
    assert woken(waiting, game, lambda: game.post("/resignation", bea))["items"][0]["type"] == "seat_resigned"
    assert woken(waiting, game, site.run_jobs)["items"][0]["type"] == "action_played"
    lobby = GameAt(site, site.create(ada, ME, OPEN).json["id"], ada, [ada])
    assert woken(waiting, lobby, lambda: lobby.post("/abort", ada))["items"][0]["type"] == "game_aborted"


def test_a_commit_of_another_process_wakes(site: Site, waiting: Waiting, redis_url: str) -> None:
    game = site.game()
    other = multiprocessing.get_context("spawn").Process(target=_resign, args=(redis_url, game.id, game.people[1].id))
    asked = waiting.poll(game, game.view()["last_event"])
    other.start()
    try:
        assert found(asked.result(SOON_S * 3))["items"][0]["type"] == "seat_resigned"
    finally:
        other.join()


def _resign(url: str, game_id: str, player_id: str) -> None:
    host = host_on(url)
    resign(host, load_table(host, game_id, player_id), own_request(), exact=False)


def test_b16_a_commit_between_reading_and_waiting_is_not_missed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Subscribe, then read, then wait: whatever is committed in between is read or wakes."""
    game = site.game()
    last = game.view()["last_event"]
    waiters = site.services.waiters
    watch = waiters.watch

    def watch_late(*topics: str, **more: str) -> Any:
        game.act(game.people[0], TAKE)
        return watch(*topics, **more)

    monkeypatch.setattr(waiters, "watch", watch_late)
    began = time.monotonic()
    assert found(game.get(f"/events?after={last}&wait_ms={LONG}"))["items"]
    assert time.monotonic() - began < SOON_S


def test_a_game_that_is_over_is_not_waited_for(site: Site) -> None:
    game = site.game(position=last_turn())
    over = game.act(game.people[1], TAKE)["game"]
    began = time.monotonic()
    assert found(game.get(f"/events?after={over['last_event']}&wait_ms={LONG}"))["items"] == []
    assert time.monotonic() - began < SOON_S


def test_the_end_wakes_and_nobody_waits_longer(site: Site, waiting: Waiting) -> None:
    game = site.game(position=last_turn())
    page = woken(waiting, game, lambda: game.act(game.people[1], TAKE))
    assert page["items"][-1]["type"] == "game_finished"


def test_waiters_are_capped(redis_url: str) -> None:
    site = Site(redis_url, max_waiters=2)
    waiting = Waiting(site)
    game = site.game()
    last = game.view()["last_event"]
    try:
        polls = [waiting.poll(game, last) for _ in range(2)]
        refused = game.get(f"/events?after={last}&wait_ms={LONG}")
        assert problem(refused, 503, "too-many-waiters")["retry_after_ms"] > 0
        assert found(game.get(f"/events?after={last}"))["items"] == []
        game.act(game.people[0], TAKE)
        assert [len(found(asked.result(SOON_S))["items"]) for asked in polls] == [2, 2]
        wait_until(lambda: site.services.waiters.count == 0)
        assert found(game.get(f"/events?after={last}&wait_ms={LONG}"))["items"]
    finally:
        waiting.close()
        site.services.waiters.close()


def test_a_head_request_does_not_wait(site: Site) -> None:
    """B28"""
    game = site.game()
    began = time.monotonic()
    reply = site.client.head(f"{game.path}/events?after={game.view()['last_event']}&wait_ms={LONG}")
    assert (reply.status_code, reply.data) == (200, b"")
    assert time.monotonic() - began < SOON_S


def test_many_games_wake_only_their_own(site: Site, waiting: Waiting) -> None:
    one, other = site.game(), site.game()
    first, second = waiting.poll(one, one.view()["last_event"]), waiting.poll(other, other.view()["last_event"])
    one.act(one.people[0], TAKE)
    assert found(first.result(SOON_S))["items"][0]["type"] == "action_played"
    assert not second.done()
    other.act(other.people[0], TAKE)
    assert found(second.result(SOON_S))["items"][0]["tag"] == other.etag.partition("-")[2]
