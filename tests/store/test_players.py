"""Players, their tokens, and how long both stay."""

import pytest

from service.store.client import Client
from service.store.errors import Unreadable
from service.store.keys import new_player_id, new_token_id, player_key, player_tokens_key, token_key
from service.store.players import (
    UNUSED_MS,
    NewToken,
    Player,
    PlayerStore,
    TokenRecord,
    decode_token,
    digest_of,
    new_secret,
)
from tests.servers import Server
from tests.store.commits import server_now


def new_token(scope: str = "", expires_at: int = 0) -> NewToken:
    return NewToken(new_token_id(), digest_of(new_secret("player")), scope, expires_at)


def registered(players: PlayerStore, token: NewToken | None = None) -> Player:
    return players.create(Player(new_player_id(), "Zoë"), token or new_token())


def time_to_live(client: Client, key: str) -> int:
    return int(client.call("PTTL", key))


def test_a_player_reads_back_whole(players: PlayerStore) -> None:
    bot = players.create(Player(new_player_id(), "Zoë 🎲", "bot", new_player_id()), new_token())
    assert bot.created_at > 0
    assert players.get(bot.id) == bot
    assert players.get(new_player_id()) is None
    assert players.get("p}" + "x" * 20) is None


def test_a_repeated_creation_changes_nothing(players: PlayerStore, client: Client) -> None:
    player, token = Player(new_player_id(), "Zoë"), new_token()
    first = players.create(player, token)
    client.call("HSET", player_key(player.id), "created_at", 17)
    assert players.create(player, token) == first._replace(created_at=17)
    assert len(players.tokens(player.id)) == 1


def test_a_token_leads_to_its_player(players: PlayerStore) -> None:
    token = new_token("read")
    player = registered(players, token)
    record = players.token_record(token.digest)
    assert record is not None
    assert decode_token(record) == TokenRecord("player", player.id, token.id, "read")
    assert players.token_record(digest_of("spl_player_wrong")) is None


def test_the_secret_is_stored_nowhere(players: PlayerStore, server: Server) -> None:
    secret = new_secret("player")
    assert len(secret) == len("spl_player_") + 43
    registered(players, NewToken(new_token_id(), digest_of(secret)))
    with server.admin() as admin:
        everything = b"".join((admin.dump(key) or b"") + key for key in admin.keys("*"))
    assert secret.encode() not in everything
    assert secret.removeprefix("spl_player_").encode() not in everything


def test_apps_and_admins_have_tokens_without_a_player(players: PlayerStore) -> None:
    for kind in ("app", "admin"):
        digest = digest_of(new_secret(kind))
        players.grant(digest, TokenRecord(kind, token_id=new_token_id()))
        record = players.token_record(digest)
        assert record is not None
        assert decode_token(record).kind == kind


def test_a_damaged_record_is_told(players: PlayerStore) -> None:
    with pytest.raises(Unreadable):
        decode_token(b'{"kind":"king"}')


def test_renaming(players: PlayerStore, client: Client) -> None:
    player = registered(players)
    assert players.rename(player.id, "Ada")
    assert players.get(player.id) == player._replace(name="Ada")
    gone = new_player_id()
    assert not players.rename(gone, "Ada")
    assert client.call("EXISTS", player_key(gone)) == 0, "an expired player does not come back as half a record"


def test_an_unused_player_expires_with_everything(players: PlayerStore, client: Client) -> None:
    token = new_token()
    player = registered(players, token)
    for key in (player_key(player.id), player_tokens_key(player.id), token_key(token.digest)):
        assert UNUSED_MS - 10_000 < time_to_live(client, key) <= UNUSED_MS


def test_a_player_who_does_something_stays(players: PlayerStore, client: Client) -> None:
    token = new_token()
    player = registered(players, token)
    assert players.touch(player.id)
    assert players.touch(player.id), "again does no harm"
    for key in (player_key(player.id), player_tokens_key(player.id), token_key(token.digest)):
        assert time_to_live(client, key) == -1
    assert not players.touch(new_player_id())


def test_a_token_with_an_end_keeps_it_when_its_player_stays(players: PlayerStore, client: Client) -> None:
    ends = server_now(client) + 2 * UNUSED_MS
    token = new_token(expires_at=ends)
    player = registered(players, token)
    assert time_to_live(client, token_key(token.digest)) <= UNUSED_MS
    players.touch(player.id)
    assert UNUSED_MS < time_to_live(client, token_key(token.digest)) <= 2 * UNUSED_MS
    assert client.call("PEXPIRETIME", token_key(token.digest)) == ends


def test_an_expired_token_opens_nothing(players: PlayerStore, client: Client) -> None:
    player = registered(players)
    token = new_token(expires_at=server_now(client) - 1)
    assert players.create_token(player.id, token) is not None
    assert players.token_record(token.digest) is None


def test_further_tokens_are_listed_and_revoked(players: PlayerStore) -> None:
    first, second = new_token(), new_token("read")
    player = registered(players, first)
    created = players.create_token(player.id, second)
    assert created is not None
    assert [token.id for token in players.tokens(player.id)] in ([first.id, second.id], [second.id, first.id])
    assert created in players.tokens(player.id)

    assert players.delete_token(player.id, second.id)
    assert not players.delete_token(player.id, second.id)
    assert players.token_record(second.digest) is None
    assert players.token_record(first.digest) is not None
    assert [token.id for token in players.tokens(player.id)] == [first.id]


def test_a_further_token_is_a_use_of_the_player(players: PlayerStore, client: Client) -> None:
    player = registered(players)
    players.create_token(player.id, new_token())
    assert time_to_live(client, player_key(player.id)) == -1
    assert players.create_token(new_player_id(), new_token()) is None


def test_expired_tokens_leave_the_list_with_the_next_one(players: PlayerStore, client: Client) -> None:
    player = registered(players)
    old = new_token(expires_at=server_now(client) - 1)
    players.create_token(player.id, old)
    assert old.id in [token.id for token in players.tokens(player.id)]
    players.create_token(player.id, new_token())
    assert old.id not in [token.id for token in players.tokens(player.id)]


def test_a_token_of_another_player_is_not_ones_own(players: PlayerStore) -> None:
    token = new_token()
    registered(players, token)
    assert not players.delete_token(registered(players).id, token.id)
    assert players.token_record(token.digest) is not None
