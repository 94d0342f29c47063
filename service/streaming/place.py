"""A place among the streams of a process, and the handing over of a connection."""

import contextlib
import socket
from collections.abc import Callable

from service.hosting.host import Host
from service.streaming.feed import Seen
from service.streaming.stream import Stream


class Handover:
    """A stream that is about to begin: it has its place, but not its connection, which still gets its headers.

    One that comes to nothing gives its place back when it is forgotten.
    """

    def __init__(
        self, host: Host, stream: Stream, seen: Seen, begin: "Begin", cancel: Callable[[Stream], None]
    ) -> None:
        self.host, self.stream, self.seen = host, stream, seen
        self._begin, self._cancel = begin, cancel
        self._used = False

    def take(self, connection: socket.socket) -> None:
        """Take the connection from whoever serves it, who finds it closed, and begin."""
        with contextlib.suppress(OSError):
            self.stream.adopt(socket.socket(fileno=connection.detach()))
            self._used = True
            self._begin(self)

    def __del__(self) -> None:
        if not self._used:
            self._cancel(self.stream)


Begin = Callable[[Handover], None]
