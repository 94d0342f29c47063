"""Jobs of queue `outbound`: what is new goes to a webhook endpoint."""

from structlog.contextvars import bound_contextvars

from service.hosting import deliveries
from service.store.outbox import member
from workers.context import host
from workers.outbound import pool


def deliver(endpoint_id: str, owner: str) -> None:
    """Brings an endpoint up to date, in a thread of its own, where the outbox says that there is something to be sent."""
    services, what = host(), member("h", endpoint_id, owner)
    claim = pool().take(what)
    if claim is None:
        return
    with bound_contextvars(endpoint_id=endpoint_id):
        pool().start(what, claim, owner, lambda number: deliveries.deliver(services, endpoint_id, owner, number))
