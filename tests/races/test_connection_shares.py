"""New connections go to the process that holds fewest, as far as they can be told apart."""

import http.client
import json
import os
import socket
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

from service.connection_shares import SLOTS, ConnectionShares
from tests.servers import wait_until

ROOT = Path(__file__).parents[2]
APPLICATION = """
import json, os
def app(environ, start_response):
    body = json.dumps(os.getpid()).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]
"""


def test_the_fewest_are_those_of_the_processes_that_live() -> None:
    shares = ConnectionShares()
    shares.tell(1, 7)
    shares.tell(2, 3)
    assert shares.fewest() == 3
    shares.leave(2)
    assert shares.fewest() == 7
    shares.tell(1 + SLOTS, 1_000_000)
    assert shares.fewest() == 65_534


def test_sixteen_kept_connections_are_spread_over_two_processes(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text(APPLICATION)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "--config",
        "python:service.serving",
        "--workers",
        "2",
        "--threads",
        "4",
    ]
    server = subprocess.Popen(
        [*command, "--bind", f"127.0.0.1:{port}", "--pythonpath", f"{tmp_path},{ROOT}", "told:app"],
        cwd=ROOT,
        env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
    )
    try:
        wait_until(lambda: _both_answer(port), 20)
        rounds = [_shares(port) for _ in range(5)]
        # A process that gets no turn for some milliseconds loses its place to the other: not in every round.
        assert sum(min(shares) >= 6 for shares in rounds) >= 3, rounds
    finally:
        server.terminate()
        server.wait()


def _shares(port: int) -> tuple[int, int]:
    """How sixteen connections were shared out."""
    with ExitStack() as stack:
        one, *others = Counter(_answer(stack, port) for _ in range(16)).values()
    return one, sum(others)


def _both_answer(port: int) -> bool:
    """Whether both processes take connections."""
    try:
        with ExitStack() as stack:
            return len({_answer(stack, port) for _ in range(8)}) == 2
    except OSError:
        return False


def _answer(stack: ExitStack, port: int) -> int:
    """The process that answers on a new connection, which stays open."""
    connection = stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)))
    connection.request("GET", "/")
    return int(json.loads(connection.getresponse().read()))
