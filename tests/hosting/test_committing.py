"""Verbs that need no If-Match, and what follows from a commit."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from service.hosting.advancing import advance
from service.hosting.changes import Resigned
from service.hosting.committing import TRIES, commit, own_request
from service.hosting.create_game import NewGame, create_game
from service.hosting.effects import catch_up
from service.hosting.errors import DomainError, GameStarted
from service.hosting.join_seat import join_seat
from service.hosting.reading import events_after, load_table
from service.hosting.resign import resign
from service.services import Services
from service.store.due import DueSet
from service.store.errors import Conflict, StoreUnavailable
from service.store.games import Request
from service.store.keys import game_keys, new_game_id
from service.store.players import Player
from tests.hosting.hosts import Job, NotedJobs, jobs_of, new_person, store_client
from tests.hosting.tables import GREEDY, ME, OPEN, OPTIONS, again, at_seat, new_game, play

T = TypeVar("T")


def together(calls: list[Callable[[], T]]) -> list[T | Exception]:
    """All calls at once, each in a thread; what they gave or raised."""
    barrier = threading.Barrier(len(calls))

    def one(call: Callable[[], T]) -> T | Exception:
        barrier.wait()
        try:
            return call()
        except (DomainError, Conflict) as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def lobby(host: Services, seats: int) -> str:
    person = new_person(host)
    order = NewGame((OPEN,) * seats, OPTIONS)
    return create_game(host, Player(person.id, person.name), order, new_game_id(), own_request()).game.id


def test_ten_join_at_once(host: Services) -> None:
    """Four sit down, each on a seat of their own; the others are told that it has begun. No event is lost or doubled."""
    game_id = lobby(host, 4)
    people = [new_person(host, f"Player {number}") for number in range(10)]

    def joining(person: Any) -> Callable[[], Any]:
        table = load_table(host, game_id, person.id)
        return lambda: join_seat(host, table, Player(person.id, person.name), None, own_request(slot=person.id))

    done = together([joining(person) for person in people])
    refused = [error for error in done if isinstance(error, Exception)]
    assert [type(error) for error in refused] == [GameStarted] * 6
    table = load_table(host, game_id, "")
    assert len({seat.player_id for seat in table.game.seats}) == 4
    assert (table.game.status, table.stored.version) == ("playing", 5)
    numbers = [event["number"] for event in events_after(host, table, 0, "", 500).items]
    assert numbers == list(range(1, table.stored.last_event + 1))


def test_all_resign_at_once(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN, OPEN)
    tables = [at_seat(host, table, seat) for seat in range(4)]
    done = together([lambda one=one: resign(host, one, own_request(), exact=False) for one in tables])
    assert sum(isinstance(outcome, Exception) for outcome in done) == 1
    now = again(host, table)
    assert (now.game.status, now.stored.version) == ("finished", 7)


def test_an_exact_one_does_not_try_again(host: Services) -> None:
    table = again(host, new_game(host, ME, OPEN, OPEN))
    other = at_seat(host, table, 2)
    resign(host, other, own_request(), exact=False)
    with pytest.raises(Conflict):
        resign(host, table, own_request(), exact=True)
    assert resign(host, table, own_request(), exact=False).stored.version == 5


def test_tries_are_bounded(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    tried: list[int] = []

    def busy(_: object, order: Any) -> Any:
        tried.append(order.expect[0])
        raise Conflict(order.expect[0], "00000000")

    monkeypatch.setattr(type(host.games), "commit", busy)
    with pytest.raises(Conflict):
        resign(host, table, own_request(), exact=False)
    assert len(tried) == TRIES


def test_the_same_commit_twice_is_one(host: Services) -> None:
    """A reply that was lost is asked for again by the same request: it was applied by us."""
    table = again(host, new_game(host, ME, OPEN, GREEDY))
    step = advance(table.game, Resigned(0))
    request = own_request()
    first = commit(host, table.stored, step, "free", request)
    second = commit(host, table.stored, step, "free", request)
    assert (first.replayed, second.replayed, second.stored.etag) == (False, True, first.stored.etag)
    assert again(host, table).stored.version == table.stored.version + 1


def test_own_requests_do_not_pile_up(host: Services) -> None:
    table = new_game(host, seed=b"\x09" * 32)
    for turn in ("Twug", "Twrk", "Tugk", "Twur"):
        play(host, table, turn)
    kept = store_client(host).call("HGETALL", game_keys(table.game.id).requests)
    assert len(kept) // 2 <= 4


def test_a_queue_that_is_away_costs_no_action(host: Services) -> None:
    """The commit stands; what it leads to stays due until somebody has done it."""
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    table = new_game(host, ME, GREEDY, seed=b"\x09" * 32)
    noted.away = True
    outcome = play(host, table, "Twug")
    assert outcome.stored.version == 2
    now = again(host, table)
    assert now.stored.effects_done == 1
    entry = f"{table.game.id}:e"
    assert store_client(host).call("ZSCORE", game_keys(table.game.id).due, entry) is not None
    noted.away = False
    catch_up(host, table.game.id)
    assert jobs_of(host) == [Job(table.game.id, 2, 1)]
    assert again(host, table).stored.effects_done == 2
    assert store_client(host).call("ZSCORE", game_keys(table.game.id).due, entry) is None


def test_catching_up_twice_or_with_nothing_owed_does_no_harm(host: Services) -> None:
    table = new_game(host, ME, GREEDY, seed=b"\x09" * 32)
    catch_up(host, table.game.id)
    catch_up(host, "g00" + "x" * 20)
    assert jobs_of(host) == []
    play(host, table, "Twug")
    assert jobs_of(host) == [Job(table.game.id, 2, 1)]
    catch_up(host, table.game.id)
    assert jobs_of(host) == [Job(table.game.id, 2, 1)]


def test_a_watch_stands_while_an_ai_is_to_move(host: Services) -> None:
    table = new_game(host, ME, GREEDY, seed=b"\x09" * 32)
    watch = f"{table.game.id}:w"
    due = game_keys(table.game.id).due
    assert store_client(host).call("ZSCORE", due, watch) is None
    play(host, table, "Twug")
    now = again(host, table)
    at = int(store_client(host).call("ZSCORE", due, watch))
    assert at == now.stored.updated_at + 500 + 10_000
    assert DueSet(store_client(host)).find() == []


def test_an_unknown_outcome_is_passed_on(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = again(host, new_game(host, ME, OPEN, OPEN))
    monkeypatch.setattr(type(host.games), "commit", _away)
    for exact in (True, False):
        with pytest.raises(StoreUnavailable):
            resign(host, table, Request("r"), exact=exact)


def _away(*_: object) -> None:
    raise StoreUnavailable("away")
