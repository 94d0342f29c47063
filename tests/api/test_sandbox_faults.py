"""Faults on demand: they hit the creator's own next calls on one sandbox, once each, and nothing and nobody else."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.api import faults as faults_module
from service.store.errors import StoreUnavailable
from service.store.faults import FaultStore
from tests.api.games_api import GREEDY, ME, TAKE, GameAt, Site, found, problem
from tests.api.sandbox_api import ask_for, asked, engine_of, put_on, sandbox, waiting
from tests.servers import wait_until

LATE_MS = 40


@pytest.fixture
def game(site: Site) -> GameAt:
    return sandbox(site)


def test_what_was_asked_for_is_shown_until_it_was_met_with(game: GameAt) -> None:
    assert waiting(game) == {}
    everything = {"conflict_once": True, "rate_limit_once": True, "drop_reply_once": True, "slow_ms": 10_000}
    assert found(ask_for(game, **everything)) == everything
    assert waiting(game) == everything
    assert waiting(asked(game, slow_ms=1)) == {"slow_ms": 1}
    assert waiting(asked(game)) == {}


def test_b02_a_conflict_that_is_none(game: GameAt) -> None:
    """B02: as real ones, and nothing happens."""
    etag = game.etag
    asked(game, conflict_once=True)
    assert game.get("", game.creator).status_code == 200
    body = problem(game.submit(game.creator, TAKE), 412, "version-conflict")
    assert body["etag"] == etag == game.etag
    assert body["resync"] == {
        "version": body["version"],
        "etag": etag,
        "last_event": game.view(game.creator)["last_event"],
    }
    assert waiting(game) == {}
    found(game.submit(game.creator, TAKE))


def test_a_real_conflict_leaves_it_waiting(game: GameAt) -> None:
    asked(game, conflict_once=True)
    problem(game.submit(game.creator, TAKE, etag="1-00000000"), 412, "version-conflict")
    problem(game.post("/actions", game.creator, TAKE), 428, "precondition-required")
    assert waiting(game) == {"conflict_once": True}
    problem(game.submit(game.creator, TAKE), 412, "version-conflict")


def test_a_reply_given_before_is_given_again(game: GameAt) -> None:
    """A replay comes before any precondition."""
    first = game.submit(game.creator, TAKE, Idempotency_Key="one")
    asked(game, conflict_once=True)
    assert game.submit(game.creator, TAKE, Idempotency_Key="one").json == first.json
    assert waiting(game) == {"conflict_once": True}


def test_after_a_conflict_the_key_is_still_good(game: GameAt) -> None:
    """Refusals are not stored."""
    etag = game.etag
    asked(game, conflict_once=True)
    problem(game.submit(game.creator, TAKE, etag, Idempotency_Key="one"), 412, "version-conflict")
    reply = game.submit(game.creator, TAKE, etag, Idempotency_Key="one")
    assert found(reply)["game"]["version"] == int(etag.partition("-")[0]) + 1
    assert "Idempotency-Replayed" not in reply.headers


def test_b03_a_limit_that_is_not_reached(game: GameAt) -> None:
    """B03: a refusal changes nothing."""
    etag = game.etag
    asked(game, rate_limit_once=True)
    reply = game.submit(game.creator, TAKE)
    problem(reply, 429, "rate-limited")
    assert int(reply.headers["Retry-After"]) >= 1
    assert game.etag == etag
    assert game.get("", asked(game, rate_limit_once=True).creator).status_code == 429
    found(game.submit(game.creator, TAKE))


@pytest.mark.parametrize("fault", ["conflict_once", "rate_limit_once"])
def test_of_many_calls_one_is_hit(game: GameAt, fault: str) -> None:
    asked(game, **{fault: True})
    etag, together = game.etag, threading.Barrier(6)

    def preview(_: int) -> int:
        together.wait()
        headers = game.creator.headers | {"If-Match": f'"{etag}"'}
        client = game.site.app.test_client()
        return client.post(f"{game.path}/actions/preview", json=TAKE, headers=headers).status_code

    with ThreadPoolExecutor(6) as pool:
        statuses = sorted(pool.map(preview, range(6)))
    assert statuses == [200] * 5 + [{"conflict_once": 412, "rate_limit_once": 429}[fault]]


def test_nobody_else_and_nothing_else_is_hit(site: Site, game: GameAt) -> None:
    other = asked(sandbox(site), rate_limit_once=True)
    asked(game, rate_limit_once=True, conflict_once=True, slow_ms=10_000)
    assert found(game.get("", game.people[1]))["id"] == game.id
    assert game.get("/legal-actions", game.people[1]).status_code == 200
    assert site.client.get("/v1/players/me", headers=game.creator.headers).status_code == 200
    assert site.create(game.creator, ME, GREEDY).status_code == 201
    found(put_on(game, ms=1))
    found(game.get("/faults", game.creator))
    assert waiting(game) == {"rate_limit_once": True, "conflict_once": True, "slow_ms": 10_000}
    assert waiting(other) == {"rate_limit_once": True}


def test_other_games_cost_no_look(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also private ones, which are no sandboxes, and sandboxes of others."""
    looked: list[str] = []
    trial = sandbox(site)
    read = FaultStore.read
    monkeypatch.setattr(FaultStore, "read", lambda self, game_id: looked.append(game_id) or read(self, game_id))
    private = site.create(trial.creator, ME, GREEDY, visibility="private").json["id"]
    for game in (site.game(), GameAt(site, private, trial.creator, [])):
        assert game.get("", game.creator).status_code == 200
    assert trial.get("", trial.people[1]).status_code == 200
    assert looked == []
    assert trial.get("", trial.creator).status_code == 200
    assert looked == [trial.id]


def test_every_reply_is_late_also_a_refusal(game: GameAt) -> None:
    asked(game, slow_ms=LATE_MS)
    for call in (lambda: game.get("", game.creator), lambda: game.submit(game.creator, TAKE, "1-00000000")):
        began = time.monotonic()
        assert call().status_code in (200, 412)
        assert time.monotonic() - began >= LATE_MS / 1000
    assert waiting(game) == {"slow_ms": LATE_MS}


def test_c09_a_late_reply_counts_as_a_waiter(game: GameAt) -> None:
    """C09: beyond the cap it is refused, and nothing has happened then; the process that ends waits for none."""
    site, waiters = game.site, game.site.services.waiters
    etag = asked(game, slow_ms=10_000).etag
    with ThreadPoolExecutor(1) as pool:
        late = pool.submit(site.app.test_client().get, game.path, headers=game.creator.headers)
        wait_until(lambda: waiters.count == 1)
        waiters._places.number = 1
        problem(game.submit(game.creator, TAKE), 503, "too-many-waiters")
        assert game.etag == etag
        waiters.release()
        assert late.result(5).status_code == 200
    assert waiters.count == 0


class Ends:
    """Both ends of a connection, of which the server has one."""

    def __init__(self) -> None:
        self.server, self.client = socket.socketpair()

    def post(self, game: GameAt, suffix: str, body: Any, **headers: str) -> TestResponse:
        known = game.creator.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        given = {"gunicorn.socket": self.server}
        return game.site.client.post(game.path + suffix, json=body, headers=known, environ_overrides=given)

    @property
    def cut(self) -> bool:
        self.client.setblocking(False)
        try:
            return self.client.recv(1) == b""
        except BlockingIOError:
            return False


@pytest.fixture
def ends() -> Iterator[Ends]:
    ends = Ends()
    with ends.server, ends.client:
        yield ends


def test_what_was_carried_out_gets_no_reply(game: GameAt, ends: Ends) -> None:
    """Whoever asks again with the same key is told."""
    asked(game, drop_reply_once=True)
    asking = {"If_Match": f'"{game.etag}"', "Idempotency_Key": "one"}
    ends.post(game, "/actions", TAKE, **asking)
    assert (ends.cut, waiting(game)) == (True, {})
    again = game.post("/actions", game.creator, TAKE, **asking)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert [event["type"] for event in game.events(game.creator)].count("action_played") == 1


def test_only_the_reply_to_a_success_is_lost(game: GameAt, ends: Ends) -> None:
    asked(game, drop_reply_once=True)
    assert ends.post(game, "/actions", TAKE, If_Match='"1-00000000"').status_code == 412
    given = {"gunicorn.socket": ends.server}
    assert game.site.client.get(game.path, headers=game.creator.headers, environ_overrides=given).status_code == 200
    assert (ends.cut, waiting(game)) == (False, {"drop_reply_once": True})


def test_where_it_cannot_be_lost_it_is_given(game: GameAt) -> None:
    """Another server than gunicorn: the fault goes on waiting."""
    asked(game, drop_reply_once=True)
    found(game.submit(game.creator, TAKE))
    assert waiting(game) == {"drop_reply_once": True}


def test_a_store_that_goes_away_then_loses_no_success(
    game: GameAt, ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*_: object) -> bool:
        raise StoreUnavailable("no answer")

    asked(game, drop_reply_once=True)
    monkeypatch.setattr(FaultStore, "take", lose)
    assert ends.post(game, "/actions", TAKE, If_Match=f'"{game.etag}"').status_code == 200
    assert not ends.cut


@pytest.mark.parametrize("late_ms", [-1, 10_001, 1.0, True, "1"])
def test_what_is_no_fault_is_refused(game: GameAt, late_ms: object) -> None:
    for body, pointer in (
        ({"slow_ms": late_ms}, "/slow_ms"),
        ({"conflict_once": 1}, "/conflict_once"),
        ({"x": 1}, "/x"),
    ):
        assert problem(ask_for(game, **body), 422, "invalid-request")["errors"][0]["pointer"] == pointer
    assert waiting(game) == {}


def test_only_the_creator_of_a_sandbox_may(site: Site, game: GameAt) -> None:
    for person, status, code in (
        (game.people[1], 403, "not-creator"),
        (engine_of(site, game.creator), 404, "game-not-found"),
    ):
        problem(ask_for(game, person, slow_ms=1), status, code)
        problem(game.get("/faults", person), status, code)
    common = site.game()
    problem(ask_for(common, slow_ms=1), 409, "not-a-sandbox")
    problem(common.get("/faults", common.creator), 409, "not-a-sandbox")
    problem(ask_for(common, common.people[1], slow_ms=1), 403, "not-creator")


def test_a_late_reply_looks_whether_anybody_waits(game: GameAt, ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has gone keeps no thread busy."""
    asked(game, slow_ms=10_000)
    monkeypatch.setattr(faults_module, "LOOK_S", 0.01)
    ends.client.shutdown(socket.SHUT_RDWR)
    began = time.monotonic()
    given = {"gunicorn.socket": ends.server}
    assert game.site.client.get(game.path, headers=game.creator.headers, environ_overrides=given).status_code == 200
    assert time.monotonic() - began < 10
