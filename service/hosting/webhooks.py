"""Webhook endpoints of players and apps: set up, changed, tested.

What is delivered to them, and when, is service.hosting.deliveries.
"""

import secrets
import time
from collections.abc import Sequence
from typing import NamedTuple

from service.hosting.apps import find_app
from service.hosting.asking import ask_webhook
from service.hosting.errors import DomainError, TooMany
from service.hosting.host import Host
from service.hosting.messages import TEST_S, send, test_message
from service.hosting.players import no_player
from service.hosting.telling import listen
from service.outbound.caller import Answer
from service.outbound.signing import OLD_SIGNS_MS, new_secret
from service.store.client import Argument
from service.store.errors import LimitReached
from service.store.keys import is_app_id, new_webhook_id
from service.store.webhooks import Delivery, Place, Webhook, changes


class WebhookNotFound(DomainError):
    """The caller has no endpoint with this id."""

    code = "webhook-not-found"


class DeliveryNotFound(DomainError):
    """There is no record of this delivery (any more)."""

    code = "delivery-not-found"


class WebhookDisabled(DomainError):
    """The endpoint is not sent anything at present."""

    code = "webhook-disabled"


class WebhookChanges(NamedTuple):
    """What of an endpoint changes; None: it stays."""

    url: str | None = None
    types: Sequence[str] | None = None
    enabled: bool | None = None


def create_webhook(host: Host, owner: str, url: str, types: Sequence[str]) -> Webhook:
    """An endpoint that is told of all that happens from now on. The address has been checked.

    Raises PlayerNotFound or AppNotFound, and TooMany.
    """
    begun = _keep_log(host, owner)
    place = Place(*host.log.last(owner))
    try:
        made = host.webhooks.add(
            Webhook(new_webhook_id(), owner, url, tuple(sorted(types)), new_secret(), place, begun=begun)
        )
    except LimitReached as error:
        raise TooMany(f"You have {error.most} webhook endpoints; delete one first.") from None
    if made is None:
        raise no_player()
    if not begun:
        ask_webhook(host, owner, made.id)
    return made


def find_webhook(host: Host, owner: str, webhook_id: str) -> Webhook:
    """The owner's endpoint. Raises WebhookNotFound."""
    found = host.webhooks.get(owner, webhook_id)
    if found is None:
        raise _unknown()
    return found


def change_webhook(host: Host, webhook: Webhook, wanted: WebhookChanges) -> Webhook:
    """Changes an endpoint. Where it is enabled again it goes on where it had ended. Raises WebhookNotFound."""
    changed: dict[str, Argument] = {}
    if wanted.url is not None:
        changed |= changes(url=wanted.url)
    if wanted.types is not None:
        changed |= changes(types=sorted(wanted.types))
    if wanted.enabled is not None:
        changed |= changes(enabled=wanted.enabled, reason="")
    if wanted.url is not None or wanted.enabled:
        # Whoever mends something does not want to wait for the next try, nor be disabled by the first that fails.
        changed |= changes(tries=0, failing_since=0)
    if changed:
        _change(host, webhook, changed)
    found = find_webhook(host, webhook.owner, webhook.id)
    if changed and found.enabled:
        ask_webhook(host, found.owner, found.id)
    return found


def delete_webhook(host: Host, owner: str, webhook_id: str) -> None:
    """Removes an endpoint with its deliveries. Raises WebhookNotFound."""
    if not host.webhooks.drop(owner, webhook_id):
        raise _unknown()


def rotate_secret(host: Host, webhook: Webhook) -> Webhook:
    """Gives an endpoint another secret; the present one signs along for a day. Raises WebhookNotFound.

    Of several at the same time each is given the secret that it has put there, not the one that came last.
    """
    secret = new_secret()
    until = host.webhooks.rotate(webhook.owner, webhook.id, secret, OLD_SIGNS_MS)
    if until is None:
        raise _unknown()
    return find_webhook(host, webhook.owner, webhook.id)._replace(secret=secret, previous_until=until)


def try_webhook(host: Host, webhook: Webhook) -> Answer:
    """Sends a test at once, also to an endpoint that is disabled; what came back."""
    now = time.time_ns() // 1_000_000
    return send(host, webhook, test_message(webhook, secrets.token_hex(8), now), now, TEST_S)


def find_delivery(host: Host, webhook: Webhook, delivery_id: str) -> Delivery:
    """The record of what was sent to an endpoint. Raises DeliveryNotFound."""
    delivery = host.webhooks.delivery(webhook.owner, webhook.id, delivery_id)
    if delivery is None:
        raise DeliveryNotFound("There is no record of this delivery (any more).")
    return delivery


def retry_delivery(host: Host, webhook: Webhook, delivery_id: str) -> Delivery:
    """Has a message sent once more, at once. Raises DeliveryNotFound and WebhookDisabled."""
    delivery = find_delivery(host, webhook, delivery_id)
    if not webhook.enabled:
        raise WebhookDisabled("The endpoint is disabled: enable it first.")
    if delivery.state != "pending":
        host.webhooks.ask_again(webhook.owner, webhook.id, delivery_id)
    ask_webhook(host, webhook.owner, webhook.id)
    return delivery


def _keep_log(host: Host, owner: str) -> bool:
    """Sees to it that there is a log; whether all games that belong in it are known to do so."""
    if not is_app_id(owner):
        if not host.players.touch(owner):
            raise no_player()
        listen(host, owner)
        return True
    find_app(host, owner)
    host.log.listen(owner)
    return host.log.slice(owner, 1, 1).ready


def _change(host: Host, webhook: Webhook, changed: dict[str, Argument]) -> None:
    if not host.webhooks.change(webhook.owner, webhook.id, changed):
        raise _unknown()


def _unknown() -> WebhookNotFound:
    return WebhookNotFound("You have no webhook endpoint with this id.")
