"""What ends or breaks the deliveries to an endpoint: refusals, changes by its owner, a past that was set back (B17)."""

import pytest
from standardwebhooks import WebhookVerificationError

from service.hosting.delete_player import delete_player
from service.hosting.deliveries import GIVE_UP_MS
from service.hosting.webhooks import (
    WebhookChanges,
    change_webhook,
    delete_webhook,
    retry_delivery,
    rotate_secret,
)
from service.outbound.signing import new_secret
from service.services import Services
from service.store.keys import game_keys
from service.store.webhooks import WebhookStore, changes
from tests.hosting.hooks import ALLOWED, answering, bring, endpoint, ids, now, numbers, verified
from tests.hosting.hosts import host_on, new_person, see_off, store_client
from tests.hosting.tables import GREEDY, ME, again, new_game, play
from tests.receiver import Received, Receiver, Reply

TAKE = "Twug"
SHORT_S = 0.3


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


def test_enabled_again_while_the_last_try_is_under_way(host: Services, receiver: Receiver) -> None:
    """A day begins anew then, and the waits too; whoever mends it does not wait for the next try."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, TAKE)
    receiver.answer = answering(500)
    for _ in range(3):
        bring(host, webhook, urgent=True)
    host.webhooks.change(
        webhook.owner, webhook.id, changes(failing_since=now(host, webhook).failing_since - GIVE_UP_MS)
    )

    def mended(_: Received) -> Reply:
        receiver.answer = answering(500)
        change_webhook(host, webhook, WebhookChanges(enabled=True))
        return Reply(500)

    receiver.answer = mended
    bring(host, webhook, urgent=True)
    found = now(host, webhook)
    assert (found.enabled, found.reason, found.tries) == (True, "", 1)
    assert found.failing_since > webhook.created_at
    assert bring(host, webhook)
    assert now(host, webhook).tries == 2


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


def test_each_rotation_at_the_same_time_gives_a_secret_that_signs(
    host: Services, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two have read the same endpoint; the later one does away with none but the secret that both have found."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver, "turn_started")
    rotate, later = WebhookStore.rotate, new_secret()

    def overtaken(store: WebhookStore, owner: str, webhook_id: str, secret: str, former_ms: int) -> int | None:
        until = rotate(store, owner, webhook_id, secret, former_ms)
        rotate(store, owner, webhook_id, later, former_ms)
        return until

    monkeypatch.setattr(WebhookStore, "rotate", overtaken)
    given = rotate_secret(host, webhook).secret
    assert given not in (webhook.secret, later)
    play(host, table, TAKE)
    bring(host, webhook)
    verified(receiver.received[0], given, later)
    with pytest.raises(WebhookVerificationError):
        verified(receiver.received[0], webhook.secret)


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
