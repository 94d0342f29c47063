"""The facts as /status shows them, and as Prometheus reads them."""

from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.api.ops.facts import Facts


def status_view(facts: Facts) -> dict[str, Any]:
    """The reply of /status. Names of machines and games are nobody's business: there are none in it."""
    view: dict[str, Any] = {"unavailable": unavailable(facts)}
    if facts.workers is not None:
        view["workers"] = [worker._asdict() for worker in facts.workers]
    if facts.queues is not None:
        view["queues"] = [queue._asdict() for queue in facts.queues]
    if facts.upkeep is not None:
        upkeep = facts.upkeep._asdict()
        view["tickers"] = [{"seen_ms": age} for age in upkeep.pop("tickers")]
        view["due"] = upkeep
    return view


def unavailable(facts: Facts) -> list[str]:
    """The servers that did not answer."""
    queue_away = facts.queues is None or facts.workers is None
    return ["store"] * (facts.upkeep is None) + ["queue"] * queue_away


def exposition(facts: Facts) -> bytes:
    """The same as gauges; what did not answer has none."""
    registry = CollectorRegistry()
    registry.register(_Gauges(facts))
    return generate_latest(registry)


class _Gauges(Collector):
    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def collect(self) -> Iterator[Metric]:
        """One family a kind of fact."""
        away = unavailable(self._facts)
        for part in ("store", "queue"):
            yield GaugeMetricFamily(f"splendor_{part}_up", f"1 if the {part} answered.", float(part not in away))
        yield from self._queues()
        yield from self._workers()
        yield from self._upkeep()

    def _queues(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily("splendor_queue_jobs", "Jobs that wait.", labels=["queue"])
        oldest = GaugeMetricFamily(
            "splendor_queue_lag_seconds", "How long the oldest job has waited.", labels=["queue"]
        )
        for report in self._facts.queues or ():
            waiting.add_metric([report.name], report.waiting)
            oldest.add_metric([report.name], report.oldest_ms / 1000)
        yield from (waiting, oldest)

    def _workers(self) -> Iterator[Metric]:
        counts: dict[tuple[str, str], int] = {}
        for worker in self._facts.workers or ():
            key = ",".join(worker.queues), worker.state
            counts[key] = counts.get(key, 0) + 1
        workers = GaugeMetricFamily("splendor_workers", "Workers that are alive.", labels=["queues", "state"])
        for key, count in sorted(counts.items()):
            workers.add_metric(key, count)
        yield workers

    def _upkeep(self) -> Iterator[Metric]:
        upkeep = self._facts.upkeep
        if upkeep is None:
            return
        yield GaugeMetricFamily("splendor_tickers", "Tickers that are alive.", len(upkeep.tickers))
        yield GaugeMetricFamily("splendor_due_entries", "Things the tickers watch.", upkeep.entries)
        text = "How long the oldest of them has been due without a ticker taking it."
        yield GaugeMetricFamily("splendor_due_lag_seconds", text, upkeep.overdue_ms / 1000)
        text = "How long a part of them has had no ticker, at most."
        yield GaugeMetricFamily("splendor_ticker_silence_seconds", text, upkeep.silent_ms / 1000)
