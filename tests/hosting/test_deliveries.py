"""What reaches a webhook endpoint, in which order, how often, and as what (B17)."""

import ipaddress
from dataclasses import replace

import pytest

from service.hosting import deliveries
from service.hosting.committing import own_request
from service.hosting.deliveries import DELAYS_S, GIVE_UP_MS, delay_ms
from service.hosting.game import CODEC
from service.hosting.resign import resign
from service.hosting.webhooks import (
    create_webhook,
    try_webhook,
)
from service.outbound.caller import Caller
from service.outbound.targets import Rules
from service.services import Services
from tests.hosting.hooks import answering, bring, endpoint, events_of, ids, now, numbers, verified, what
from tests.hosting.hosts import store_client
from tests.hosting.tables import again, at_seat, new_game, play
from tests.receiver import Received, Receiver, Reply

TAKE = "Twug"
SHORT_S = 0.3


def test_b17_each_event_comes_once_in_order_as_a_spectator_sees_it(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    before = again(host, table).stored.last_event
    for turn in (TAKE, "D1", TAKE):
        play(host, table, turn)
    assert bring(host, webhook)
    bodies = [verified(one, webhook.secret) for one in receiver.received]
    expected = events_of(host, table, before)
    assert [body["data"]["event"] for body in bodies] == expected
    assert [body["data"]["number"] for body in bodies] == list(range(1, len(expected) + 1))
    assert {(body["type"], body["timestamp"]) for body in bodies} == {(one["type"], one["at"]) for one in expected}
    assert ids(receiver) == [f"{table.game.id}-{one['number']}-{one['tag']}" for one in expected]
    assert not bring(host, webhook), "there is nothing left to do"
    kept = host.webhooks.deliveries(webhook.owner, webhook.id)
    assert {(one.state, one.attempts, one.status) for one in kept} == {("delivered", 1, 200)}


def test_blind_reservation_of_the_owner_stays_hidden(host: Services, receiver: Receiver) -> None:
    """Leak: what the owner's own seat may see is not what is sent."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, "D1")
    bring(host, webhook)
    (played,) = [one.json["data"]["event"] for one in receiver.received if one.json["type"] == "action_played"]
    assert (played["hidden"], "card" in played, "card_id" in played["action"]) == (True, False, False)
    assert game_seed(host, table.game.id) not in b"".join(one.body for one in receiver.received).decode()


def game_seed(host: Services, game_id: str) -> str:
    stored = host.games.read(game_id)
    assert stored is not None
    return CODEC.decode(stored.blob).seed.hex()


def test_only_the_types_that_are_wanted(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver, "turn_started", "game_finished")
    play(host, table, TAKE)
    resign(host, at_seat(host, table, 0), own_request(), exact=False)
    bring(host, webhook)
    assert [one.json["type"] for one in receiver.received] == ["turn_started", "game_finished"]
    assert now(host, webhook).place == host.log.last(webhook.owner)
    assert not bring(host, webhook)


def test_b17_failures_keep_the_order_and_the_id(
    host: Services, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B17: 500, then a time-out after it was stored, then 200."""
    monkeypatch.setattr(deliveries, "TRY_S", SHORT_S)
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    receiver.answer = answering(500)
    assert bring(host, webhook)
    assert not bring(host, webhook), "nobody begins before the wait is over"
    play(host, table, TAKE)
    assert not bring(host, webhook), "another event does not end the wait"
    receiver.answer = receiver.hang
    assert bring(host, webhook, urgent=True)
    assert [(one.state, one.attempts, one.error) for one in host.webhooks.deliveries(webhook.owner, webhook.id)] == [
        ("pending", 2, "timeout")
    ]
    receiver.answer = answering(200)
    assert bring(host, webhook, urgent=True)
    assert numbers(receiver) == [1, 1, 1, *range(2, host.log.last(webhook.owner)[0] + 1)]
    assert len(set(ids(receiver)[:3])) == 1
    assert len({one.headers["webhook-timestamp"] + one.headers["webhook-signature"] for one in receiver.received}) > 1
    assert (now(host, webhook).tries, now(host, webhook).failing_since) == (0, 0)


def test_waits_grow_with_some_chance_in_them() -> None:
    waits = [delay_ms(tries) / 1000 for tries in range(1, 12)]
    for wait, delay in zip(waits, [*DELAYS_S, *[DELAYS_S[-1]] * 4], strict=True):
        assert 0.79 * delay <= wait <= 1.21 * delay
    assert len({delay_ms(3) for _ in range(20)}) > 1
    assert sum(DELAYS_S) + 9 * DELAYS_S[-1] < GIVE_UP_MS / 1000


def test_b17_process_dies_after_the_post(host: Services, receiver: Receiver) -> None:
    """B17: it comes twice, with the same id, and the second process goes on behind it."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)

    def die(_: Received) -> Reply:
        # What has been sent is not noted: somebody else holds the claim by then.
        receiver.answer = answering(200)
        client.call("HSET", f"webhook:{{{webhook.owner}}}:{webhook.id}", "number", 10**6)
        return Reply(200)

    client = store_client(host)
    receiver.answer = die
    bring(host, webhook)
    client.call("HSET", f"webhook:{{{webhook.owner}}}:{webhook.id}", "number", 0)
    bring(host, webhook, urgent=True)
    assert numbers(receiver)[:3] == [1, 1, 2]
    assert ids(receiver)[0] == ids(receiver)[1]


def test_two_processes_and_one_endpoint(host: Services, receiver: Receiver) -> None:
    """While one is at it the other has nothing to do; afterwards what came meanwhile is sent."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)

    def meanwhile(_: Received) -> Reply:
        receiver.answer = answering(200)
        assert not bring(host, webhook)
        play(host, table, TAKE)
        return Reply(200)

    receiver.answer = meanwhile
    assert bring(host, webhook)
    bring(host, webhook)
    assert numbers(receiver) == list(range(1, host.log.last(webhook.owner)[0] + 1))


def test_claim_that_was_lost_ends_the_work(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    claim = host.outbox.claim(what(webhook), 1)
    assert claim is not None
    assert host.outbox.later(what(webhook), claim, 0)
    deliveries.deliver(host, webhook.id, webhook.owner, claim)
    assert receiver.received == []
    assert bring(host, webhook)


def test_endpoint_lets_others_have_their_turn(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    for _ in range(2):
        play(host, table, TAKE)
    total = host.log.last(webhook.owner)[0]
    for sent in range(1, total + 1):
        assert bring(host, webhook, turn_s=0)
        assert numbers(receiver) == list(range(1, sent + 1))


@pytest.mark.parametrize("address", ["10.0.0.1", "127.0.0.1", "::1", "169.254.169.254", "::ffff:10.0.0.1"])
def test_b18_name_that_stands_for_an_address_inside(host: Services, receiver: Receiver, address: str) -> None:
    """B18: it is looked up at each try, and the place in the log waits."""
    inside = replace(host, caller=Caller(Rules(), lambda *_: [ipaddress.ip_address(address)]))
    table = new_game(host)
    webhook = create_webhook(host, table.player_id, "https://hook.example/", ())
    play(host, table, TAKE)
    bring(inside, webhook)
    (pending,) = host.webhooks.deliveries(webhook.owner, webhook.id)
    assert (pending.state, pending.error, pending.status) == ("pending", "no-address", 0)
    assert now(host, webhook).place.number == 0
    assert try_webhook(inside, webhook).error == "no-address"
