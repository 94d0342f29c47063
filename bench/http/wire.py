"""A load generator that costs little: raw sockets, one thread, each connection sending its next request on a reply."""

import re
import selectors
import socket
import time
from collections.abc import Generator
from typing import NamedTuple

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_ETAG = re.compile(rb'\r\netag: *("[^"]+")', re.IGNORECASE)

Script = Generator[bytes, bytes, None]
"""Requests of one connection; `send` gives it the ETag of the last reply."""


class Measured(NamedTuple):
    """What a run took: how many requests, requests a second, and the median time of one in ms."""

    requests: int
    rate: float
    median_ms: float


def request(method: str, path: str, token: str = "", etag: bytes = b"", body: bytes = b"") -> bytes:
    """A request as bytes."""
    head = [f"{method} {path} HTTP/1.1", "Host: bench"]
    if token:
        head.append(f"Authorization: Bearer {token}")
    if body:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    match = b"If-Match: " + etag + b"\r\n" if etag else b""
    return "\r\n".join(head).encode() + b"\r\n" + match + b"\r\n" + body


class Connection:
    """One connection that plays a script."""

    def __init__(self, address: tuple[str, int], script: "Script") -> None:
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._script = script
        self._sent, self._buffer = 0.0, b""
        self.times: list[float] = []

    def begin(self) -> bool:
        """Sends the first request; False where there is none."""
        return self._send(next(self._script, None))

    def receive(self) -> bool:
        """Reads; after a whole reply sends the next request. False at the end of the script."""
        self._buffer += self.socket.recv(65536)
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return True
        head = self._buffer[: end + 2]
        length = _LENGTH.search(head)
        if len(self._buffer) < end + 4 + int(length[1] if length else 0):
            return True
        return self._next(head)

    def _next(self, head: bytes) -> bool:
        self.times.append(time.perf_counter() - self._sent)
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(self._buffer.decode())
        self._buffer = b""
        etag = _ETAG.search(head)
        try:
            return self._send(self._script.send(etag[1] if etag else b""))
        except StopIteration:
            return False

    def _send(self, data: bytes | None) -> bool:
        if data is None:
            return False
        self._sent = time.perf_counter()
        self.socket.sendall(data)
        return True


def measure(address: tuple[str, int], scripts: list[Script]) -> Measured:
    """Plays all scripts, one a connection, until each is at its end."""
    connections = [Connection(address, script) for script in scripts]
    with selectors.DefaultSelector() as selector:
        started = time.perf_counter()
        for connection in connections:
            if connection.begin():
                selector.register(connection.socket, selectors.EVENT_READ, connection)
        while selector.get_map():
            for key, _ in selector.select():
                if not key.data.receive():
                    selector.unregister(key.data.socket)
                    key.data.socket.close()
        seconds = time.perf_counter() - started
    times = sorted(took for connection in connections for took in connection.times)
    return Measured(len(times), len(times) / seconds, times[len(times) // 2] * 1000)
