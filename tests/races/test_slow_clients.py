"""Clients that are slow hold up nobody else."""

import socket
import time
from contextlib import ExitStack

from tests.races.callers import Line
from tests.races.stand import Stand

REQUEST = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def test_clients_that_do_not_close_their_connections_hold_up_nobody(site: Stand) -> None:
    api = site.apis[0]
    with ExitStack() as stack:
        for _ in range(5):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", api.port), 5))
            slow.sendall(REQUEST)
            assert slow.recv(65536).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        with Line(api.port) as line:
            assert line.get("/livez").status == 200
        assert time.monotonic() - began < 1.5
