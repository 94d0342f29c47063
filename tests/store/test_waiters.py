"""Waiting for a commit: one connection for all, nothing missed over a lost one, nothing left behind."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from service.store import listener, waiters
from service.store.client import Client, connect
from service.store.errors import StoreUnavailable, TooManyWaiters
from service.store.games import GameStore
from service.store.waiters import Waiters
from tests.servers import Server, wait_until
from tests.store.commits import following, started


@pytest.fixture
def waiting(client: Client) -> Iterator[Waiters]:
    made = Waiters(client, cap=50)
    yield made
    made.close()


def subscribers(server: Server) -> int:
    """How many connections listen."""
    with server.admin() as admin:
        return len(admin.client_list(_type="pubsub"))


def channels(server: Server) -> list[bytes]:
    with server.admin() as admin:
        found: list[bytes] = admin.pubsub_channels()
        return found


def test_a_commit_wakes_those_who_wait_for_its_game(games: GameStore, waiting: Waiters) -> None:
    first, _ = started(games)
    other, _ = started(games)
    with (
        waiting.watch(first.game_id) as one,
        waiting.watch(first.game_id) as two,
        waiting.watch(other.game_id) as three,
    ):
        games.commit(following(first))
        begin = time.monotonic()
        assert one.wait(4.0)
        assert two.wait(4.0)
        assert time.monotonic() - begin < 2.0
        assert not three.wait(0.05)


def test_a_commit_after_the_subscription_is_never_missed(games: GameStore, waiting: Waiters) -> None:
    commit, done = started(games)
    for _ in range(50):
        with waiting.watch(commit.game_id) as waiter:
            commit = following(commit, done)
            committing = threading.Thread(target=games.commit, args=(commit,))
            committing.start()
            assert waiter.wait(3.0)
            committing.join()
        game = games.read(commit.game_id)
        assert game is not None
        done = done._replace(version=game.version, tag=game.tag)
    assert done.version == 51


def test_a_wait_ends_in_time(games: GameStore, waiting: Waiters) -> None:
    commit, _ = started(games)
    with waiting.watch(commit.game_id) as waiter:
        begin = time.monotonic()
        assert not waiter.wait(0.05)
        assert time.monotonic() - begin < 1.0


def test_a_slow_sweep_lets_everyone_read_again(
    games: GameStore, waiting: Waiters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiters, "SWEEP_S", 0.05)
    commit, _ = started(games)
    with waiting.watch(commit.game_id) as waiter:
        begin = time.monotonic()
        assert waiter.wait(5.0)
        assert time.monotonic() - begin < 2.0


def test_one_connection_serves_all_and_nothing_is_left_subscribed(
    games: GameStore, waiting: Waiters, server: Server
) -> None:
    commits = [started(games)[0] for _ in range(10)]
    with ExitStack() as stack:
        for commit in commits * 5:
            stack.enter_context(waiting.watch(commit.game_id))
        assert subscribers(server) == 1
        assert len(channels(server)) == 10
        assert waiting.count == 50
    wait_until(lambda: not channels(server), what="all channels are left")
    assert waiting.count == 0


def test_no_more_than_the_cap_may_wait(games: GameStore, waiting: Waiters) -> None:
    commit, _ = started(games)
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(waiting.watch(commit.game_id))
        with pytest.raises(TooManyWaiters), waiting.watch(commit.game_id):
            pass
    with waiting.watch(commit.game_id):
        assert waiting.count == 1


def test_after_a_lost_connection_all_read_again_and_are_woken_as_before(
    games: GameStore, waiting: Waiters, server: Server
) -> None:
    first, done = started(games)
    with waiting.watch(first.game_id) as one, waiting.watch(first.game_id) as two:
        with server.admin() as admin:
            admin.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        begin = time.monotonic()
        assert one.wait(4.0)
        assert two.wait(4.0)
        assert time.monotonic() - begin < 3.0
        games.commit(following(first, done))
        begin = time.monotonic()
        assert one.wait(4.0)
        assert time.monotonic() - begin < 2.0


def test_after_a_lost_connection_all_read_again_spread_over_a_moment(
    games: GameStore, waiting: Waiters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiters, "SPREAD_S", 2.0)
    monkeypatch.setattr(waiters, "random", SimpleNamespace(uniform=lambda _, most: most))  # always the last moment
    commit, _ = started(games)
    with waiting.watch(commit.game_id) as waiter:
        waiting._reconnected()
        begin = time.monotonic()
        assert waiter.wait(9.0)
        assert time.monotonic() - begin >= 2.0
        waiting._heard(commit.game_id, "2-00000000")
        begin = time.monotonic()
        assert waiter.wait(9.0)
        assert time.monotonic() - begin < 2.0, "a commit wakes at once"


def test_a_silent_server_is_noticed(
    games: GameStore, waiting: Waiters, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "PING_S", 0.1)
    first, _ = started(games)
    with waiting.watch(first.game_id) as waiter:
        made = waiting._listener
        assert made is not None
        with server.paused():
            wait_until(lambda: made._lost, what="the silence is noticed")
        assert waiter.wait(5.0)
        games.commit(following(first))
        assert waiter.wait(5.0)


def test_without_a_server_nobody_waits(own_server: Server) -> None:
    made = Waiters(connect(own_server.url), cap=5)
    own_server.kill()
    begin = time.monotonic()
    with pytest.raises(StoreUnavailable), made.watch("g17" + "x" * 20):
        pass
    assert time.monotonic() - begin < 2.0
    assert made.count == 0
    own_server.start()
    with made.watch("g17" + "x" * 20):
        assert channels(own_server) == [b"wake:g17" + b"x" * 20]
    made.close()


def test_waiting_costs_no_cpu(games: GameStore, waiting: Waiters) -> None:
    commit, _ = started(games)
    with waiting.watch(commit.game_id) as waiter:
        begin = time.process_time()
        waiter.wait(0.4)
        assert time.process_time() - begin < 0.2


def test_the_thread_ends_with_close(games: GameStore, waiting: Waiters) -> None:
    commit, _ = started(games)
    with waiting.watch(commit.game_id):
        pass
    waiting.close()
    assert "store-listener" not in [thread.name for thread in threading.enumerate()]
    with waiting.watch(commit.game_id) as waiter:
        games.commit(following(commit))
        assert waiter.wait(3.0)
