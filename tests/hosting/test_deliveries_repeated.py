"""A message that comes again says what it said, whatever has happened since (B17)."""

from collections.abc import Callable

import msgspec
import pytest

from service.hosting.asking import ask_webhook
from service.hosting.committing import own_request
from service.hosting.resign import resign
from service.hosting.webhooks import retry_delivery
from service.services import Services
from service.store.webhooks import Webhook, changes
from tests.hosting.hooks import bring, endpoint, events_of, ids, now
from tests.hosting.tables import again, new_game, play
from tests.receiver import Receiver, Reply

BLIND = "D1"


def once_more(host: Services, receiver: Receiver) -> Callable[[], None]:
    """A blind reserve is told, then the game ends, which opens its events; has the first message sent once more."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, BLIND)

    def end() -> None:
        resign(host, again(host, table), own_request(), exact=False)
        assert "L1-" in str(events_of(host, table)[-4:]), "what was hidden is open in the log of the game"
        for delivery in host.webhooks.deliveries(webhook.owner, webhook.id)[-1:]:
            retry_delivery(host, now(host, webhook), delivery.id)
        assert bring(host, webhook, urgent=True)

    assert bring(host, webhook)
    return end


@pytest.mark.parametrize("status", [500, 204], ids=["it was not taken", "it is asked for once more"])
def test_b17_the_end_of_the_game_changes_no_message(host: Services, receiver: Receiver, status: int) -> None:
    receiver.answer = lambda _: Reply(status)
    end = once_more(host, receiver)
    first = receiver.received[0]
    assert first.json["data"]["event"]["hidden"]
    receiver.answer = lambda _: Reply(204)
    before = len(receiver.received)
    end()
    repeated = [one for one in receiver.received[before:] if one.headers["webhook-id"] == ids(receiver)[0]]
    assert repeated
    assert {one.body for one in repeated} == {first.body}


def test_what_happens_at_the_end_is_told_open(host: Services, receiver: Receiver) -> None:
    end = once_more(host, receiver)
    end()
    last = receiver.received[-1].json["data"]["event"]
    assert last["type"] == "game_finished"
    assert "L1-" in str(last["reserved"])


def broken(host: Services, receiver: Receiver) -> Webhook:
    """An endpoint that has just been told of a break in its owner's log."""
    table = new_game(host)
    webhook = endpoint(host, table.player_id, receiver)
    play(host, table, BLIND)
    host.webhooks.change(webhook.owner, webhook.id, changes(number=99, tag="00000000"))
    assert bring(host, webhook)
    return webhook


def test_b16_a_break_in_the_log_is_told_again_as_it_was(host: Services, receiver: Receiver) -> None:
    webhook = broken(host, receiver)
    (delivery,) = host.webhooks.deliveries(webhook.owner, webhook.id)
    moved = msgspec.structs.replace(delivery, at=delivery.at + 60_000)
    host.webhooks.note(now(host, webhook), now(host, webhook).place, moved)
    retry_delivery(host, now(host, webhook), delivery.id)
    assert bring(host, webhook)
    first, second = receiver.received
    assert first.json["type"] == "resync"
    assert (first.headers["webhook-id"], first.body) == (second.headers["webhook-id"], second.body)


def test_b16_a_second_break_at_the_same_place_is_another_message(host: Services, receiver: Receiver) -> None:
    """Who takes each id once must not take it for the first one."""
    webhook = broken(host, receiver)
    host.webhooks.change(webhook.owner, webhook.id, changes(number=99, tag="00000000"))
    ask_webhook(host, webhook.owner, webhook.id)
    assert bring(host, webhook)
    assert [one.json["type"] for one in receiver.received] == ["resync", "resync"]
    assert len(set(ids(receiver))) == 2
