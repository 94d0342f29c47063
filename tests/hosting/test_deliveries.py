"""What reaches a webhook endpoint, in which order, how often, and as what (B17)."""

import ipaddress
from collections.abc import Iterator
from dataclasses import replace

import pytest

from service.hosting import deliveries
from service.hosting.committing import own_request
from service.hosting.delete_player import delete_player
from service.hosting.deliveries import DELAYS_S, GIVE_UP_MS, delay_ms
from service.hosting.game import CODEC
from service.hosting.resign import resign
from service.hosting.webhooks import (
    WebhookChanges,
    change_webhook,
    create_webhook,
    delete_webhook,
    retry_delivery,
    rotate_secret,
    try_webhook,
)
from service.outbound.caller import Caller
from service.outbound.targets import Rules
from service.services import Services
from service.store.keys import game_keys
from service.store.webhooks import changes
from tests.hosting.hooks import ALLOWED, bring, endpoint, events_of, ids, now, numbers, verified, what
from tests.hosting.hosts import host_on, new_person, see_off, store_client
from tests.hosting.tables import GREEDY, ME, again, at_seat, new_game, play
from tests.receiver import Received, Receiver, Reply

TAKE = "Twug"
SHORT_S = 0.3


@pytest.fixture
def host(redis_url: str) -> Iterator[Services]:
    host = host_on(redis_url, webhook_allow=ALLOWED)
    yield host
    host.waiters.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


class answering:  # noqa: N801 - reads as what it gives
    """These statuses one after the other, the last one from then on."""

    def __init__(self, *statuses: int) -> None:
        self._statuses = list(statuses)

    def __call__(self, _: Received) -> Reply:
        return Reply(self._statuses.pop(0) if len(self._statuses) > 1 else self._statuses[0])


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


def test_410_disables(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    receiver.answer = answering(410, 200)
    bring(host, webhook)
    ended = now(host, webhook)
    assert (ended.enabled, ended.reason) == (False, "gone")
    assert [one.state for one in host.webhooks.deliveries(webhook.owner, webhook.id)] == ["failed"]
    play(host, table, TAKE)
    assert not bring(host, webhook)
    change_webhook(host, webhook, WebhookChanges(enabled=True))
    bring(host, webhook)
    assert numbers(receiver) == [1, *range(1, host.log.last(webhook.owner)[0] + 1)], "it goes on where it had ended"
    assert now(host, webhook).reason == ""


def test_whoever_fails_for_a_day_is_disabled(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    receiver.answer = answering(503)
    bring(host, webhook)
    began = now(host, webhook).failing_since
    host.webhooks.change(webhook.owner, webhook.id, changes(failing_since=began - GIVE_UP_MS + 3_600_000))
    bring(host, webhook, urgent=True)
    assert now(host, webhook).enabled
    host.webhooks.change(webhook.owner, webhook.id, changes(failing_since=began - GIVE_UP_MS))
    bring(host, webhook, urgent=True)
    assert (now(host, webhook).enabled, now(host, webhook).reason) == (False, "failing")


def test_answer_of_an_address_that_was_given_up_says_nothing(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)

    def moved(_: Received) -> Reply:
        receiver.answer = answering(200)
        change_webhook(host, webhook, WebhookChanges(url=receiver.url + "/new"))
        return Reply(410)

    receiver.answer = moved
    bring(host, webhook)
    bring(host, webhook)
    assert now(host, webhook).enabled
    assert receiver.received[1].path.endswith("/new")


def test_disabled_while_it_is_served(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)

    def ended(_: Received) -> Reply:
        change_webhook(host, webhook, WebhookChanges(enabled=False))
        return Reply(200)

    receiver.answer = ended
    bring(host, webhook)
    assert numbers(receiver) == [1]
    delete_webhook(host, webhook.owner, webhook.id)
    bring(host, webhook, urgent=True)
    assert numbers(receiver) == [1]


def test_rotation_signs_twice_for_a_day(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver, "turn_started")
    fresh = rotate_secret(host, webhook)
    assert fresh.secret != webhook.secret
    play(host, table, TAKE)
    bring(host, webhook)
    verified(receiver.received[0], webhook.secret, fresh.secret)
    host.webhooks.change(webhook.owner, webhook.id, changes(previous_until=1))
    play(host, table, TAKE)
    bring(host, webhook)
    verified(receiver.received[1], fresh.secret)
    assert " " not in receiver.received[1].headers["webhook-signature"]


def test_history_that_was_rewound_is_told_as_resync(host: Services, receiver: Receiver) -> None:
    """B16: the owner's log has lost its end; the break is told once, then what follows."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver, "turn_started")
    play(host, table, TAKE)
    bring(host, webhook)
    host.webhooks.change(webhook.owner, webhook.id, changes(tag="00000000"))
    receiver.answer = answering(500, 200)
    play(host, table, TAKE)
    bring(host, webhook)
    bring(host, webhook, urgent=True)
    play(host, table, TAKE)
    bring(host, webhook)
    told = [(one.json["type"], one.json["data"]) for one in receiver.received[1:]]
    assert [kind for kind, _ in told] == ["resync", "resync", "turn_started"]
    assert told[0] == told[1] == ("resync", {"last": told[2][1]["number"] - 2})
    assert ids(receiver)[1] == ids(receiver)[2]
    kept = [(one.type, one.state, one.attempts) for one in host.webhooks.deliveries(webhook.owner, webhook.id)]
    assert ("resync", "delivered", 2) in kept


@pytest.mark.parametrize("known", [0, 1], ids=["from the beginning", "in between"])
def test_log_that_was_cut_is_told_as_resync(redis_url: str, receiver: Receiver, known: int) -> None:
    host = host_on(redis_url, webhook_allow=ALLOWED, player_log=2)
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    for _ in range(known):
        play(host, table, TAKE)
        bring(host, webhook)
    receiver.received.clear()
    for turn in ("D1", "D1", "D1"):
        play(host, table, turn)
    bring(host, webhook)
    last = host.log.last(webhook.owner)[0]
    assert [(one.json["type"], one.json["data"]) for one in receiver.received] == [("resync", {"last": last})]


def test_what_was_tried_is_given_up_where_nobody_wants_it(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    receiver.answer = answering(500)
    bring(host, webhook)
    change_webhook(host, webhook, WebhookChanges(types=["game_finished"]))
    host.webhooks.change(webhook.owner, webhook.id, changes(tries=1))
    bring(host, webhook)
    assert [one.state for one in host.webhooks.deliveries(webhook.owner, webhook.id)] == ["failed"]
    assert (now(host, webhook).tries, len(receiver.received)) == (0, 1)


def test_delivery_once_more(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    bring(host, webhook)
    sent = len(receiver.received)
    first = host.webhooks.deliveries(webhook.owner, webhook.id)[-1]
    for status, state in ((500, "failed"), (204, "delivered")):
        receiver.answer = answering(status)
        retry_delivery(host, webhook, first.id)
        bring(host, webhook)
        found = host.webhooks.delivery(webhook.owner, webhook.id, first.id)
        assert found is not None
        assert (found.state, found.status) == (state, status)
    assert found.attempts == 3
    assert len(receiver.received) == sent + 2
    assert {(one.headers["webhook-id"], one.body) for one in receiver.received[sent:]} == {
        (receiver.received[0].headers["webhook-id"], receiver.received[0].body)
    }


def test_event_of_a_game_that_is_gone_cannot_come_again(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    bring(host, webhook)
    sent = len(receiver.received)
    first = host.webhooks.deliveries(webhook.owner, webhook.id)[-1]
    store_client(host).call("UNLINK", *game_keys(table.game.id)[:3])
    retry_delivery(host, webhook, first.id)
    bring(host, webhook)
    found = host.webhooks.delivery(webhook.owner, webhook.id, first.id)
    assert found is not None
    assert (found.state, found.error, len(receiver.received)) == ("failed", "event-gone", sent)
    assert host.webhooks.asked_again(webhook) == []


def test_private_game_is_told_to_whoever_has_part_in_it(host: Services, receiver: Receiver) -> None:
    table, stranger = new_game(host, ME, GREEDY, visibility="private"), new_person(host)
    mine, other = endpoint(host, table.player_id, receiver), endpoint(host, stranger.id, receiver)
    play(host, table, TAKE)
    bring(host, mine)
    bring(host, other)
    assert len(receiver.received) == host.log.last(table.player_id)[0] > 0
    code = again(host, table).game.join_code
    assert all(code.encode() not in one.body for one in receiver.received)


def test_player_who_is_gone_is_told_nothing(host: Services, receiver: Receiver) -> None:
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    delete_player(host, table.player_id)
    see_off(host)
    bring(host, webhook, urgent=True)
    assert receiver.received == []
    assert host.webhooks.all(table.player_id) == []
