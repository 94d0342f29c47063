"""`python -m bench.http [--rounds N]`: POST action and GET view against a bare Flask POST, at 1 and 16 connections.

Both applications run under the same gunicorn settings (deploy/), the store is an embedded Valkey with its log synced
every second. Each round measures every case once, in turn, so that all meet the same machine; the figures are medians
over the rounds, and the ratios are what to compare.
"""

import argparse
import platform
import statistics
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from bench.http import scripts
from bench.http.servers import Servers
from bench.http.wire import Measured, Script, measure

REQUESTS = {1: 1_500, 16: 4_000}
GOALS = {("POST action", 16): 0.35, ("GET view", 16): 0.65}

Case = Callable[[int], list[Script]]


class Found(NamedTuple):
    """One measurement of a case, and the CPU time in ms that a request took of the application and of the store."""

    measured: Measured
    application_ms: float
    store_ms: float


def cases(servers: Servers) -> dict[str, tuple[tuple[str, int], Case]]:
    """By name: where to send, and the scripts for a number of connections."""
    base = servers.base

    def bare(connections: int) -> list[Script]:
        return [scripts.bare(REQUESTS[connections] // connections) for _ in range(connections)]

    def view(connections: int) -> list[Script]:
        tables = [scripts.seat_two(base, _seed(number)) for number in range(connections)]
        return [scripts.seeing(table, REQUESTS[connections] // connections) for table in tables]

    def action(connections: int) -> list[Script]:
        return [_games(base, number, REQUESTS[connections] // connections) for number in range(connections)]

    return {"bare POST": (servers.bare, bare), "GET view": (servers.api, view), "POST action": (servers.api, action)}


def _games(base: str, connection: int, actions: int) -> Script:
    """As many games as it takes for about so many actions, seated before the measurement begins."""
    tables, planned = [], 0
    while planned < actions:
        seed = _seed(1_000 * connection + len(tables))
        plan = scripts.plan(seed)
        tables.append((scripts.seat_two(base, seed), plan))
        planned += len(plan)
    return scripts.acting(tables)


def _seed(number: int) -> str:
    return sha256(f"bench {number}".encode()).hexdigest()


def main() -> None:
    """Runs the bench and prints its table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with Servers() as servers:
        found = {connections: [_round(servers, connections) for _ in range(rounds)] for connections in REQUESTS}
    print(f"{platform.platform()}, Python {platform.python_version()}, {rounds} rounds")
    for connections, measured in found.items():
        _report(connections, measured)


def _round(servers: Servers, connections: int) -> dict[str, Found]:
    found = {}
    for name, (address, case) in cases(servers).items():
        ready = case(connections)
        before = servers.cpu()
        measured = measure(address, ready)
        used = {part: seconds - before[part] for part, seconds in servers.cpu().items()}
        per_request = 1000 / measured.requests
        found[name] = Found(measured, (used["api"] + used["bare"]) * per_request, used["store"] * per_request)
    return found


def _report(connections: int, rounds: list[dict[str, Found]]) -> None:
    print(f"\n{connections} connection{'s' * (connections > 1)}  (CPU: ms a request in the application, in the store)")
    for name in rounds[0]:
        found = [each[name] for each in rounds]
        rate = statistics.median(one.measured.rate for one in found)
        median = statistics.median(one.measured.median_ms for one in found)
        ratio = statistics.median(each[name].measured.rate / each["bare POST"].measured.rate for each in rounds)
        cpu = [statistics.median(one[part] for one in found) for part in (1, 2)]
        goal = GOALS.get((name, connections))
        text = f"  {name:12} {rate:7.0f}/s  median {median:6.2f} ms  CPU {cpu[0]:.2f} + {cpu[1]:.2f}  ratio {ratio:.2f}"
        print(text + (f"  (goal {goal})" if goal else ""))


if __name__ == "__main__":
    main()
