"""How store, queues and workers are doing, as /status and /metrics tell it."""

import threading
import time
from functools import cache
from typing import NamedTuple

from service.api.ops.probing import ask
from service.queue import QueueReport, WorkerReport
from service.services import Services
from service.store.client import connect
from service.store.upkeep import Upkeep, UpkeepReport
from service.store.wire import Client

FRESH_S = 1.0
"""For this long one look does for all who ask: anybody may, so asking often must not be work for the servers."""


class Facts(NamedTuple):
    """What was found; None where a server did not answer."""

    upkeep: UpkeepReport | None
    queues: list[QueueReport] | None
    workers: list[WorkerReport] | None


@cache
def store_client(redis_url: str) -> Client:
    """A client of our own: what is probed must not take connections from what is served."""
    return connect(redis_url)


def facts(services: Services) -> Facts:
    """The facts, a second old at most."""
    return _latest(services).read()


class _Latest:
    """The latest look. Whoever comes while another one looks waits for that."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lock = threading.Lock()
        self._found: Facts | None = None
        self._at = 0.0

    def read(self) -> Facts:
        with self._lock:
            if self._found is None or time.monotonic() - self._at > FRESH_S:
                self._found, self._at = _look(self._services), time.monotonic()
            return self._found


_latest = cache(_Latest)


def _look(services: Services) -> Facts:
    answers = ask(
        {
            "upkeep": Upkeep(store_client(services.settings.redis_url)).read,
            "queues": services.queues.queues,
            "workers": services.queues.workers,
        }
    )
    return Facts(*(answers.get(name) for name in Facts._fields))
