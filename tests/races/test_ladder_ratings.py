"""Ladders on real processes: many games that end at once, each counted once, in an order that gives the same table again."""

import threading
from collections import Counter

import pytest

from service.hosting.advancing import advance
from service.hosting.changes import Resigned
from service.hosting.committing import at_newest, commit, own_request
from service.hosting.ladders.entering import enter_ai
from service.hosting.ladders.finding import change_ladder, create_ladder
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.rating import rate_game
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import running_games
from service.hosting.ladders.values import Ladder, LadderSettings, ledger_entry_of
from service.hosting.reading import Table, load_table
from service.services import Services, connect
from service.store.ladder_keys import new_ladder_id
from tests.races.stand import Stand, dead
from tests.servers import wait_until

GAMES, ENTRIES = 200, 10


def ladder_of(host: Services, entries: int = ENTRIES, **settings: object) -> Ladder:
    """A ladder of AI players that are all the same: who wins is a matter of luck."""
    ladder = create_ladder(host, new_ladder_id(), "Races", LadderSettings(**settings))  # type: ignore[arg-type]
    for number in range(entries):
        enter_ai(host, ladder.id, "greedy", f"greedy-{number}")
    return ladder


def begun(host: Services, ladder: Ladder, games: int = GAMES) -> list[str]:
    """So many games that run; nobody moves in them."""
    found: list[str] = []
    while len(found) < games:
        found += pair_ladder(host, ladder.id)
    return found


def end(host: Services, game_id: str) -> None:
    """Ends a game in which an AI player is to move, by taking its seat out: a stand-in for the last move of a game."""

    def at(table: Table) -> None:
        commit(host, table.stored, advance(table.game, Resigned(table.game.running.to_act)), "free", own_request())

    at_newest(host, load_table(host, game_id, ""), at)


def adds_up(host: Services, ladder: Ladder, games: list[str]) -> None:
    """Every game stands in the ledger once, and the ledger leads to the table."""
    entries = [ledger_entry_of(record) for record in host.ladders.whole_ledger(ladder.id)]
    assert Counter(entry.game_id for entry in entries) == Counter(games)
    found = recompute(host, ladder.id)
    assert found.sound, found
    assert host.ladders.running(ladder.id) == []
    busy = host.ladders.snapshot(ladder.id).busy
    assert {one.games for one in busy.values()} == {0}
    for place, entry in enumerate(entries, 1):
        assert host.ladders.settled(ladder.id, entry.game_id) == str(place)


@pytest.fixture
def many(stand: Stand) -> Stand:
    """A site with four workers for ladders."""
    for _ in range(4):
        stand.worker("ladders", "upkeep")
    return stand.wait(workers=4)


def test_b20_two_hundred_games_that_end_at_once(many: Stand) -> None:
    """B19, B20: on four workers; the ledger is a serial replay in its own order, and nothing is rated twice."""
    host = many.host
    ladder = ladder_of(host, games_at_once=GAMES)
    games = begun(host, ladder)[:GAMES]
    change_ladder(host, ladder.id, status="paused")
    games = [one.game_id for one in host.ladders.running(ladder.id)]
    assert len(games) >= GAMES
    threads = [
        threading.Thread(target=lambda part=part: [end(host, one) for one in games[part::4]]) for part in range(4)
    ]  # type: ignore[misc]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wait_until(lambda: not host.ladders.running(ladder.id), 60, "all games are settled")
    adds_up(host, ladder, games)


def test_b19_the_job_runs_twice_and_in_parallel(many: Stand) -> None:
    """B19: each job three times, all at once."""
    host = many.host
    ladder = ladder_of(host, games_at_once=20)
    games = begun(host, ladder, 30)
    change_ladder(host, ladder.id, status="paused")
    for game_id in games:
        end(host, game_id)
        for _ in range(2):
            host.queues.enqueue_rating(game_id)
    wait_until(lambda: not host.ladders.running(ladder.id) and not many.waiting("ladders"), 60, "all jobs are done")
    adds_up(host, ladder, games)
    assert [rate_game(host, game_id).ours for game_id in games if rate_game(host, game_id)] == [False] * len(games)  # type: ignore[union-attr]


def test_b19_workers_are_killed_in_between(stand: Stand) -> None:
    """B19: what a job that was killed has not done the sweep does."""
    host = stand.host
    workers = [stand.worker("ladders", "upkeep") for _ in range(2)]
    stand.ticker()
    stand.wait(workers=2, tickers=1)
    ladder = ladder_of(host, games_at_once=40)
    games = begun(host, ladder, 100)
    change_ladder(host, ladder.id, status="paused")
    games = [one.game_id for one in host.ladders.running(ladder.id)]
    for number, game_id in enumerate(games):
        end(host, game_id)
        if number % 25 == 10:
            with dead(workers[number // 25 % 2]):
                pass
    wait_until(lambda: not host.ladders.running(ladder.id), 60, "all games are settled")
    adds_up(host, ladder, games)


def test_pairing_jobs_that_run_at_once_put_nobody_into_too_many_games(stand: Stand) -> None:
    host = stand.host
    ladder = ladder_of(host, entries=9, games_at_once=3)
    hosts = [connect(stand.settings) for _ in range(6)]
    threads = [threading.Thread(target=pair_ladder, args=(one, ladder.id)) for one in hosts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = Counter(entry for one in running_seats(host, ladder) for entry in one)
    assert max(counts.values()) <= 3
    assert {entry: busy.games for entry, busy in host.ladders.snapshot(ladder.id).busy.items()} == counts
    for one in hosts:
        one.waiters.close()


def running_seats(host: Services, ladder: Ladder) -> list[tuple[str, ...]]:
    return [one.seats for one in running_games(host, ladder.id)]
