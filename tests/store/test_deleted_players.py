"""What is left of a deleted player, and that no token opens it again."""

import pytest

from service.store.client import Client
from service.store.errors import LimitReached
from service.store.keys import new_player_id, player_key, player_tokens_key
from service.store.players import Player, PlayerStore, TokenRecord
from service.store.tokens import grant
from tests.servers import Server
from tests.store.commits import server_now
from tests.store.test_players import new_token, registered


def test_b24_a_deleted_player_is_no_player(players: PlayerStore, client: Client) -> None:
    first, second = new_token(), new_token("read")
    player = registered(players, first)
    players.create_token(player.id, second)
    assert players.mark_deleted(player.id)
    assert players.mark_deleted(player.id), "again does no harm"
    assert players.get(player.id) is None
    assert players.tokens(player.id) == []
    for token in (first, second):
        assert players.token_record(token.digest) is None
    assert client.call("HEXISTS", player_key(player.id), "deleted") == 1
    assert client.call("PTTL", player_key(player.id)) == -1
    assert not players.mark_deleted(new_player_id())


def test_b24_nothing_brings_a_deleted_player_back(players: PlayerStore) -> None:
    token = new_token()
    player = registered(players)
    players.mark_deleted(player.id)
    assert not players.touch(player.id)
    assert not players.rename(player.id, "Eve")
    assert players.create_token(player.id, token) is None
    assert players.token_record(token.digest) is None
    players.create(Player(player.id, "Eve"), None)
    assert players.get(player.id) is None


def test_a_deletion_that_died_half_way_is_finished_by_the_next(players: PlayerStore, client: Client) -> None:
    token = new_token()
    player = registered(players, token)
    client.call("HSET", player_key(player.id), "deleted", 17)
    assert players.token_record(token.digest) is not None
    players.mark_deleted(player.id)
    assert players.token_record(token.digest) is None
    assert client.call("HGET", player_key(player.id), "deleted") == b"17"


def test_a_token_that_was_being_issued_does_not_outlive_its_player(
    players: PlayerStore, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deletion comes between the list and the record of the token."""
    token = new_token()
    player = registered(players)

    def late(digest: str, record: TokenRecord, keep_ms: int = 0) -> None:
        players.mark_deleted(player.id)
        grant(client, digest, record, keep_ms)

    monkeypatch.setattr(players, "grant", late)
    assert players.create_token(player.id, token) is None
    assert players.token_record(token.digest) is None


def test_players_who_stay_unused_and_without_a_token(players: PlayerStore, client: Client, server: Server) -> None:
    player = players.create(Player(new_player_id(), "Zoë", app="a" * 22, external_id="user 1"), unused_ms=0)
    assert players.get(player.id) == player
    assert client.call("PTTL", player_key(player.id)) == -1
    assert client.call("EXISTS", player_tokens_key(player.id)) == 0
    assert players.create_token(player.id, new_token()) is not None


def test_several_players_at_once(players: PlayerStore) -> None:
    one, gone = registered(players), registered(players)
    players.mark_deleted(gone.id)
    assert players.get_many([one.id, gone.id, new_player_id(), "nonsense", one.id]) == [one, None, None, None, one]
    assert players.get_many([]) == []


def test_tokens_are_limited_and_expired_ones_do_not_count(players: PlayerStore, client: Client) -> None:
    player = registered(players)
    players.create_token(player.id, new_token(expires_at=server_now(client) - 1), 3)
    players.create_token(player.id, new_token(), 3)
    last = new_token()
    assert players.create_token(player.id, last, 3) is not None
    with pytest.raises(LimitReached):
        players.create_token(player.id, new_token(), 3)
    assert len(players.tokens(player.id)) == 3
    assert players.create_token(player.id, last, 3) is not None, "the same again, as after a lost reply"
    players.delete_token(player.id, last.id)
    assert players.create_token(player.id, new_token(), 3) is not None
