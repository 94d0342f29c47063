"""Very many streams in a process of their own, which notes when each event arrives."""

import multiprocessing
import resource
import selectors
import socket
import time
from multiprocessing.connection import Connection
from types import TracebackType
from typing import NamedTuple, Self

PATIENCE_S = 30.0
AT_ONCE = 100


class Arrival(NamedTuple):
    """When one event was there (monotonic seconds): at the first stream, the one in the middle, the last one."""

    first: float
    middle: float
    last: float


class Crowd:
    """So many streams of one path; a context."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self._ours, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_run, args=(theirs, port, path, count), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        self._get()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.join()

    def expect(self, number: int) -> None:
        """Wait for the event of this number from now on."""
        self._ours.send(number)

    def arrival(self) -> Arrival:
        """When it had come to all."""
        return Arrival(*self._get())

    def _get(self) -> tuple[float, ...]:
        if not self._ours.poll(2 * PATIENCE_S):
            raise RuntimeError("the streams are silent")
        found: tuple[float, ...] = self._ours.recv()
        return found


def _run(orders: Connection, port: int, path: str, count: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    selector = selectors.DefaultSelector()
    for start in range(0, count, AT_ONCE):
        for connection in _opened(port, path, min(AT_ONCE, count - start)):
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ)
    orders.send(())
    while True:
        mark = b"\nid: %d-" % orders.recv()
        orders.send(_await(selector, mark, count))


def _opened(port: int, path: str, count: int) -> list[socket.socket]:
    """Streams that have had their snapshot."""
    connections = [socket.create_connection(("127.0.0.1", port), PATIENCE_S) for _ in range(count)]
    for connection in connections:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
    for connection in connections:
        received = b""
        while not (b"event: snapshot" in received and received.endswith(b"\n\n")):
            data = connection.recv(65_536)
            if not data:
                raise RuntimeError(received.decode())
            received += data
    return connections


def _await(selector: selectors.BaseSelector, mark: bytes, count: int) -> Arrival:
    """Reads until all have had the event; what one system call gives holds it whole or not at all."""
    had, times = set[int](), list[float]()
    while len(times) < count:
        for key, _ in selector.select(PATIENCE_S):
            data = b"\n" + key.fileobj.recv(65_536)  # type: ignore[union-attr]
            if mark in data and key.fd not in had:
                had.add(key.fd)
                times.append(time.monotonic())
    return Arrival(times[0], times[count // 2], times[-1])
