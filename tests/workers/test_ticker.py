"""One tick at a time: what is due is handed to jobs, and what only waits is left alone."""

from collections.abc import Iterator

import pytest

from service.jobs import AI_QUICK, CLOCK, LADDERS, OUTBOUND, UPKEEP
from service.queue import Queues, QueueUnavailable
from service.store.client import Client, connect
from service.store.departures import DepartureStore
from service.store.due import DueEntry, DueSet, What
from service.store.games import GameStore
from service.store.keys import OUTBOX, game_keys, new_game_id
from service.store.ladder_keys import LADDERS_DUE, PEOPLE, new_ladder_id
from service.store.ladders_due import LaddersDue
from service.store.outbox import Outbox, member
from tests.servers import free_port
from tests.store.commits import age, following, server_now, silence, started, timed_creation
from workers import ticker
from workers.ticker import Ticker


@pytest.fixture
def client(redis_url: str) -> Iterator[Client]:
    client = connect(redis_url)
    yield client
    client.close()


@pytest.fixture
def games(client: Client) -> GameStore:
    return GameStore(client)


@pytest.fixture
def queues(redis_url: str) -> Queues:
    return Queues(redis_url)


@pytest.fixture
def ticking(client: Client, queues: Queues) -> Ticker:
    return Ticker(DueSet(client), DepartureStore(client), Outbox(client), LaddersDue(client), queues)


def waiting(queues: Queues, name: str) -> list[str]:
    """The ids of the jobs in a queue."""
    return queues._queue(name).job_ids


def make_due(client: Client, game_id: str, what: What) -> None:
    entry = DueEntry(game_id, what)
    client.call("ZADD", game_keys(game_id).due, "XX", server_now(client), entry.member)


def take_job(queues: Queues) -> None:
    """A worker takes the first AI job, and is never heard of again."""
    assert queues._connection.lpop(queues._queue(AI_QUICK).key)


def test_what_is_due_goes_to_its_queue_once_a_lease(
    games: GameStore, client: Client, queues: Queues, ticking: Ticker
) -> None:
    first = timed_creation(effects=True, watch_ms=60_000)
    games.commit(first)
    assert ticking.tick() == 0, "nothing is due yet"
    age(client, first.game_id, 60_000)
    for what in ("effects", "watch"):
        make_due(client, first.game_id, what)
    assert ticking.tick() == 3
    assert ticking.tick() == 0, "all have been claimed"
    assert waiting(queues, CLOCK) == [f"timeout-{first.game_id}-v1-a1"]
    assert waiting(queues, UPKEEP) == [f"effects-{first.game_id}-v1-a1"]
    assert waiting(queues, AI_QUICK) == [f"quick-{first.game_id}-v1-a1"]


def test_job_that_waits_in_a_long_queue_counts_for_nothing(
    games: GameStore, client: Client, queues: Queues, ticking: Ticker
) -> None:
    first, _ = started(games, watch_ms=1_000)
    queues.enqueue_ai(first.game_id, 1, 1)
    for _ in range(5):
        make_due(client, first.game_id, "watch")
        assert ticking.tick() == 1
    assert waiting(queues, AI_QUICK) == [f"quick-{first.game_id}-v1-a1"]
    assert games.start_attempt(first.game_id, 1) == 1, "the first try begins only now"


def test_lost_job_is_asked_for_again_under_the_number_of_the_next_try(
    games: GameStore, client: Client, queues: Queues, ticking: Ticker
) -> None:
    first, _ = started(games, watch_ms=1_000)
    for begun in range(4):
        make_due(client, first.game_id, "watch")
        ticking.tick()
        assert waiting(queues, AI_QUICK) == [f"quick-{first.game_id}-v1-a{begun + 1}"]
        take_job(queues)
        assert games.start_attempt(first.game_id, 1) == begun + 1


def test_job_of_any_try_that_waits_is_enough(games: GameStore, client: Client, queues: Queues, ticking: Ticker) -> None:
    first, _ = started(games, watch_ms=1_000)
    games.start_attempt(first.game_id, 1)
    queues.enqueue_ai(first.game_id, 1, 2)
    games.start_attempt(first.game_id, 1)
    make_due(client, first.game_id, "watch")
    assert ticking.tick() == 1
    assert waiting(queues, AI_QUICK) == [f"quick-{first.game_id}-v1-a2"]


def test_c11_watch_of_a_game_that_moved_on_asks_for_its_present_version(
    games: GameStore, client: Client, queues: Queues, ticking: Ticker
) -> None:
    """C11: the job of an earlier version that still waits is another one."""
    first, _ = started(games, watch_ms=1_000)
    queues.enqueue_ai(first.game_id, 1, 1)
    games.commit(following(first, watch_ms=1_000))
    make_due(client, first.game_id, "watch")
    ticking.tick()
    assert waiting(queues, AI_QUICK) == [f"quick-{first.game_id}-v1-a1", f"quick-{first.game_id}-v2-a1"]


def test_two_tickers_hand_out_each_entry_once(
    games: GameStore, client: Client, queues: Queues, ticking: Ticker
) -> None:
    other = Ticker(DueSet(client), DepartureStore(client), Outbox(client), LaddersDue(client), queues)
    made = [started(games, effects=True)[0].game_id for _ in range(10)]
    for game_id in made:
        make_due(client, game_id, "effects")
    assert ticking.tick() + other.tick() == len(made)
    assert len(waiting(queues, UPKEEP)) == len(made)


def test_queue_that_is_away_costs_a_lease(
    games: GameStore, client: Client, queues: Queues, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ticker.LEASE_MS, "effects", 0)
    first, _ = started(games, effects=True)
    make_due(client, first.game_id, "effects")
    with pytest.raises(QueueUnavailable):
        Ticker(
            DueSet(client),
            DepartureStore(client),
            Outbox(client),
            LaddersDue(client),
            Queues(f"redis://127.0.0.1:{free_port()}"),
        ).tick()
    assert Ticker(DueSet(client), DepartureStore(client), Outbox(client), LaddersDue(client), queues).tick() == 1
    assert waiting(queues, UPKEEP) == [f"effects-{first.game_id}-v1-a1"]


def test_heartbeat_comes_before_anything_is_handed_out(
    games: GameStore, client: Client, queues: Queues, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An outage has to be known as such before any flag falls."""
    told: list[str] = []
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 60_000)
    silence(client, first.game_id, 10_000)
    enqueue = queues.enqueue_timeout
    monkeypatch.setattr(queues, "enqueue_timeout", lambda *args: (told.append("flag"), enqueue(*args)))
    Ticker(
        DueSet(client), DepartureStore(client), Outbox(client), LaddersDue(client), queues, lambda: told.append("alive")
    ).tick()
    assert told == ["alive", "flag"]
    assert client.call("GET", game_keys(first.game_id).gap) is not None, "the gap is on record"


def test_what_is_in_the_outbox_goes_to_jobs_where_none_has_taken_it(
    client: Client, queues: Queues, ticking: Ticker
) -> None:
    outbox, game_id = Outbox(client), new_game_id()
    asked = (member("c", game_id), member("h", "w1", "p1"))
    for what in asked:
        outbox.ask(what)
    assert ticking.tick() == 0, "whoever asked has enqueued a job too"
    for what in asked:
        client.call("ZADD", OUTBOX[0], server_now(client), what)
    assert ticking.tick() == 2
    assert ticking.tick() == 0
    names = sorted(waiting(queues, OUTBOUND))
    assert [name.rpartition("-")[0] for name in names] == [f"callback-{game_id}", "webhooks-w1"]


def test_heartbeat_is_given_every_two_seconds(
    games: GameStore, client: Client, queues: Queues, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, beats = [100.0], []
    monkeypatch.setattr(ticker.time, "monotonic", lambda: now[0])
    started(games, effects=True)
    ticking = Ticker(
        DueSet(client), DepartureStore(client), Outbox(client), LaddersDue(client), queues, lambda: beats.append(now[0])
    )
    for _ in range(21):
        ticking.tick()
        now[0] += 0.25
    assert beats == [100.0, 102.0, 104.0]


def overdue_lives(games: GameStore, count: int) -> list[str]:
    """Games whose life may be over: they came to their end a moment ago."""
    return [started(games, life_at=1)[0].game_id for _ in range(count)]


def life_jobs(queues: Queues) -> set[str]:
    return {name for name in waiting(queues, UPKEEP) if name.startswith("life-")}


def test_games_whose_life_may_be_over_are_handed_out_once_a_second(
    games: GameStore, queues: Queues, ticking: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(ticker.time, "monotonic", lambda: now[0])
    made = overdue_lives(games, 3)
    assert ticking.tick() == 3
    assert life_jobs(queues) == {f"life-{game_id}-v1-a1" for game_id in made}
    more = overdue_lives(games, 1)
    now[0] += 0.75
    assert ticking.tick() == 0, "it is not yet time to look again"
    now[0] += 0.25
    assert ticking.tick() == 1, "and what has been claimed is left alone"
    assert f"life-{more[0]}-v1-a1" in life_jobs(queues)


def test_thousands_of_old_games_keep_neither_deadlines_nor_repairs_waiting(
    games: GameStore, client: Client, queues: Queues, ticking: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(ticker.time, "monotonic", lambda: now[0])
    overdue_lives(games, 3 * ticker.MOST_LIVES)
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 60_000)
    assert ticking.tick() == 1 + ticker.MOST_LIVES
    assert waiting(queues, CLOCK) == [f"timeout-{first.game_id}-v1-a1"]
    now[0] += 1
    assert ticking.tick() == 0, "as many jobs wait already"
    queues._connection.ltrim(queues._queue(UPKEEP).key, 1, -1)
    now[0] += 1
    assert ticking.tick() == ticker.MOST_LIVES
    assert len(life_jobs(queues)) == 2 * ticker.MOST_LIVES - 1


def test_ladders_are_looked_after_once_a_lease_and_when_they_are_hurried(
    client: Client, queues: Queues, ticking: Ticker
) -> None:
    due, ladder_id = LaddersDue(client), new_ladder_id()
    due.add(ladder_id)
    assert ticking.tick() == 2
    assert ticking.tick() == 0
    assert sorted(job.partition("-")[0] for job in waiting(queues, LADDERS)) == ["pairing", "sweep"]
    due.hurry(ladder_id)
    assert ticking.tick() == 1
    assert sorted(job.partition("-")[0] for job in waiting(queues, LADDERS)) == ["pairing", "pairing", "sweep"]


def test_jobs_of_ladders_do_not_pile_up_where_nobody_works(
    client: Client, queues: Queues, ticking: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticker, "MOST_LADDER_JOBS", 3)
    due, ladder_id = LaddersDue(client), new_ladder_id()
    due.add(ladder_id)
    for _ in range(20):
        due.hurry(ladder_id)
        ticking.tick()
    assert len(waiting(queues, LADDERS)) == 3
    queues._connection.delete(queues._queue(LADDERS).key)
    due.hurry(ladder_id)
    assert ticking.tick() == 1


def test_people_are_looked_after_without_being_told(
    client: Client, queues: Queues, ticking: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From there all the other ladders are found again."""
    monkeypatch.setattr(ticker, "FIRST_MS", 0)
    ticking.tick()
    (job,) = waiting(queues, LADDERS)
    assert job.startswith(f"sweep-{PEOPLE}-")
    client.call("DEL", LADDERS_DUE)
    ticking._last_beat = -ticker.BEAT_S
    ticking.tick()
    assert len(waiting(queues, LADDERS)) == 2
