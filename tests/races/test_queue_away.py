"""The queue's server is away while the store is there: people play on, and what was to follow comes later."""

import time
from collections.abc import Iterator

import pytest

from tests.races.callers import GREEDY, ME, Line, acting
from tests.races.checking import finished, whole
from tests.races.stand import Stand
from tests.servers import wait_until

REPAIR_S = 12.0
"""Owed effects are looked after five seconds after their commit, then every five seconds; a worker is back in one."""


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """A site whose jobs have a server of their own."""
    with Stand(tmp_path_factory.mktemp("apart"), queue_apart=True) as stand:
        stand.api()
        stand.crew()
        yield stand.wait(workers=2, tickers=1)


@pytest.fixture
def line(apart: Stand) -> Iterator[Line]:
    with apart.apis[0].line() as line:
        yield line


def test_commits_go_on_and_ai_moves_come_once_the_queue_is_back(apart: Stand, line: Line) -> None:
    person = line.person()
    game = line.create(person, ME, GREEDY)
    timed = line.create(person, ME, GREEDY, time_control={"type": "per_turn", "turn_ms": 1000})
    table, people = line.table()
    apart.queue.kill()
    reply = line.send(acting(game, person, line.first_action(game["id"], person)))
    assert (reply.status, reply.body["game"]["version"]) == (200, 2)
    assert line.send(acting(table, people[0], line.first_action(table["id"], people[0]))).status == 200
    ready = line.get("/readyz")
    assert (ready.status, ready.body["failed"]) == (503, ["queue_reachable"])
    assert apart.host.games.log(game["id"])[-1].version == 2
    apart.queue.start()
    wait_until(lambda: line.view(game["id"])["version"] == 3, REPAIR_S, "the AI player moves")
    wait_until(lambda: finished(apart.host, timed["id"]), REPAIR_S, "the flag falls")
    wait_until(lambda: line.get("/readyz").status == 200)
    assert len(whole(apart.host, game["id"])) == 3
    whole(apart.host, timed["id"])
    assert all(program.running for program in apart.programs)


def test_action_is_answered_in_time_while_the_queue_hangs(apart: Stand, line: Line) -> None:
    person = line.person()
    game = line.create(person, ME, GREEDY)
    ask = acting(game, person, line.first_action(game["id"], person))
    with apart.queue.paused():
        began = time.monotonic()
        reply = line.send(ask)
        assert (reply.status, reply.body["game"]["version"]) == (200, 2)
        assert time.monotonic() - began < 2.0
    wait_until(lambda: line.view(game["id"])["version"] == 3, REPAIR_S, "the AI player moves")
    assert len(whole(apart.host, game["id"])) == 3
    assert all(program.running for program in apart.programs)


def test_queue_that_lost_everything_loses_no_game(apart: Stand, line: Line) -> None:
    """Its workers are known again after a while too; here what matters is that they work."""
    person = line.person()
    game = line.create(person, ME, GREEDY)
    apart.queue.flush()
    reply = line.send(acting(game, person, line.first_action(game["id"], person)))
    assert reply.status == 200
    wait_until(lambda: line.view(game["id"])["version"] == 3, what="the AI player moves")
    assert all(program.running for program in apart.programs)
