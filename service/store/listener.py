"""The thread that listens for wake-ups, over one connection that it alone uses."""

import contextlib
import random
import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable

from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut

from .keys import topic_of_channel, wake_channel
from .wire import Connection

PING_S = 5.0
_BACKOFF_S = (0.05, 0.5)


class Listener:
    """Subscribes and unsubscribes as told from any thread, and reports from its own.

    `heard(topic, payload)` for each message; `confirmed(topic)` once a subscription holds; `reconnected()` once all of
    them hold again after the connection was lost, when messages may have been missed.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        heard: Callable[[str, str], None],
        confirmed: Callable[[str], None],
        reconnected: Callable[[], None],
    ) -> None:
        self._connect, self._heard, self._confirmed, self._reconnected = connect, heard, confirmed, reconnected
        self._lock = threading.Lock()
        self._wanted: set[str] = set()
        self._orders: list[tuple[str, str]] = []  # not sent yet, in the order given
        self._unconfirmed: Counter[str] = Counter()
        self._lost = False
        self._backoff_s = _BACKOFF_S[0]
        self._stop = threading.Event()
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._ear.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="store-listener", daemon=True)
        self._thread.start()

    def subscribe(self, topic: str) -> None:
        """Listen for a topic; not to be called for one that is subscribed."""
        with self._lock:
            self._wanted.add(topic)
            self._orders.append(("SUBSCRIBE", topic))
        self._ring()

    def unsubscribe(self, topic: str) -> None:
        with self._lock:
            self._wanted.discard(topic)
            self._orders.append(("UNSUBSCRIBE", topic))
        self._ring()

    def close(self) -> None:
        """End the thread and its connection."""
        self._stop.set()
        self._ring()
        self._thread.join(timeout=2 * PING_S)

    def _ring(self) -> None:
        # A full pipe has rung already, and a closed one has nobody to hear it.
        with contextlib.suppress(OSError):
            self._bell.send(b"!")

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except (RedisError, OSError):
                self._lost = True
                self._stop.wait(self._backoff_s * random.uniform(0.5, 1.0))  # noqa: S311 - spreads load
                self._backoff_s = min(2 * self._backoff_s, _BACKOFF_S[1])
        self._bell.close()
        self._ear.close()

    def _listen(self) -> None:
        connection = self._connect()
        try:
            connection.connect()
            self._backoff_s = _BACKOFF_S[0]
            self._subscribe_all(connection)
            with selectors.DefaultSelector() as selector:
                selector.register(connection._sock, selectors.EVENT_READ)  # noqa: SLF001 - there is no other way to it
                selector.register(self._ear, selectors.EVENT_READ)
                self._serve(connection, selector)
        finally:
            connection.disconnect()

    def _subscribe_all(self, connection: Connection) -> None:
        with self._lock:
            self._orders.clear()
            wanted = sorted(self._wanted)
        self._unconfirmed.clear()
        self._send(connection, [("SUBSCRIBE", topic) for topic in wanted])
        self._check_reconnected()

    def _serve(self, connection: Connection, selector: selectors.BaseSelector) -> None:
        heard_at, pinged = time.monotonic(), False
        while not self._stop.is_set():
            ready = {key.fileobj for key, _ in selector.select(PING_S)}
            if self._ear in ready:
                self._send_orders(connection)
            if ready - {self._ear}:
                self._receive(connection)
                heard_at, pinged = time.monotonic(), False
            elif time.monotonic() - heard_at >= 2 * PING_S:
                raise TimedOut("the server is silent")
            elif time.monotonic() - heard_at >= PING_S and not pinged:
                connection.send_command("PING")
                pinged = True

    def _send_orders(self, connection: Connection) -> None:
        with contextlib.suppress(BlockingIOError):
            self._ear.recv(4096)
        with self._lock:
            orders, self._orders = self._orders, []
        self._send(connection, orders)

    def _send(self, connection: Connection, orders: Iterable[tuple[str, str]]) -> None:
        commands = [(command, wake_channel(topic)) for command, topic in orders]
        self._unconfirmed.update(channel for command, channel in commands if command == "SUBSCRIBE")
        if commands:
            connection.send_packed_command(connection.pack_commands(commands))

    def _receive(self, connection: Connection) -> None:
        while connection.can_read(timeout=0):
            message = connection.read_response()
            if not isinstance(message, list):
                continue
            kind, channel = message[0], message[1].decode()
            if kind == b"message":
                self._heard(topic_of_channel(channel), message[2].decode())
            elif kind == b"subscribe":
                self._confirm(channel)

    def _confirm(self, channel: str) -> None:
        # Subscribed, unsubscribed and subscribed again: the first answer does not yet stand for the last wish.
        self._unconfirmed[channel] -= 1
        if not self._unconfirmed[channel]:
            del self._unconfirmed[channel]
            self._confirmed(topic_of_channel(channel))
            self._check_reconnected()

    def _check_reconnected(self) -> None:
        if self._lost and not self._unconfirmed:
            self._lost = False
            self._reconnected()
