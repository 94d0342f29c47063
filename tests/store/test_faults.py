"""Faults that wait beside a game: each is met with once, and none of them waits for ever."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store.client import Client
from service.store.faults import KEPT_MS, Faults, FaultStore
from service.store.keys import faults_key, new_game_id

ALL = Faults(True, True, True, 700)


@pytest.fixture
def faults(client: Client) -> FaultStore:
    return FaultStore(client)


def test_what_was_asked_for_waits_and_replaces_what_did(faults: FaultStore) -> None:
    game_id, other = new_game_id(), new_game_id()
    assert faults.read(game_id) == Faults()
    faults.set(game_id, ALL)
    assert (faults.read(game_id), faults.read(other)) == (ALL, Faults())
    faults.set(game_id, Faults(slow_ms=1))
    assert faults.read(game_id) == Faults(slow_ms=1)
    faults.set(game_id, Faults())
    assert faults.read(game_id) == Faults()


def test_a_fault_is_taken_once(faults: FaultStore) -> None:
    game_id = new_game_id()
    faults.set(game_id, ALL)
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda _: faults.take(game_id, "conflict_once"), range(8)))
    assert sorted(taken) == [False] * 7 + [True]
    assert faults.read(game_id) == ALL._replace(conflict_once=False)


def test_they_are_forgotten_after_a_day(faults: FaultStore, client: Client) -> None:
    game_id = new_game_id()
    faults.set(game_id, Faults(drop_reply_once=True))
    assert 0 < client.call("PTTL", faults_key(game_id)) <= KEPT_MS
    client.call("PEXPIRE", faults_key(game_id), 0)
    assert faults.read(game_id) == Faults()
    assert not faults.take(game_id, "drop_reply_once")
