"""Races between real processes: one wins, whatever the moment, and nothing is done twice or lost."""

import multiprocessing
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

import pytest

from service.store.client import Client
from service.store.due import DueEntry, DueSet
from service.store.games import ClockStep, GameStore, Request
from service.store.keys import new_game_id
from tests.servers import Server
from tests.store import work
from tests.store.commits import FISCHER, NEXT_TURN, creation, following, server_now, started, timed_creation

PROCESSES = 4


@pytest.fixture(scope="session")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Four processes that share nothing with this one."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        yield pool


def soon() -> float:
    """The moment at which all begin."""
    return time.time() + 0.08


def results(futures: list[Future[list[work.Fired]]]) -> list[work.Fired]:
    return [fired for future in futures for fired in future.result(timeout=30)]


def test_b02_of_twenty_parallel_commits_on_one_version_one_wins(
    games: GameStore, server: Server, processes: ProcessPoolExecutor
) -> None:
    """B02."""
    first, _ = started(games)
    for _ in range(5):
        game = games.read(first.game_id)
        assert game is not None
        rivals = [following(first, expect=(game.version, game.tag)) for _ in range(20)]
        at = soon()
        fired = results([processes.submit(work.fire, server.url, rivals[n::PROCESSES], at) for n in range(PROCESSES)])
        assert Counter(one.error for one in fired) == {"": 1, "Conflict": 19}
        after = games.read(first.game_id)
        assert after is not None
        assert after.version == game.version + 1
        assert [rival.tag for rival in rivals].count(after.tag) == 1
    assert [entry.version for entry in games.log(first.game_id)] == [1, 2, 3, 4, 5, 6]


def test_one_request_committed_by_many_processes_is_applied_once(
    games: GameStore, server: Server, processes: ProcessPoolExecutor
) -> None:
    first, _ = started(games)
    same = following(first, request=Request("digest", "body", keep=True))
    at = soon()
    fired = results([processes.submit(work.fire, server.url, [same] * 5, at) for _ in range(PROCESSES)])
    assert Counter(one.error for one in fired) == {"": 20}
    assert len({one.at for one in fired}) == 1
    assert len(games.log(first.game_id)) == 2


def test_one_creation_by_many_processes_makes_one_game(
    games: GameStore, server: Server, processes: ProcessPoolExecutor
) -> None:
    game_id = new_game_id()
    rivals = [creation(game_id=game_id) for _ in range(20)]
    at = soon()
    fired = results([processes.submit(work.fire, server.url, rivals[n::PROCESSES], at) for n in range(PROCESSES)])
    assert Counter(one.error for one in fired) == {"": 1, "Conflict": 19}


def test_one_key_claimed_by_many_processes_is_held_by_one(server: Server, processes: ProcessPoolExecutor) -> None:
    at = soon()
    futures = [processes.submit(work.claim_creation, server.url, "key", new_game_id(), at) for _ in range(12)]
    assert Counter(future.result(timeout=30) for future in futures) == {"mine": 1, "busy": 11}


def test_b11_timeout_and_action_in_the_same_millisecond(
    games: GameStore, client: Client, server: Server, processes: ProcessPoolExecutor
) -> None:
    """B11, H6: 500 rounds, of which every one has exactly one winner, and the clock says who."""
    rounds = []
    begin = server_now(client) + 900
    for number in range(500):
        bank = begin + 2 * number - server_now(client)
        first = timed_creation(FISCHER, bank=bank)
        rounds.append((first, games.commit(first).clock.deadline))
    actions = [(following(first, clock=NEXT_TURN), deadline) for first, deadline in rounds]
    flags = [(following(first, kind="flag", clock=ClockStep(start=1, keep=False)), when) for first, when in rounds]
    played = processes.submit(work.fire_at_deadlines, server.url, actions, 1)
    flagged = processes.submit(work.fire_at_deadlines, server.url, flags, 2)
    pairs = list(zip(played.result(timeout=60), flagged.result(timeout=60), rounds, strict=True))
    for action, flag, (first, deadline) in pairs:
        assert (action.error == "") != (flag.error == ""), (action, flag)
        assert action.error in {"", "DeadlinePassed", "Conflict"}
        assert flag.error in {"", "Conflict"}
        assert (action.at < deadline) if not action.error else (flag.at >= deadline)
        assert len(games.log(first.game_id)) == 2


def test_of_several_tickers_one_gets_each_entry(
    games: GameStore, client: Client, due: DueSet, server: Server, processes: ProcessPoolExecutor
) -> None:
    for _ in range(30):
        first, _ = started(games, watch_ms=1)
    for _ in range(10):
        first, _ = started(games, effects=True, watch_ms=1)
    entries: list[DueEntry] = []
    until = time.monotonic() + 5
    while len(entries) < 40 and time.monotonic() < until:
        entries = due.find()
    at = soon()
    futures = [processes.submit(work.claim, server.url, entries, at) for _ in range(PROCESSES)]
    claimed = [entry for future in futures for entry in future.result(timeout=30)]
    assert sorted(claimed) == sorted(entries)
    assert len(claimed) == 40
    assert first.game_id in {entry.game_id for entry in claimed}


def test_b11_a_timeout_job_delivered_twice_flags_once(games: GameStore, client: Client) -> None:
    """B11."""
    first = timed_creation(FISCHER, bank=1)
    deadline = games.commit(first).clock.deadline
    while server_now(client) < deadline:
        pass
    flag = following(first, kind="flag", request=Request("flag-1", slot="flag"))
    done = games.commit(flag)
    again = games.commit(flag._replace(tag="00000000"))
    assert again == done._replace(replayed=True)
    assert len(games.log(first.game_id)) == 2


def test_effects_of_the_next_version_survive_a_pass_that_is_killed(
    games: GameStore, client: Client, server: Server
) -> None:
    first, _ = started(games, effects=True)
    command = [sys.executable, "-m", "tests.store.work", server.url, first.game_id, "effects"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as dying:
        assert dying.stdout is not None
        assert dying.stdout.readline() == b"ready\n"
        games.commit(following(first, effects=True))
        dying.kill()
    game = games.read(first.game_id)
    assert game is not None
    assert (game.version, game.effects_done) == (2, 0)
    assert client.call("ZSCORE", f"due:{{b{first.game_id[1:3]}}}", f"{first.game_id}:e") is not None

    work.carry_out_effects(server.url, first.game_id, "effects", stop_before_mark=False)
    # Version 1 twice, which must do no harm; version 2 after it, and not left out.
    assert client.call("LRANGE", "effects", 0, -1) == [b"1", b"1", b"2"]
    assert client.call("ZSCORE", f"due:{{b{first.game_id[1:3]}}}", f"{first.game_id}:e") is None


def test_effects_of_a_commit_that_comes_during_a_pass_stay_owed(
    games: GameStore, client: Client, server: Server
) -> None:
    first, _ = started(games, effects=True)
    command = [sys.executable, "-m", "tests.store.work", server.url, first.game_id, "effects"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as slow:
        assert slow.stdout is not None
        assert slow.stdin is not None
        assert slow.stdout.readline() == b"ready\n"
        games.commit(following(first, effects=True))
        slow.stdin.close()
        assert slow.wait(timeout=30) == 0
    game = games.read(first.game_id)
    assert game is not None
    assert (game.version, game.effects_done) == (2, 1)
    assert client.call("ZSCORE", f"due:{{b{first.game_id[1:3]}}}", f"{first.game_id}:e") is not None
