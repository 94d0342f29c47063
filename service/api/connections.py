"""What a request in progress can find out about its connection."""

import contextlib
import select
import socket
import ssl
from typing import Any

from werkzeug.wrappers import Request

_SOCKET = "gunicorn.socket"
"""Where gunicorn puts the socket of a request; other servers do not."""


def can_hang_up(http: Request) -> bool:
    """Whether the server gives us the connection of a request."""
    return _SOCKET in http.environ


def hang_up(http: Request) -> None:
    """Ends the connection of a request, before anything is sent on it. Needs `can_hang_up`."""
    connection: socket.socket = http.environ[_SOCKET]
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def lasting_connection(environ: dict[str, Any]) -> socket.socket | None:
    """The connection of a request, where it is one that can outlive the request: plain, and for this request alone."""
    connection = environ.get(_SOCKET)
    shared = "gunicorn.http2.send_trailers" in environ
    return None if shared or isinstance(connection, ssl.SSLSocket) else connection


def client_gone(http: Request) -> bool:
    """Whether the client has closed its end; False where that cannot be told."""
    connection: socket.socket | None = http.environ.get(_SOCKET)
    if connection is None:
        return False
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    if not poll.poll(0):
        return False
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True
