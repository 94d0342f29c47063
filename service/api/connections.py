"""What a request in progress can find out about its connection."""

import select
import socket

from werkzeug.wrappers import Request

_SOCKET = "gunicorn.socket"
"""Where gunicorn puts the socket of a request; other servers do not."""


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
