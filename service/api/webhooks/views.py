"""What endpoints and deliveries look like from outside."""

from typing import Any

from service.hosting.instants import instant
from service.outbound.caller import Answer
from service.store.webhooks import Delivery, Webhook


def webhook_view(webhook: Webhook) -> dict[str, Any]:
    """An endpoint as its owner may see it, without its secret."""
    view: dict[str, Any] = {"id": webhook.id, "url": webhook.url}
    if webhook.types:
        view["event_types"] = list(webhook.types)
    view["enabled"] = webhook.enabled
    if webhook.reason:
        view["disabled_reason"] = webhook.reason
    view["last_number"] = webhook.place.number
    if webhook.failing_since:
        view |= {"failing_since": instant(webhook.failing_since), "attempts": webhook.tries}
    if webhook.previous:
        view["previous_secret_until"] = instant(webhook.previous_until)
    return view | {"created_at": instant(webhook.created_at)}


def delivery_view(delivery: Delivery) -> dict[str, Any]:
    """A delivery as the owner of its endpoint may see it."""
    view: dict[str, Any] = {"id": delivery.id, "type": delivery.type, "state": delivery.state}
    view["number"] = delivery.number
    if delivery.game_id:
        view |= {"game_id": delivery.game_id, "event_number": delivery.event}
    view |= {"attempts": delivery.attempts, "at": instant(delivery.at)}
    return view | answer_view(Answer(delivery.status, error=delivery.error))


def answer_view(answer: Answer) -> dict[str, Any]:
    """What is told of a receiver's answer: nothing of what it said."""
    status = {"status": answer.status} if answer.status else {}
    return status | ({"error": answer.error} if answer.error else {})
