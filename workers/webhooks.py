"""Jobs of queue `outbound`: what is new goes to a webhook endpoint."""

from structlog.contextvars import bound_contextvars

from service.hosting import deliveries
from service.hosting.company import household_of
from service.outbound.targets import host_of
from service.store.outbox import member
from workers.context import host
from workers.outbound import Receiver, pool


def deliver(endpoint_id: str, owner: str) -> None:
    """Brings an endpoint up to date, in a thread of its own, where the outbox says that there is something to be sent."""
    services, what = host(), member("h", endpoint_id, owner)
    claim = pool().take(what)
    if claim is None:
        return
    with bound_contextvars(endpoint_id=endpoint_id):
        webhook = services.webhooks.get(owner, endpoint_id)
        if webhook is None:
            services.outbox.done(what, claim)
            return
        receiver = Receiver(household_of(services, owner), host_of(webhook.url))
        pool().start(what, claim, receiver, lambda number: deliveries.deliver(services, endpoint_id, owner, number))
