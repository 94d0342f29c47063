"""A TCP proxy that loses replies: the command arrives and is carried out, and nobody hears of it."""

import contextlib
import selectors
import socket
import threading
from typing import Self


class Proxy:
    """Stands between clients and a server on this machine, at `port`; passes everything on until told otherwise."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.dropped = 0
        self._lock = threading.Lock()
        self._pattern, self._times = b"", 0
        self._open: set[socket.socket] = set()
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def drop_reply(self, pattern: bytes, times: int = 1) -> None:
        """Lose the reply to each of the next `times` messages that contain the pattern, and close the connection."""
        with self._lock:
            self._pattern, self._times = pattern, times

    def cut(self) -> None:
        """Close all connections that are open."""
        with self._lock:
            for side in self._open:
                with contextlib.suppress(OSError):
                    side.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), client, socket.create_connection(("127.0.0.1", self._server_port)) as server:
            with self._lock:
                self._open |= {client, server}
            try:
                self._shuttle(client, server)
            finally:
                with self._lock:
                    self._open -= {client, server}

    def _shuttle(self, client: socket.socket, server: socket.socket) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(client, selectors.EVENT_READ)
            selector.register(server, selectors.EVENT_READ)
            losing = False
            while True:
                for key, _ in selector.select():
                    source = key.fileobj
                    assert isinstance(source, socket.socket)
                    data = source.recv(65536)
                    if not data or (losing and source is server):
                        return
                    losing = losing or (source is client and self._loses(data))
                    (server if source is client else client).sendall(data)

    def _loses(self, data: bytes) -> bool:
        with self._lock:
            if not self._times or self._pattern not in data:
                return False
            self._times -= 1
            self.dropped += 1
            return True

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()
        self._accepting.join(timeout=5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
