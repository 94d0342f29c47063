"""A client of event streams, as plain as the standard (HTML Living Standard, 9.2.6) has it."""

import json
import select
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Self

PATIENCE_S = 10.0
Load = Callable[[str], Any]


class Message(NamedTuple):
    """One message: its type ("" for the common one), its id, its data."""

    event: str
    id: str
    data: Any


class Parser:
    """Bytes in, messages out. Counts the comments, and keeps what each `retry` said. `load` reads the data."""

    def __init__(self, load: Load = json.loads) -> None:
        self.beats, self.retries, self._load = 0, list[int](), load
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Message]:
        *blocks, self._rest = (self._rest + data).split(b"\n\n")
        for block in blocks:
            message = self._message(block.decode())
            if message is not None:
                yield message

    def _message(self, block: str) -> Message | None:
        fields: dict[str, str] = {}
        for line in block.split("\n"):
            if line.startswith(":"):
                self.beats += 1
                continue
            name, _, value = line.partition(": ")
            assert name in {"event", "id", "data", "retry"}, block
            assert name not in fields, block
            fields[name] = value
        if "retry" in fields:
            assert fields.keys() == {"retry"}, block
            self.retries.append(int(fields["retry"]))
        if "data" not in fields:
            return None
        return Message(fields.get("event", ""), fields["id"], self._load(fields["data"]))


class Tap:
    """A connection on which nothing but a stream comes."""

    def __init__(self, connection: socket.socket, first: bytes = b"", load: Load = json.loads) -> None:
        self.connection, self.parser = connection, Parser(load)
        self._waiting = list(self.parser.feed(first))
        self.ended = False

    def next(self, within_s: float = PATIENCE_S) -> Message:
        """The next message; fails where none comes, or the stream ends first."""
        until = time.monotonic() + within_s
        while not self._waiting:
            assert self._read(until - time.monotonic()), f"no message; ended: {self.ended}"
        return self._waiting.pop(0)

    def take(self, count: int) -> list[Message]:
        return [self.next() for _ in range(count)]

    def rest(self, within_s: float = PATIENCE_S) -> list[Message]:
        """All messages until the server ends the stream, which it has to."""
        until = time.monotonic() + within_s
        while not self.ended:
            assert self._read(until - time.monotonic()), "the stream goes on"
        waiting, self._waiting = self._waiting, []
        return waiting

    def come(self, within_s: float) -> list[Message]:
        """What has come, or comes within this time; perhaps nothing."""
        if not self._waiting:
            self._read(within_s)
        waiting, self._waiting = self._waiting, []
        return waiting

    def silent(self, for_s: float = 0.3) -> bool:
        """Whether no message comes in this time, and the stream does not end."""
        until = time.monotonic() + for_s
        while not self._waiting and not self.ended and self._read(until - time.monotonic()):
            pass
        return not self._waiting and not self.ended

    def _read(self, within_s: float) -> bool:
        """Reads once; False where nothing comes, or nothing will."""
        if self.ended or not select.select([self.connection], [], [], max(0.0, within_s))[0]:
            return False
        try:
            data = self.connection.recv(65_536)
        except ConnectionResetError:
            data = b""
        self.ended = not data
        self._waiting += self.parser.feed(data)
        return True

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def tap(
    port: int, path: str, headers: dict[str, str] | None = None, host: str = "127.0.0.1", load: Load = json.loads
) -> Tap:
    """Opens a stream at a server that has to give one."""
    connection = socket.create_connection((host, port), PATIENCE_S)
    try:
        return Tap(connection, _begun(connection, path, {"Host": host, **(headers or {})}), load)
    except BaseException:
        connection.close()
        raise


def _begun(connection: socket.socket, path: str, headers: dict[str, str]) -> bytes:
    """Asks for a stream; what comes with the headers. Raises ConnectionError for any other answer."""
    lines = {"Accept": "text/event-stream", **headers}
    head = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
    connection.sendall("\r\n".join(head).encode())
    received = b""
    while b"\r\n\r\n" not in received:
        data = connection.recv(65_536)
        if not data:
            raise ConnectionError(received.decode())
        received += data
    found, _, first = received.partition(b"\r\n\r\n")
    if not found.startswith(b"HTTP/1.1 200"):
        raise ConnectionError(received.decode())
    return first
