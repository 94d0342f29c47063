"""The way to the server: forks, lost scripts, lost connections and replies, and how errors come out."""

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from redis import exceptions as theirs

from service.store.client import Client, connect
from service.store.due import DueSet
from service.store.errors import StoreFull, StoreUnavailable, translate
from service.store.games import GameStore, Request
from tests.proxy import Proxy
from tests.servers import Server, free_port
from tests.store.commits import creation, following, started

plain = pytest.mark.parametrize("any_server", ["valkey", "redis"], indirect=True)


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    with Proxy(server.port) as between:
        yield between


def connections(server: Server) -> set[str]:
    """The ids of all connections but the one that asks. Some may be closing: what was open before says nothing."""
    with server.admin() as admin:
        return {one["id"] for one in admin.client_list() if one["cmd"] != "client|list"}


def test_c04_forked_processes_never_share_a_connection(server: Server) -> None:
    """C04: a parent that has used the store forks eight children; all read and wait at once."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-W",
        "ignore::DeprecationWarning",
        "-m",
        "tests.store.forking",
        server.url,
    ]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_c04_nothing_is_opened_before_the_first_call(server: Server) -> None:
    """C04."""
    before = connections(server)
    client = connect(server.url)
    games = GameStore(client)
    assert connections(server) <= before
    games.read("g17" + "x" * 20)
    assert connections(server) - before
    client.close()


@plain
def test_threads_share_connections_but_never_at_once(server: Server) -> None:
    client = connect(server.url)
    games = GameStore(client)
    commits = [started(games)[0] for _ in range(8)]
    wrong = []

    def read(number: int) -> None:
        for _ in range(100):
            game = games.read(commits[number].game_id)
            if game is None or game.tag != commits[number].tag:
                wrong.append(game)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(connections(server)) <= 8
    client.close()


def test_a_server_that_forgot_the_scripts_is_told_again(games: GameStore, client: Client, server: Server) -> None:
    first, _ = started(games)
    with server.admin() as admin:
        admin.script_flush()
    assert games.commit(following(first)).version == 2
    with server.admin() as admin:
        admin.script_flush()
    assert DueSet(client).find() == []
    assert DueSet(client).find() == []


def test_connections_that_the_server_closed_are_no_error(games: GameStore, server: Server) -> None:
    first, _ = started(games)
    with server.admin() as admin:
        admin.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert games.commit(following(first)).version == 2


@plain
def test_a_commit_whose_reply_was_lost_is_answered_as_applied(server: Server, proxy: Proxy) -> None:
    """B02, B03: the repeated command must not be taken for a conflict."""
    games = GameStore(connect(proxy.url))
    first, _ = started(games)
    proxy.drop_reply(b"EVALSHA")
    second = following(first)
    done = games.commit(second)
    assert proxy.dropped == 1
    assert (done.version, done.tag, done.replayed) == (2, second.tag, True)
    assert len(games.log(first.game_id)) == 2


@plain
def test_a_creation_whose_reply_was_lost_is_answered_as_applied(server: Server, proxy: Proxy) -> None:
    games = GameStore(connect(proxy.url))
    started(games)
    proxy.drop_reply(b"EVALSHA")
    first, done = started(games)
    assert (done.version, done.tag, done.replayed) == (1, first.tag, True)


@plain
def test_after_two_lost_replies_the_outcome_is_unknown_and_a_repetition_tells(server: Server, proxy: Proxy) -> None:
    games = GameStore(connect(proxy.url))
    first, _ = started(games)
    proxy.drop_reply(b"EVALSHA", times=2)
    second = following(first, request=Request("digest", "body", keep=True))
    with pytest.raises(StoreUnavailable):
        games.commit(second)
    assert proxy.dropped == 2, "exactly one retry"
    games.commit(following(second, GameStore(connect(server.url)).commit(second)))
    again = games.commit(second)
    assert (again.version, again.tag, again.replayed) == (2, second.tag, True)


@plain
def test_lost_connections_are_replaced(server: Server, proxy: Proxy) -> None:
    games = GameStore(connect(proxy.url))
    first, _ = started(games)
    proxy.cut()
    assert games.read(first.game_id) is not None


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_nobody_at_the_address(scheme: str) -> None:
    with pytest.raises(StoreUnavailable):
        GameStore(connect(f"{scheme}://127.0.0.1:{free_port()}")).read(creation().game_id)


@plain
def test_a_unix_socket_will_do(server: Server) -> None:
    client = connect(server.unix_url)
    first, _ = started(GameStore(client))
    assert GameStore(connect(server.url)).read(first.game_id) is not None
    client.close()


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (theirs.OutOfMemoryError("used memory > 'maxmemory'"), StoreFull),
        (theirs.ResponseError("OOM allow-oom flag is not set"), StoreFull),
        (theirs.ReadOnlyError("You can't write against a read only replica."), StoreUnavailable),
        (theirs.BusyLoadingError("Redis is loading the dataset in memory"), StoreUnavailable),
        (theirs.ResponseError("MISCONF Errors writing to the AOF file"), StoreUnavailable),
        (theirs.ResponseError("NOREPLICAS Not enough good replicas to write."), StoreUnavailable),
        (theirs.ResponseError("BUSY Redis is busy running a script."), StoreUnavailable),
        (theirs.ClusterDownError("The cluster is down"), StoreUnavailable),
        (theirs.MasterDownError("Link with MASTER is down"), StoreUnavailable),
        (theirs.TimeoutError("Timeout reading from socket"), StoreUnavailable),
        (theirs.AuthenticationError("invalid password"), StoreUnavailable),
        (theirs.RedisClusterException("no node"), StoreUnavailable),
        (ConnectionResetError(104, "reset"), StoreUnavailable),
        (theirs.ResponseError("WRONGTYPE Operation against a key"), theirs.ResponseError),
    ],
)
def test_errors_come_out_as_the_stores_own_unless_they_are_bugs(error: Exception, expected: type[Exception]) -> None:
    assert type(translate(error)) is expected
