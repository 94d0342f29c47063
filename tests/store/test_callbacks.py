"""What is kept of players that are called: secrets that are replaced, an address, failures; nothing of who is gone."""

import pytest

from service.store.callbacks import TRIES_KEPT_MS, CallbackSecrets, CallbackStore, Failure
from service.store.client import Client
from service.store.keys import callback_keys, new_game_id, new_player_id, player_key
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
    assert callbacks.failing([ada]) == [(0, 0)]
    assert callbacks.called_since(ada) is None


def test_since_when_somebody_is_called_is_known(callbacks: CallbackStore, client: Client, ada: str) -> None:
    assert [callbacks.called_since(one) for one in (ada, *NOBODY)] == [None] * 3
    callbacks.set_url(ada, "https://one.example/")
    since = callbacks.called_since(ada)
    assert since
    client.call("HINCRBY", player_key(ada), "called_since", -1_000)
    callbacks.set_url(ada, "https://two.example/")
    assert callbacks.called_since(ada) == since - 1_000
    callbacks.set_url(ada, "")
    assert callbacks.called_since(ada) is None
    callbacks.set_url(ada, "https://one.example/")
    assert (callbacks.called_since(ada) or 0) >= since


def test_what_fails_is_counted_by_games(callbacks: CallbackStore, ada: str) -> None:
    one, other = new_game_id(), new_game_id()
    for at, game_id in ((1, one), (2, one), (3, other)):
        callbacks.failed(ada, Failure(at, game_id, 1, 1, "timeout"))
    assert callbacks.failing([NOBODY[0], ada, NOBODY[1]]) == [(0, 0), (2, 3), (0, 0)]
    callbacks.answered(ada)
    assert callbacks.failing([ada]) == [(0, 3)]
    assert callbacks.failing([]) == []


def test_that_a_call_was_begun_or_held_back_is_known_for_a_while(
    callbacks: CallbackStore, client: Client, ada: str
) -> None:
    game_id = new_game_id()
    callbacks.begin(ada, game_id, "1-a")
    callbacks.hold_back(ada, game_id, "2-b")
    begun = [callbacks.begun(ada, game_id, etags) for etags in (["1-a"], ["2-b", "3-c"], ["3-c"], [])]
    assert begun == [True, True, False, False]
    for etag in ("1-a", "2-b"):
        assert 0 < client.call("PTTL", callback_keys(ada).tries(game_id, etag)) <= TRIES_KEPT_MS


def test_failures_are_kept_as_they_were(callbacks: CallbackStore, ada: str) -> None:
    whole, short = (
        Failure(2, new_game_id(), 9, 3, "illegal-action", 200, "K2"),
        Failure(1, new_game_id(), 1, 1, "timeout"),
    )
    for failure in (short, whole):
        callbacks.failed(ada, failure)
    assert callbacks.failures(ada) == [whole, short]
