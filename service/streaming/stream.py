"""One stream: a socket that is never waited for, and the place in a log that it has reached."""

import contextlib
import socket
import sys
import time

from service.store.tickets import Ticket
from service.streaming.messages import HEARTBEAT, Piece

UNANSWERED_MS = 10_000
"""How long what was sent may stay unacknowledged. With a heartbeat every ten seconds, who is gone without a word is found
within two of them (C09)."""
STALLED_S = 20.0
"""How long a client may take nothing of what waits for it."""
SEND_BUFFER = 65_536
_BUFFERED_FAR = 4_096

_UNANSWERED = getattr(socket, "TCP_USER_TIMEOUT", None)
_UNANSWERED_MAC = 0x80
"""TCP_RXT_CONNDROPTIME, in seconds."""


class Stream:
    """What the streamer knows of one client. Only its thread touches this once it is handed over.

    `holder`: whom its place counts against. `number`, `tag`: the last event that has been written or waits to be.
    `closing`: nothing follows what waits. `turn`, `watched`: notes of the streamer's, on when to look after it and whether it is told when the client takes more.
    """

    __slots__ = (
        "_rest", "_sock", "_stuck_since", "closing", "credential", "holder", "number", "player_id", "tag", "ticket",
        "topic", "turn", "watched",
    )  # fmt: skip

    def __init__(
        self, topic: str, player_id: str, credential: str, ticket: Ticket | None, first: Piece, holder: str = ""
    ) -> None:
        """`first` is what the client gets before all else; `ticket` is what opened it, if one did."""
        self.topic, self.player_id, self.credential, self.ticket = topic, player_id, credential, ticket
        self.holder = holder
        self.number, self.tag, self.closing = first.number, first.tag, first.last
        self._sock: socket.socket | None = None
        self._rest = memoryview(first.data)
        self._stuck_since = 0.0
        self.turn = 0
        self.watched = False

    def adopt(self, sock: socket.socket) -> None:
        """Makes a connection that has had its headers this stream's."""
        sock.setblocking(False)
        with contextlib.suppress(OSError):  # what is not TCP has neither
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            if _UNANSWERED is not None:
                sock.setsockopt(socket.IPPROTO_TCP, _UNANSWERED, UNANSWERED_MS)
            elif sys.platform == "darwin":
                sock.setsockopt(socket.IPPROTO_TCP, _UNANSWERED_MAC, UNANSWERED_MS // 1000)
        self._sock = sock

    @property
    def waits(self) -> bool:
        """True while the client has not taken all that was written."""
        return len(self._rest) > 0

    @property
    def idle(self) -> bool:
        """True where the next piece can be put."""
        return self._sock is not None and not self._rest and not self.closing

    @property
    def finished(self) -> bool:
        """True once the last piece has been taken."""
        return self.closing and not self._rest

    @property
    def ended(self) -> bool:
        """True once it is closed."""
        return self._sock is None

    def fileno(self) -> int:
        """The descriptor of its connection."""
        return self._socket().fileno()

    def put(self, piece: Piece) -> None:
        """Writes a piece; to be called only where nothing waits. Raises OSError where the client is gone."""
        self.number, self.tag, self.closing = piece.number, piece.tag, piece.last
        self._rest = memoryview(piece.data)
        self.flush()

    def flush(self) -> None:
        """Writes what the client takes now. Raises OSError where it is gone."""
        sock = self._socket()
        while self._rest:
            try:
                sent = sock.send(self._rest)
            except BlockingIOError:
                self._stuck_since = self._stuck_since or time.monotonic()
                return
            self._rest = self._rest[sent:]
            self._stuck_since = 0.0

    def beat(self) -> None:
        """A sign of life, unless something else waits. Raises OSError where the client is gone."""
        if not self._rest:
            self._rest = memoryview(HEARTBEAT)
            self.flush()

    def stalled(self, now: float) -> bool:
        """Whether the client has taken nothing for too long, by the monotonic clock."""
        return bool(self._stuck_since) and now - self._stuck_since > STALLED_S

    def hear(self) -> bool:
        """Reads and forgets what a client sends, who has nothing to say here; False where it has gone."""
        try:
            return bool(self._socket().recv(_BUFFERED_FAR))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def close(self, last_words: bytes = b"") -> None:
        """Ends it; the last words are said where nothing waits. What the system has taken is still delivered."""
        sock, self._sock = self._sock, None
        if sock is None:
            return
        with contextlib.suppress(OSError):
            if last_words and not self._rest:
                sock.send(last_words)
            sock.shutdown(socket.SHUT_WR)
        sock.close()

    def turn_away(self, last_words: bytes) -> None:
        """Ends it before it has begun: in the place of all that was to be written."""
        self._rest = memoryview(b"")
        self.close(last_words)

    def _socket(self) -> socket.socket:
        if self._sock is None:
            raise OSError("the stream has ended")
        return self._sock
