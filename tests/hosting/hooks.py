"""Webhook endpoints on the host: receivers, and deliveries that are made when a test says so."""

from typing import Any

from standardwebhooks import Webhook as Verifier

from service.hosting.asking import ask_webhook
from service.hosting.deliveries import deliver
from service.hosting.reading import Table, events_after
from service.hosting.webhooks import create_webhook
from service.services import Services
from service.store.outbox import member
from service.store.webhooks import Place, Webhook
from tests.hosting.tables import again
from tests.receiver import Received, Receiver, Reply

LEASE_MS = 60_000
ALLOWED = ("127.0.0.1",)


def endpoint(host: Services, owner: str, receiver: Receiver, *types: str) -> Webhook:
    return create_webhook(host, owner, receiver.url, types)


def now(host: Services, webhook: Webhook) -> Webhook:
    """The endpoint as it is by now."""
    found = host.webhooks.get(webhook.owner, webhook.id)
    assert found is not None
    return found


def what(webhook: Webhook) -> str:
    return member("h", webhook.id, webhook.owner)


def bring(host: Services, webhook: Webhook, *, urgent: bool = False, turn_s: float = 60.0) -> bool:
    """Does what a job does; False where nothing is to be done now. `urgent` ends a wait for the next try."""
    if urgent:
        host.outbox.ask(what(webhook), urgent=True)
    claim = host.outbox.claim(what(webhook), LEASE_MS)
    if claim is not None:
        deliver(host, webhook.id, webhook.owner, claim, turn_s)
    return claim is not None


class Hurry:
    """Has endpoints tried again at once, each time that one is found to have failed since the last look."""

    def __init__(self, host: Services) -> None:
        self._host = host
        self._failed: dict[str, tuple[Place, int]] = {}

    def __call__(self, owner: str, webhook_id: str) -> None:
        found = self._host.webhooks.get(owner, webhook_id)
        if found is not None and found.tries and self._failed.get(webhook_id) != (found.place, found.tries):
            self._failed[webhook_id] = (found.place, found.tries)
            ask_webhook(self._host, owner, webhook_id)


def verified(received: Received, *secrets: str) -> dict[str, Any]:
    """The body, once a receiver with any of these secrets has found that it is genuine."""
    bodies = [Verifier(secret).verify(received.body, received.headers) for secret in secrets]
    return dict(bodies[0])


def ids(receiver: Receiver) -> list[str]:
    return [one.headers["webhook-id"] for one in receiver.received]


def numbers(receiver: Receiver) -> list[int]:
    """The numbers in the owner's log, as they came."""
    return [one.json["data"]["number"] for one in receiver.received]


def events_of(host: Services, table: Table, after: int = 0) -> list[dict[str, Any]]:
    """The events of a game as a spectator sees them."""
    return events_after(host, again(host, table)._replace(viewer=None), after, "", 500).items


class answering:  # noqa: N801 - reads as what it gives
    """These statuses one after the other, the last one from then on."""

    def __init__(self, *statuses: int) -> None:
        self._statuses = list(statuses)

    def __call__(self, _: Received) -> Reply:
        return Reply(self._statuses.pop(0) if len(self._statuses) > 1 else self._statuses[0])
