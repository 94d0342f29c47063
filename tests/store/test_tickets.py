"""Tickets for streams: what each stands for, and for how long."""

from service.store.client import Client
from service.store.keys import new_player_id, new_token_id, ticket_key
from service.store.players import NewToken, Player, PlayerStore, digest_of, new_secret
from service.store.tickets import FIRST_MS, RENEWED_MS, Ticket, TicketStore
from tests.store.commits import server_now

PATH = "/v1/players/me/events"
CREDENTIAL = digest_of("some token")


def test_a_ticket_stands_for_a_token_and_a_path_for_a_minute(client: Client) -> None:
    before = server_now(client)
    secret, ends = TicketStore(client).grant(CREDENTIAL, PATH)
    assert TicketStore(client).find(digest_of(secret)) == Ticket(digest_of(secret), CREDENTIAL, PATH)
    assert before + FIRST_MS <= ends <= server_now(client) + FIRST_MS
    assert TicketStore(client).find(digest_of("another")) is None


def test_the_ticket_itself_is_not_kept(client: Client) -> None:
    secret, _ = TicketStore(client).grant(CREDENTIAL, PATH)
    kept = [key for keys in client.scan("*") for key in keys]
    assert ticket_key(digest_of(secret)) in kept
    assert not any(secret in key for key in kept)
    assert secret.encode() not in client.call("GET", ticket_key(digest_of(secret)))


def test_renewing_makes_it_last_and_brings_a_lost_one_back(client: Client) -> None:
    store = TicketStore(client)
    secret, _ = store.grant(CREDENTIAL, PATH)
    ticket = store.find(digest_of(secret))
    assert ticket is not None
    client.call("UNLINK", ticket_key(ticket.digest))
    store.renew([ticket, ticket])
    store.renew([])
    assert store.find(ticket.digest) == ticket
    assert FIRST_MS < client.call("PTTL", ticket_key(ticket.digest)) <= RENEWED_MS


def test_a_use_makes_it_last_as_renewing_does(client: Client) -> None:
    store = TicketStore(client)
    secret, _ = store.grant(CREDENTIAL, PATH)
    key = ticket_key(digest_of(secret))
    for left_ms in (5_000, RENEWED_MS - 5_000):
        client.call("PEXPIRE", key, left_ms)
        assert store.find(digest_of(secret)) == Ticket(digest_of(secret), CREDENTIAL, PATH)
        assert RENEWED_MS - 5_000 < client.call("PTTL", key) <= RENEWED_MS
    client.call("UNLINK", key)
    assert store.find(digest_of(secret)) is None
    assert not client.call("EXISTS", key), "what has ended does not come back by being asked for"


def test_which_of_several_tokens_are_good(client: Client, players: PlayerStore) -> None:
    tokens = [NewToken(new_token_id(), digest_of(new_secret("player"))) for _ in range(3)]
    player = players.create(Player(new_player_id(), "Ada"), tokens[0])
    for token in tokens[1:]:
        players.create_token(player.id, token)
    players.delete_token(player.id, tokens[1].id)
    digests = [*(token.digest for token in tokens), digest_of("nobody's")]
    assert players.valid(digests) == {tokens[0].digest, tokens[2].digest}
    assert players.valid([]) == set()
