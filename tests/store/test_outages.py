"""The server hangs, dies, is full, evicts or may not be written: a clear answer in time, and nothing by half."""

import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store import capacity
from service.store.client import Client, Memory, connect
from service.store.errors import Conflict, NoCapacity, NotFound, StoreError, StoreFull, StoreUnavailable
from service.store.games import Commit, GameStore, Request, RequestRecord
from service.store.health import Check, health
from service.store.keys import game_keys
from tests.servers import KINDS, Server, wait_until
from tests.store.commits import NEXT_TURN, creation, following, record_of, started, timed_creation
from tests.store.test_commit import everything

plain = pytest.mark.parametrize("any_server", ["valkey", "redis"], indirect=True)


def names(checks: tuple[Check, ...]) -> dict[str, bool]:
    return {check.name: check.ok for check in checks}


def test_a_hanging_server_is_answered_for_within_two_seconds(games: GameStore, client: Client, server: Server) -> None:
    first, _ = started(games)
    with server.paused():
        begin = time.monotonic()
        with pytest.raises(StoreUnavailable):
            games.read(first.game_id)
        answered = time.monotonic()
        fresh = connect(server.url)
        with ThreadPoolExecutor(4) as threads:
            tries = [threads.submit(fresh.call, "GET", "a key") for _ in range(4)]
        assert all(isinstance(one.exception(), StoreUnavailable) for one in tries)
        connected = time.monotonic()
        assert names(health(client)) == {"reachable": False, "writable": False, "not_evicting": False}
        assert answered - begin < 2.0
        assert connected - answered < 2.0, "also where nothing has been opened yet"
        assert time.monotonic() - connected < 2.0
    wait_until(lambda: health(client)[0].ok, what="the server is back")
    assert games.read(first.game_id) is not None


def test_a_commit_sent_to_a_hanging_server_is_applied_once(games: GameStore, server: Server) -> None:
    first, _ = started(games)
    second = following(first)
    with server.paused(), pytest.raises(StoreUnavailable):
        games.commit(second)
    assert games.commit(second).version == 2
    assert [entry.tag for entry in games.log(first.game_id)] == [first.tag, second.tag]


@pytest.fixture
def limited(server: Server) -> Iterator[Server]:
    """A server with 8 MB at most, or what it needs for itself and 3 MB."""
    with server.admin() as admin:
        used = admin.info("memory")["used_memory"]
    server.set(maxmemory=max(8 << 20, used + (3 << 20)), maxmemory_policy="noeviction")
    yield server
    server.set(maxmemory=0, maxmemory_policy="noeviction")


def fill(client: Client, server: Server) -> None:
    """Takes memory until the server refuses, and well beyond."""
    value = b"x" * 65_536
    replies = client.send([("SET", f"junk:{number}", value) for number in range(300)])
    assert isinstance(replies[-1], Exception)
    server.set(maxmemory=client.memory()[0].used * 9 // 10)


def free(server: Server) -> None:
    with server.admin() as admin:
        for key in admin.scan_iter("junk:*"):
            admin.unlink(key)


def test_c08_a_full_server_refuses_whole_commits_and_recovers(
    games: GameStore, client: Client, limited: Server
) -> None:
    """C08 (b)."""
    first = timed_creation(effects=True)
    games.commit(first)
    old = [started(games, blob=b"x" * 4000)[0] for _ in range(50)]
    fill(client, limited)
    before = everything(limited)
    second = following(first, clock=NEXT_TURN, blob=b"y" * 5000)
    with pytest.raises(StoreFull):
        games.commit(second)
    assert everything(limited) == before
    assert games.read(first.game_id) is not None
    assert names(health(client)) == {"reachable": True, "writable": False, "not_evicting": True}

    for commit in old:
        client.call("UNLINK", game_keys(commit.game_id).game)
    free(limited)
    assert games.commit(second).version == 2
    assert all(check.ok for check in health(client))


def create_without_end(games: GameStore) -> None:
    for _ in range(20_000):
        games.commit(creation(blob=b"x" * 30_000))


def test_c08_games_end_though_new_ones_are_refused(
    games: GameStore, client: Client, limited: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C08."""
    monkeypatch.setattr(capacity, "_FRESH_S", 0.0)
    first, _ = started(games)
    with pytest.raises(NoCapacity):
        create_without_end(games)
    used, limit, _ = client.memory()[0]
    assert capacity.SHARE * limit <= used < limit
    second = following(first)
    assert games.commit(second).version == 2
    games.effects_done(first.game_id, 2, 2)
    with pytest.raises(NoCapacity):
        # What the server let go of meanwhile may have made room for a game or two.
        create_without_end(games)
    assert games.commit(following(second)).version == 3


def test_c08_the_server_is_asked_about_its_memory_once_a_second(
    games: GameStore, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C08."""
    memory, asked = client.memory, []

    def counted() -> list[Memory]:
        asked.append(1)
        return memory()

    monkeypatch.setattr(client, "memory", counted)
    for _ in range(20):
        started(games)
    assert 1 <= len(asked) <= 2


def test_c08_an_evicting_server_is_not_ready(client: Client, limited: Server) -> None:
    """C08 (a)."""
    assert all(check.ok for check in health(client))
    limited.set(maxmemory_policy="allkeys-lru")
    checks = health(client)
    assert names(checks) == {"reachable": True, "writable": True, "not_evicting": False}
    assert "allkeys-lru" in checks[2].reason
    limited.set(maxmemory=0)
    assert all(check.ok for check in health(client)), "without a limit nothing is evicted"


@plain
def test_a_read_only_server_changes_nothing_and_recovers(games: GameStore, client: Client, server: Server) -> None:
    first, _ = started(games)
    before = everything(server)
    with server.admin() as admin:
        admin.replicaof("127.0.0.1", "1")
    try:
        with pytest.raises(StoreUnavailable):
            games.commit(following(first))
        assert games.read(first.game_id) is not None
        assert names(health(client)) == {"reachable": True, "writable": False, "not_evicting": True}
        assert everything(server) == before
    finally:
        with server.admin() as admin:
            admin.replicaof("NO", "ONE")
    assert games.commit(following(first)).version == 2


def consistent(games: GameStore, client: Client, commits: list[Commit]) -> int:
    """The version of a game that came back, which must be one whole commit; `commits` are all that were made.

    0 for none: while the server waits for the disk, it holds back what it writes for a moment.
    """
    game_id = commits[0].game_id
    game = games.read(game_id)
    if game is None:
        assert games.log(game_id) == []
        assert record_of(games, game_id, commits[0].request.id) is None
        return 0
    made = commits[game.version - 1]
    log = games.log(game_id)
    assert (game.tag, game.blob) == (made.tag, made.blob)
    assert [entry.tag for entry in log] == [commit.tag for commit in commits[: game.version]]
    assert log[-1].last_event == game.last_event
    assert record_of(games, game_id, made.request.id) == RequestRecord("", game.version)
    assert int(client.call("ZSCORE", game_keys(game_id).due, f"{game_id}:d")) == game.clock.deadline
    return game.version


@pytest.mark.parametrize("own_server", KINDS, indirect=True)
def test_after_a_kill_every_game_comes_back_whole(own_server: Server) -> None:
    client = connect(own_server.url)
    games = GameStore(client)
    played = []
    for _ in range(20):
        commits = [timed_creation()]
        done = games.commit(commits[0])
        for _ in range(10):
            commits.append(following(commits[-1], done, clock=NEXT_TURN))
            done = games.commit(commits[-1])
        played.append(commits)
    own_server.kill()
    with pytest.raises(StoreUnavailable):
        games.read(played[0][0].game_id)
    own_server.start()
    wait_until(lambda: health(client)[1].ok, what="the server is back")
    for commits in played:
        version = consistent(games, client, commits)
        # Whatever the server still knew: the repetition of the last commit is answered rightly.
        if version == len(commits):
            assert games.commit(commits[-1]).replayed
        else:
            with pytest.raises(Conflict if version else NotFound):
                games.commit(commits[-1]._replace(expect=(len(commits), "00000000")))
    client.close()


def test_a_client_ahead_of_a_rewound_history_is_told(own_server: Server) -> None:
    client = connect(own_server.url)
    games = GameStore(client)
    first, _ = started(games)
    own_server.kill()
    shutil.copytree(own_server.folder, own_server.folder / "earlier", ignore=shutil.ignore_patterns("*.sock"))
    own_server.start()
    wait_until(lambda: health(client)[1].ok, what="the server is back")
    lost = following(first, request=Request("digest", "body", keep=True))
    ahead = games.commit(lost)

    own_server.kill()
    shutil.rmtree(own_server.folder / "appendonlydir")
    shutil.copytree(own_server.folder / "earlier" / "appendonlydir", own_server.folder / "appendonlydir")
    own_server.start()
    wait_until(lambda: health(client)[1].ok, what="the server is back")
    with pytest.raises(Conflict) as caught:
        games.commit(following(lost, ahead))
    assert (caught.value.version, caught.value.tag) == (1, first.tag)
    games.commit(following(first))
    with pytest.raises(Conflict):
        games.commit(following(lost, ahead))
    assert record_of(games, first.game_id, "digest") is None, "the lost request may be made again"
    client.close()


def test_an_error_of_the_store_says_what_it_is() -> None:
    assert issubclass(StoreUnavailable, StoreError)
    assert issubclass(NoCapacity, StoreFull)
