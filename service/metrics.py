"""What a process counts about itself, for Prometheus.

Under gunicorn several processes add up their numbers in files of one folder (service.serving sets it before any of them
loads this module); everywhere else they stay in memory. Labels have few values, all of them ours: no id, no path.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

from service.store.errors import Conflict
from service.store.games import Commit, Committed, GameStore
from service.store.waiters import Waiters

_FOLDER = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
_REGISTRY = CollectorRegistry()
disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each one, which nobody reads

REQUESTS = Counter(
    "splendor_requests", "Requests by operation and status.", ["operation", "status"], registry=_REGISTRY
)
SECONDS = Histogram(
    "splendor_request_seconds",
    "Time to the reply, waiting for events included.",
    ["operation"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 30),
    registry=_REGISTRY,
)
LIMITED = Counter(
    "splendor_limited",
    "Requests refused by a rate limit, and those that could not be counted and went on.",
    ["limit", "outcome"],
    registry=_REGISTRY,
)
COMMITS = Counter("splendor_commits", "Changes of games that were committed, by kind.", ["kind"], registry=_REGISTRY)
REPLAYS = Counter("splendor_replays", "Commits that had been made before.", registry=_REGISTRY)
CONFLICTS = Counter("splendor_conflicts", "Commits refused since another one was faster.", registry=_REGISTRY)
WAITERS = Gauge("splendor_waiters", "Requests that wait.", registry=_REGISTRY, multiprocess_mode="livesum")

STREAMS = Gauge("splendor_streams", "Event streams that are open.", registry=_REGISTRY, multiprocess_mode="livesum")


def exposition() -> bytes:
    """The numbers of all processes of this server in the text format of Prometheus."""
    if not _FOLDER:
        return generate_latest(_REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry, path=_FOLDER)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


class CountedGames(GameStore):
    """The games, with their commits counted."""

    def commit(self, commit: Commit) -> Committed:
        """See GameStore."""
        try:
            done = super().commit(commit)
        except Conflict:
            CONFLICTS.inc()
            raise
        (REPLAYS if done.replayed else COMMITS.labels(commit.kind)).inc()
        return done


class CountedWaiters(Waiters):
    """The waiters, counted."""

    @contextmanager
    def hold(self, holder: str = "") -> Iterator[None]:
        """See Waiters."""
        with super().hold(holder), WAITERS.track_inprogress():
            yield
