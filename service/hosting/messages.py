"""What endpoints are sent: messages with the records of their deliveries, and how one is signed and posted."""

from typing import Any, NamedTuple

import msgspec

from service.hosting.events import Event
from service.hosting.history import history
from service.hosting.host import Host
from service.hosting.instants import instant
from service.hosting.reading import load_table
from service.hosting.telling import LogItem
from service.outbound.caller import Answer
from service.outbound.signing import Secrets, signed
from service.store.errors import GameGone, NotFound
from service.store.webhooks import Delivery, Resync, State, Webhook

TRY_S, TEST_S = 10.0, 5.0
"""How long a receiver has for its answer."""
_RESYNC = "resync"


class Message(NamedTuple):
    """A message: its `webhook-id`, the same in each try, and its body."""

    id: str
    body: bytes


class Recorded(NamedTuple):
    """A message, and the record of its delivery before the first try."""

    message: Message
    delivery: Delivery


def event_message(item: LogItem) -> Recorded:
    """Of an event in the log of the endpoint's owner, as a spectator sees it."""
    number, mark, game_id, event = item
    record = Delivery(f"{number}-{mark}", event["type"], game_id, number, event["number"], event["tag"])
    return Recorded(_of_event(number, game_id, event), record)


def resync_message(webhook: Webhook, resync: Resync) -> Recorded:
    """That the log has a break, behind which it goes on."""
    (number, tag), at = resync
    record = Delivery(f"{_RESYNC}-{number}-{tag or 0}", _RESYNC, "", number, 0, tag, found_at=at)
    return Recorded(_of_resync(webhook, record), record)


def test_message(webhook: Webhook, name: str, at: int) -> Message:
    """A test; `name` tells it from others."""
    return _message(f"{webhook.id}-test-{name}", "test", instant(at), {"webhook_id": webhook.id})


def made_again(host: Host, webhook: Webhook, delivery: Delivery) -> Message | None:
    """The message of an earlier delivery; None where its event is not kept any more."""
    if delivery.type == _RESYNC:
        return _of_resync(webhook, delivery)
    try:
        table = load_table(host, delivery.game_id, "")
    except (NotFound, GameGone):
        return None
    told = (one.events_then(None) for one in history(host, table.game, table.stored) if one.facts.tag == delivery.tag)
    events = [event for events in told for event in events if event["number"] == delivery.event]
    return _of_event(delivery.number, delivery.game_id, events[0]) if events else None


def send(host: Host, webhook: Webhook, message: Message, now_ms: int, timeout_s: float) -> Answer:
    """Posts a message once, signed for this very try. Nothing but the status of the answer is looked at."""
    keys = Secrets(webhook.secret, webhook.previous, webhook.previous_until)
    headers = signed(message.id, now_ms, message.body, keys)
    return host.caller.post(webhook.url, message.body, headers, timeout_s, most_reply=0)


def tried(delivery: Delivery, answer: Answer, state: State, now_ms: int) -> Delivery:
    """The record after one more try."""
    attempts, status, error = delivery.attempts + 1, answer.status, answer.error
    return msgspec.structs.replace(delivery, at=now_ms, attempts=attempts, state=state, status=status, error=error)


def _of_event(number: int, game_id: str, event: Event) -> Message:
    data = {"number": number, "game_id": game_id, "event": event}
    return _message(f"{game_id}-{event['number']}-{event['tag']}", event["type"], event["at"], data)


def _of_resync(webhook: Webhook, delivery: Delivery) -> Message:
    # The instant tells it from an earlier break at the same place.
    message_id = f"{webhook.id}-{delivery.id}-{delivery.found_at}"
    return _message(message_id, _RESYNC, instant(delivery.found_at), {"last": delivery.number})


def _message(message_id: str, kind: str, at: str, data: Any) -> Message:
    return Message(message_id, msgspec.json.encode({"type": kind, "timestamp": at, "data": data}))
