"""`python -m bench.streams [--streams N]`: very many streams on one process, and what they cost all others.

One API process takes the actions and all ordinary requests, another one holds the streams; store, streams' clients and
this program share the machine with them. Times run from the moment a request is sent, so the commit itself is in them.
"""

import argparse
import platform
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.streams.crowd import Crowd
from bench.streams.site import Line, Site, Table

ROUNDS = 20
REQUESTS = 2_000
EVERY_S = 0.1


def main() -> None:
    """Runs the bench and prints its tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--streams", type=int, default=2_000, help="default 2000")
    count = parser.parse_args().streams
    print(f"{platform.platform()}, Python {platform.python_version()}, {count} streams", flush=True)
    with Site(count + 10) as site:
        line, watched = Line(site.api), Table(Line(site.api))
        single = _single(site, Table(Line(site.api)))
        idle = _requests(line, watched.path)
        before = site.private_kib
        began = time.monotonic()
        with Crowd(site.streams, f"{watched.path}/events", count) as crowd:
            opened = time.monotonic() - began
            kib = (site.private_kib - before) / count
            print(f"\n{count} streams: {kib:.1f} KiB each (private memory), opened in {opened:.1f} s;")
            print(f"the process uses {_cpu_of(site, 5):.1f} % of a core for their heartbeats")
            _fan_out(crowd, watched)
            quiet = _requests(line, watched.path)
            with _going_on(crowd, watched):
                busy = _requests(line, watched.path)
            among = _single(site, Table(Line(site.api)))
    _compare(idle, quiet, busy)
    _tell_single(single, among)


def _single(site: Site, table: Table) -> tuple[list[float], list[float]]:
    """One event to one stream, in ms: the reply to the action, and the event."""
    replies, events = [], []
    with Crowd(site.streams, f"{table.path}/events", 1) as crowd:
        for _ in range(ROUNDS * 3):
            crowd.expect(table.last_event + 1)
            played = table.act()
            replies.append((played.came - played.sent) * 1000)
            events.append((crowd.arrival().last - played.sent) * 1000)
    return replies, events


def _fan_out(crowd: Crowd, table: Table) -> None:
    arrivals = []
    for _ in range(ROUNDS):
        crowd.expect(table.last_event + 1)
        sent = table.act().sent
        arrivals.append([(moment - sent) * 1000 for moment in crowd.arrival()])
    print("\none event to all, ms after the action was sent | first | half | all\n--- | --- | --- | ---")
    medians = [statistics.median(column) for column in zip(*arrivals, strict=True)]
    print("median |", " | ".join(f"{value:.0f}" for value in medians))
    print("slowest |", " | ".join(f"{max(column):.0f}" for column in zip(*arrivals, strict=True)))


@contextmanager
def _going_on(crowd: Crowd, table: Table) -> Iterator[None]:
    """Inside, an event is told to all every tenth of a second."""
    over = threading.Event()

    def tell() -> None:
        while not over.wait(EVERY_S):
            crowd.expect(table.last_event + 1)
            table.act()
            crowd.arrival()

    thread = threading.Thread(target=tell)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _requests(line: Line, path: str) -> list[float]:
    """Times of ordinary requests in ms, one after the other, for a while."""
    replies = [line.ask("GET", path) for _ in range(REQUESTS)]
    return [(reply.came - reply.sent) * 1000 for reply in replies]


def _cpu_of(site: Site, seconds: float) -> float:
    used = site.cpu_s
    time.sleep(seconds)
    return (site.cpu_s - used) / seconds * 100


def _compare(idle: list[float], quiet: list[float], busy: list[float]) -> None:
    print("\nGET of a view, ms | median | 95 % below | ratio of the medians\n--- | --- | --- | ---")
    for name, times in (("no streams", idle), ("streams", quiet), ("streams, an event every 0.1 s", busy)):
        ratio = statistics.median(times) / statistics.median(idle)
        print(f"{name} | {statistics.median(times):.2f} | {statistics.quantiles(times, n=20)[-1]:.2f} | {ratio:.2f}")


def _tell_single(alone: tuple[list[float], list[float]], among: tuple[list[float], list[float]]) -> None:
    print("\naction to its own reply and to one stream, ms | reply | event | 95 % below\n--- | --- | --- | ---")
    for name, (replies, events) in (("alone", alone), ("among all the others", among)):
        late = statistics.quantiles(events, n=20)[-1]
        print(f"{name} | {statistics.median(replies):.1f} | {statistics.median(events):.1f} | {late:.1f}")


if __name__ == "__main__":
    main()
