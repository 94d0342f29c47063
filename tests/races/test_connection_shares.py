"""New connections go to the process that holds fewest, as far as they can be told apart."""

import json
import os
import socket
import subprocess
import sys
from collections import Counter
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
        wait_until(lambda: len({pid for pid in (_answer(port)[1] for _ in range(4)) if pid}) == 2, 20)
        kept = [_answer(port) for _ in range(16)]
        shares = Counter(pid for _, pid in kept)
        assert len(shares) == 2
        assert min(shares.values()) >= 4, shares
        for connection, _ in kept:
            connection.close()
    finally:
        server.terminate()
        server.wait()


def _answer(port: int) -> tuple[socket.socket, int]:
    """A connection that stays open, and the process that answers on it; 0 where none does yet."""
    connection = socket.socket()
    if connection.connect_ex(("127.0.0.1", port)):
        return connection, 0
    connection.sendall(b"GET / HTTP/1.1\r\nHost: test\r\n\r\n")
    return connection, int(json.loads(connection.recv(4096).rpartition(b"\r\n\r\n")[2] or b"0"))
