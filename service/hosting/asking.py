"""Having webhooks delivered: the outbox holds what is to be done, a job only makes it soon."""

import logging

from service.hosting.host import Host
from service.store.outbox import member

log = logging.getLogger(__name__)


def ask_webhook(host: Host, owner: str, webhook_id: str) -> None:
    """Has an endpoint looked at, whatever it waits for."""
    host.outbox.ask(member("h", webhook_id, owner), urgent=True)
    hurry_webhook(host, owner, webhook_id)


def hurry_webhook(host: Host, owner: str, webhook_id: str) -> None:
    """Asks for the job. A queue that is away loses nothing: the ticker finds the endpoint in the outbox."""
    try:
        host.queues.enqueue_webhooks(webhook_id, owner)
    except ConnectionError:
        log.warning("deliveries are left to the ticker")
