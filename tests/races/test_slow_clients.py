"""Clients that are slow hold up nobody else."""

import socket
import time
from contextlib import ExitStack

from tests.races.callers import Line
from tests.races.stand import Stand
from tests.servers import wait_until

REQUEST = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
HALF = b"POST /v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


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


def test_clients_that_fall_silent_in_the_middle_of_a_request_are_given_up(site: Stand) -> None:
    api = site.apis[0]
    with ExitStack() as stack:
        for number in range(64):
            silent = stack.enter_context(socket.create_connection(("127.0.0.1", api.port), 5))
            silent.sendall(HALF if number % 2 else HALF.partition(b"Content-Length")[0])
        wait_until(lambda: _answers(api.port), 60)


def test_a_waiting_request_gives_its_place_back_when_its_client_is_gone(site: Stand) -> None:
    """The places are few, and clients that lose their connection come again at once."""
    api = site.apis[0]
    with Line(api.port) as line:
        game = line.post("/v1/games", line.person(), {"seats": [{"type": "me"}, {"type": "open"}]}).body
        path = f"/v1/games/{game['id']}/events?after={game['last_event']}&wait_ms="
        request = f"GET {path}25000 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        for _ in range(64):
            with socket.create_connection(("127.0.0.1", api.port), 5) as gone:
                gone.sendall(request)
        wait_until(lambda: line.get(f"{path}10").status == 200, 15)


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.sendall(REQUEST)
            return connection.recv(65536).startswith(b"HTTP/1.1 200")
    except OSError:
        return False
