"""Clocks with real tickers and workers: never early, a second late at most, and an outage flags nobody."""

import itertools
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from service.hosting.changes import ClockAdjusted, Flagged, TakenOver, TurnPlayed, from_entry
from service.hosting.flag_clock import flag_clock
from service.store.games import LogEntry, TimeControl
from service.store.keys import game_keys
from tests.races import deadlines
from tests.races.checking import finished, whole
from tests.races.stand import Stand, dead, frozen
from tests.races.tables import Hosted, new_game
from tests.servers import wait_until
from tests.store.commits import server_now

ONE_SECOND = TimeControl("per_turn", 1_000)
LATEST_MS = 1_000


@pytest.fixture(scope="module")
def clocks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """A store, a ticker and both kinds of workers."""
    with Stand(tmp_path_factory.mktemp("clocks")) as stand:
        yield stand.crew().wait(workers=2, tickers=1)


def lateness(entries: list[LogEntry]) -> list[int]:
    """For each flag or take-over how long after the deadline it was committed (ms)."""
    pairs = itertools.pairwise(entries)
    return [
        after.at - before.deadline for before, after in pairs if isinstance(from_entry(after.body), Flagged | TakenOver)
    ]


def changes(entries: list[LogEntry]) -> list[type]:
    return [type(from_entry(entry.body)) for entry in entries]


def test_timeouts_come_within_a_second_and_never_early(clocks: Stand) -> None:
    """H6, also while AI players keep their workers busy."""
    busy = [new_game(clocks.host, "random", "random", target_prestige=30) for _ in range(4)]
    games = [new_game(clocks.host, "me", "open", "open", time_control=ONE_SECOND) for _ in range(20)]
    wait_until(lambda: all(finished(clocks.host, game.id) for game in games), 15)
    late = [ms for game in games for ms in lateness(whole(clocks.host, game.id))]
    assert len(late) == 40
    assert min(late) >= 0
    assert max(late) <= LATEST_MS, sorted(late)
    wait_until(lambda: all(finished(clocks.host, game.id) for game in busy), 15)


def test_ai_player_takes_over_in_time_and_moves(clocks: Stand) -> None:
    game = new_game(clocks.host, "me", "greedy", time_control=ONE_SECOND, ai_on_flag="greedy")
    wait_until(lambda: finished(clocks.host, game.id), 15)
    entries = whole(clocks.host, game.id)
    (late,) = lateness(entries)
    assert 0 <= late <= LATEST_MS
    assert changes(entries)[1:4] == [TakenOver, TurnPlayed, TurnPlayed]


def test_b11_overdue_games_are_swept_when_the_worker_is_back(clocks: Stand) -> None:
    """B11 (d)."""
    with dead(clocks.clock):
        games = [new_game(clocks.host, "me", "open", time_control=ONE_SECOND) for _ in range(5)]
        wait_until(lambda: len(clocks.waiting("clock")) >= 10, what="each is asked for twice")
    wait_until(lambda: all(finished(clocks.host, game.id) for game in games), 15)
    for game in games:
        assert changes(whole(clocks.host, game.id))[2:] == [Flagged]


def test_b11_timeout_of_an_earlier_turn_does_nothing(clocks: Stand) -> None:
    """B11 (c), (e), C11."""
    game = new_game(clocks.host, "me", "open", time_control=TimeControl("per_turn", 600_000))
    for _ in range(4):
        game.act()
    entries = whole(clocks.host, game.id)
    for version in (1, 2, 3, game.version, game.version, game.version + 1):
        clocks.host.queues.enqueue_timeout(game.id, version)
    wait_until(lambda: not clocks.waiting("clock") and clocks.idle_workers() == 2)
    assert whole(clocks.host, game.id) == entries


def test_outage_of_the_ticker_flags_nobody(clocks: Stand) -> None:
    """B12: down-time is not charged."""
    with frozen(clocks.tick):
        waiting = [new_game(clocks.host, "me", "open", time_control=ONE_SECOND) for _ in range(10)]
        acting = [new_game(clocks.host, "me", "open", time_control=ONE_SECOND) for _ in range(3)]
        wait_until(lambda: all(silence(game) > 5_100 for game in waiting + acting), what="the ticker is silent")
        for game in waiting:
            assert flag_clock(clocks.host, game.id, game.version) is None, "nobody can be flagged now"
        for game in acting:
            assert game.act().stored.version == 3, "a late action counts"
    games = waiting + acting
    wait_until(lambda: all(finished(clocks.host, game.id) for game in games), 15)
    for game in waiting:
        entries = whole(clocks.host, game.id)
        assert changes(entries)[2:] == [ClockAdjusted, Flagged]
        back, given = entries[2].at, entries[2].deadline - entries[2].at
        assert back - entries[1].deadline > 4_000
        assert given > 0, "there is time to act"
        assert all(0 <= ms <= LATEST_MS for ms in lateness(entries))
    for game in acting:
        assert changes(whole(clocks.host, game.id))[2:] == [TurnPlayed, Flagged]


def silence(game: Hosted) -> int:
    """For how long no ticker has been seen by the game (ms)."""
    client = game.host.games._client
    return server_now(client) - int(client.call("GET", game_keys(game.id).beat))


def test_b11_timeout_and_action_in_the_same_millisecond(clocks: Stand) -> None:
    """B11 (a), (b), H6: of each pair exactly one is committed, and the log's times say that it was the right one."""
    rounds = 150
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        list(processes.map(deadlines.warm_up, [clocks.settings] * 2))
        games = staggered(clocks, rounds)
        ids = [(game.id, game.stored.clock.deadline) for game in games]
        played = processes.submit(deadlines.act_at_deadlines, clocks.settings, ids, 1)
        flagged = processes.submit(deadlines.flag_at_deadlines, clocks.settings, ids)
        tries = played.result(60)
        flagged.result(60)
    outcomes = Counter()
    for game, tried in zip(games, tries, strict=True):
        entries = whole(clocks.host, game.id)
        kind, limit = changes(entries)[2], entries[1].deadline
        outcomes[kind, tried] += 1
        if kind is TurnPlayed:
            assert entries[2].at < limit
        else:
            assert changes(entries)[2:] == [Flagged]
            assert entries[2].at >= limit
    assert set(outcomes) <= {(TurnPlayed, "played"), (Flagged, "time-over"), (Flagged, "overtaken")}, outcomes
    assert {kind for kind, _ in outcomes} == {TurnPlayed, Flagged}, "both happen"


def staggered(clocks: Stand, count: int) -> list[Hosted]:
    """Games of two whose first deadlines come one after the other, a few milliseconds apart."""
    found: list[Hosted] = []
    now = new_game(clocks.host, "me", "open").stored.updated_at
    first = now + 2_500
    for number in range(count):
        found.append(
            new_game(clocks.host, "me", "open", time_control=TimeControl("per_turn", first + 8 * number - now))
        )
        now = found[-1].stored.updated_at
    return found
