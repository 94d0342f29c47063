"""What is kept of players that are called: secrets that are replaced, an address, failures; nothing of who is gone."""

import pytest

from service.store.callbacks import CallbackSecrets, CallbackStore, Failure
from service.store.client import Client
from service.store.keys import new_game_id, new_player_id
from service.store.players import Player, PlayerStore

KEPT_MS = 60_000
NOBODY = ("nonsense", "p" + "x" * 21)


@pytest.fixture
def callbacks(client: Client) -> CallbackStore:
    return CallbackStore(client)


@pytest.fixture
def ada(players: PlayerStore) -> str:
    return players.create(Player(new_player_id(), "Ada")).id


def test_a_secret_that_is_replaced_counts_for_a_while(callbacks: CallbackStore, ada: str) -> None:
    assert callbacks.secrets(ada) is None
    assert callbacks.rotate(ada, "one", KEPT_MS) == CallbackSecrets("one", "", 0)
    assert callbacks.secrets(ada) == CallbackSecrets("one", "", 0)
    made = callbacks.rotate(ada, "two", KEPT_MS)
    assert made is not None
    assert made.until > 0
    assert callbacks.secrets(ada) == CallbackSecrets("two", "one", made.until)
    callbacks.rotate(ada, "three", KEPT_MS)
    kept = callbacks.secrets(ada)
    assert kept is not None
    assert kept[:2] == ("three", "two")


def test_the_address_is_part_of_the_player(callbacks: CallbackStore, players: PlayerStore, ada: str) -> None:
    for url in ("https://one.example/", "https://two.example/", ""):
        assert callbacks.set_url(ada, url)
        found = players.get(ada)
        assert found is not None
        assert found.turn_url == url


@pytest.mark.parametrize("player_id", NOBODY)
def test_who_is_not_there_has_nothing(callbacks: CallbackStore, client: Client, player_id: str) -> None:
    assert callbacks.rotate(player_id, "one", KEPT_MS) is None
    assert not callbacks.set_url(player_id, "https://one.example/")
    assert callbacks.secrets(player_id) is None
    assert callbacks.failures(player_id) == []
    assert client.call("DBSIZE") == 0


def test_nothing_comes_back_of_who_is_deleted(callbacks: CallbackStore, players: PlayerStore, ada: str) -> None:
    callbacks.rotate(ada, "one", KEPT_MS)
    callbacks.set_url(ada, "https://one.example/")
    callbacks.failed(ada, Failure(1, new_game_id(), 1, 1, "timeout"))
    players.mark_deleted(ada)
    callbacks.drop(ada)
    assert callbacks.rotate(ada, "two", KEPT_MS) is None
    assert not callbacks.set_url(ada, "https://two.example/")
    assert callbacks.secrets(ada) is None
    assert callbacks.failures(ada) == []


def test_failures_are_kept_as_they_were(callbacks: CallbackStore, ada: str) -> None:
    whole, short = (
        Failure(2, new_game_id(), 9, 3, "illegal-action", 200, "K2"),
        Failure(1, new_game_id(), 1, 1, "timeout"),
    )
    for failure in (short, whole):
        callbacks.failed(ada, failure)
    assert callbacks.failures(ada) == [whole, short]
