"""Whether this process can do its work."""

from typing import Any, NamedTuple

from service.api.errors import Refused
from service.api.ops.facts import store_client
from service.api.ops.probing import ask
from service.services import Services
from service.store.health import health
from service.store.upkeep import Upkeep

STORE_CHECKS = ("reachable", "writable", "not_evicting")


class Point(NamedTuple):
    """One thing that was looked at. Without what is `required` no request should come here."""

    name: str
    ok: bool
    required: bool = True


def readiness(services: Services) -> list[Point]:
    """All points, in a fixed order; takes less than two seconds.

    That nobody works or watches is told, but people can still play with each other: such points are not required.
    """
    store, queues = store_client(services.settings.redis_url), services.queues
    answers = ask(
        {
            "store": lambda: health(store),
            "queue": queues.ping,
            "workers": queues.workers,
            "tickers": Upkeep(store).tickers,
        }
    )
    checks = {check.name: check.ok for check in answers.get("store", ())}
    return [
        *(Point(f"store_{name}", checks.get(name, False)) for name in STORE_CHECKS),
        Point("queue_reachable", "queue" in answers),
        Point("worker_seen", bool(answers.get("workers")), required=False),
        Point("ticker_seen", bool(answers.get("tickers")), required=False),
    ]


def body_of(points: list[Point]) -> dict[str, Any]:
    """The reply. Raises Refused `not-ready`, with the names of what fails, where a required point does."""
    checks = [point._asdict() for point in points]
    failed = [point.name for point in points if point.required and not point.ok]
    if failed:
        raise Refused("not-ready", f"Not given: {', '.join(failed)}.", failed=failed, checks=checks)
    return {"status": "ready", "checks": checks}
