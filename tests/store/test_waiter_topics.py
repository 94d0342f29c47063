"""Topics besides games: who is woken by what, what is said, and what counts against the cap."""

import threading
from collections.abc import Iterator

import pytest

from service.store.client import Client
from service.store.errors import TooManyWaiters
from service.store.games import GameStore
from service.store.keys import new_player_id, wake_channel
from service.store.waiters import Waiters
from tests.servers import wait_until
from tests.store.commits import creation, following, started


@pytest.fixture
def waiting(client: Client) -> Iterator[Waiters]:
    made = Waiters(client, cap=2)
    yield made
    made.close()


class Noted:
    """A watcher that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str | None]] = []
        self.on_thread = ""

    def wake(self, topic: str, payload: str | None) -> None:
        self.told.append((topic, payload))
        self.on_thread = threading.current_thread().name


def test_a_commit_tells_its_players_which_game_it_was(games: GameStore, waiting: Waiters) -> None:
    ada, grace = new_player_id(), new_player_id()
    with waiting.watch(ada) as waiter, waiting.watch(grace) as other:
        assert waiter.heard() is None, "at first everything has to be read"
        commit = creation()._replace(wakes=(ada,))
        games.commit(commit)
        assert waiter.wait(4.0)
        assert waiter.heard() == {commit.game_id}
        assert waiter.heard() == set()
        assert not other.wait(0.05)


def test_one_waiter_may_watch_several_topics(games: GameStore, waiting: Waiters) -> None:
    ada, grace = new_player_id(), new_player_id()
    with waiting.watch(ada, grace) as waiter:
        waiter.heard()
        first, second = creation()._replace(wakes=(ada,)), creation()._replace(wakes=(grace, ada))
        games.commit(first)
        games.commit(second)
        heard: set[str] = set()
        wait_until(lambda: heard.update(waiter.heard() or ()) or len(heard) == 2)
        assert heard == {first.game_id, second.game_id}


def test_after_a_lost_connection_and_after_a_sweep_everything_is_read_again(
    waiting: Waiters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.waiters.SWEEP_S", 0.01)
    with waiting.watch(new_player_id()) as waiter:
        waiter.heard()
        waiting._reconnected()
        assert waiter.heard() is None
        waiter.wait(2.0)
        waiter.heard()
        assert waiter.wait(2.0)
        assert waiter.heard() is None


def test_many_short_waits_are_no_sweep_and_do_not_put_it_off(waiting: Waiters, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks every two seconds whether its client is there reads no more than who waits in one go, and no less."""
    with waiting.watch(new_player_id()) as waiter:
        waiter.heard()
        for _ in range(3):
            assert not waiter.wait(0.001)
            assert waiter.heard() == set()
    monkeypatch.setattr("service.store.waiters.SWEEP_S", 0.05)
    with waiting.watch(new_player_id()) as waiter:
        waiter.heard()
        wait_until(lambda: waiter.wait(0.001))
        assert waiter.heard() is None


def test_a_watcher_is_told_first_that_its_subscription_holds(
    games: GameStore, waiting: Waiters, client: Client
) -> None:
    commit, done = started(games)
    one, two = Noted(), Noted()
    waiting.subscribe(commit.game_id, one)
    wait_until(lambda: one.told)
    assert one.told == [(commit.game_id, None)]
    waiting.subscribe(commit.game_id, two)
    assert two.told == [(commit.game_id, None)], "it holds already"
    games.commit(following(commit, done))
    wait_until(lambda: len(one.told) == len(two.told) == 2)
    topic, payload = one.told[1]
    assert topic == commit.game_id
    assert payload is not None
    assert payload.startswith("2-")
    assert one.on_thread == "store-listener"
    waiting.unsubscribe(commit.game_id, one)
    client.call("PUBLISH", wake_channel(commit.game_id), "again")
    wait_until(lambda: two.told[-1][1] == "again")
    assert len(one.told) == 2


def test_watchers_are_told_of_a_lost_connection_and_count_for_nothing(waiting: Waiters) -> None:
    noted, topics = Noted(), [new_player_id() for _ in range(5)]
    for topic in topics:
        waiting.subscribe(topic, noted)
    wait_until(lambda: len(noted.told) == 5)
    assert waiting.count == 0
    waiting._reconnected()
    assert sorted(noted.told[5:]) == sorted((topic, None) for topic in topics)


def test_whoever_keeps_a_thread_counts_against_the_cap(waiting: Waiters) -> None:
    with waiting.hold(), waiting.watch(new_player_id()):
        assert waiting.count == 2
        with pytest.raises(TooManyWaiters), waiting.hold():
            pytest.fail("there is no third place")
    assert waiting.count == 0
