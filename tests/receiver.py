"""Somebody else's server: it takes what the service sends out, and answers as a test wants it, badly too."""

import http.server
import json
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, Self


class Received(NamedTuple):
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Reply(NamedTuple):
    """An answer: a status with a body, or, where there is `raw`, whatever that does to the connection."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    raw: Callable[[socket.socket], None] | None = None


def json_reply(value: Any, status: int = 200) -> Reply:
    return Reply(status, json.dumps(value).encode(), (("Content-Type", "application/json"),))


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads, block_on_close = True, False

    def handle_error(self, *_: object) -> None:
        """A caller that breaks off is what tests are about."""


class Receiver:
    """An HTTP server on a port of 127.0.0.1, with a thread for each request. `received` is what came so far.

    answer: what to reply; may be replaced at any time. `quit` is set when it closes: what hangs waits for that.
    """

    def __init__(
        self, answer: Callable[[Received], Reply] = lambda _: Reply(), tls: ssl.SSLContext | None = None
    ) -> None:
        self.answer, self.received, self.quit = answer, list[Received](), threading.Event()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                request = Received(self.path, {k.lower(): v for k, v in self.headers.items()}, self.rfile.read(length))
                receiver.received.append(request)
                receiver._send(self, receiver.answer(request))

            do_GET = do_PUT = do_POST  # noqa: N815 - as the base class calls them

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = _Server(("127.0.0.1", 0), Handler)
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/turns"

    def hang(self, _: Received) -> Reply:
        """An answer that never comes."""

        def raw(_: socket.socket) -> None:
            self.quit.wait()

        return Reply(raw=raw)

    def _send(self, handler: http.server.BaseHTTPRequestHandler, reply: Reply) -> None:
        handler.close_connection = True
        if reply.raw is not None:
            reply.raw(handler.connection)
            return
        handler.send_response(reply.status)
        for name, value in reply.headers:
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(reply.body)))
        handler.end_headers()
        handler.wfile.write(reply.body)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.quit.set()
        self._server.shutdown()
        self._server.server_close()
