"""The response to a request for a stream: the server writes its headers, then gives its connection away."""

import socket
from collections.abc import Iterator
from typing import Any

from flask import Response

from service.api.connections import lasting_connection
from service.streaming.place import Handover


class StreamResponse(Response):
    """Headers; the body is the streamer's, and ends with the connection."""

    default_mimetype = None

    def __init__(self, handover: Handover, status: int, headers: list[tuple[str, str]]) -> None:
        super().__init__(iter(()), status, headers)
        self._handover = handover

    def __call__(self, environ: dict[str, Any], start_response: Any) -> "_Taken":
        """As WSGI asks."""
        _, status, headers = self.get_wsgi_response(environ)
        start_response(status, headers)
        # gunicorn's own response, which would frame a body of unknown length in chunks.
        server = getattr(start_response, "__self__", None)
        if server is not None:
            server.chunked = False
            server.force_close()
        connection = lasting_connection(environ)
        return _Taken(self._handover, connection, server)


class _Taken:
    """An empty body. The server closes it when the headers are out: then the connection is taken."""

    def __init__(self, handover: Handover, connection: socket.socket | None, server: Any) -> None:
        self._handover: Handover | None = handover
        self._connection, self._server = connection, server

    def __iter__(self) -> Iterator[bytes]:
        return iter(())

    def close(self) -> None:
        """Takes the connection, unless the client was gone before it had the headers."""
        handover, self._handover = self._handover, None
        if handover is not None and self._connection is not None and getattr(self._server, "headers_sent", True):
            handover.take(self._connection)
