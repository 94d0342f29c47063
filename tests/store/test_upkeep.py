"""What operators are told of tickers and of how far behind they are."""

import pytest

from service.store.client import Client
from service.store.games import GameStore
from service.store.upkeep import FORGOTTEN_MS, Upkeep
from tests.store.commits import age, server_now, silence, timed_creation


@pytest.fixture
def upkeep(client: Client) -> Upkeep:
    return Upkeep(client)


def test_with_nothing_to_do_nothing_is_late(upkeep: Upkeep) -> None:
    assert upkeep.read() == ((), 0, 0, 0)


def test_tickers_are_listed_until_they_are_silent(upkeep: Upkeep, client: Client) -> None:
    upkeep.see("one")
    upkeep.see("two")
    upkeep.see("two")
    assert len(upkeep.tickers()) == 2
    assert max(upkeep.tickers()) < 5_000
    client.call("ZADD", "tickers:{b00}", server_now(client) - FORGOTTEN_MS - 1, "one")
    assert len(upkeep.tickers()) == 1


def test_the_worst_bucket_counts(upkeep: Upkeep, games: GameStore, client: Client) -> None:
    for bucket, late in (("17", 1_000), ("2a", 9_000), ("ff", 4_000)):
        game_id = f"g{bucket}" + "x" * 20
        games.commit(timed_creation(game_id=game_id))
        age(client, game_id, 60_000 + late)
        silence(client, game_id, 2 * late)
    report = upkeep.read()
    assert report.entries == 3
    assert 9_000 <= report.overdue_ms < 11_000
    assert 18_000 <= report.silent_ms < 20_000
