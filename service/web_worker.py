"""gunicorn's worker with threads, with some things put right, and able to let a connection go to a stream."""

import selectors
import socket
import struct
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from service.connection_shares import ConnectionShares

SHARES = ConnectionShares()
"""Made when the master process loads this module, so that all its processes share it."""
SILENCE_S = 5
"""How long a client may be silent in the middle of a request, or take nothing of a reply, before it is given up."""
HOLD_S = 0.002
"""How long a process leaves a new connection to one that holds fewer."""


class WebWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """A worker that takes its share, waits for no client without end, and whose own end waits for no event."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._held: list[Any] = []

    def init_process(self) -> None:
        """Gives every connection a limit for silence, which it inherits from the socket it came in on.

        Without one a client that stops in the middle of a request holds its thread for ever.
        """
        limit = struct.pack("ll", SILENCE_S, 0)
        for listener in self.sockets:
            listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
            listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        super().init_process()

    def accept(self, listener: Any) -> None:
        """Takes a new connection, or leaves it for a moment to a process that holds fewer."""
        if self.nr_conns > SHARES.fewest():
            self.poller.unregister(listener)
            self._held.append(listener)
        else:
            super().accept(listener)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """One round of the main loop. What was left to others and is still there afterwards is taken."""
        if self.alive:
            SHARES.tell(self.age, self.nr_conns)
        else:
            SHARES.leave(self.age)
        super().wait_for_and_dispatch_events(timeout)
        if self._held:
            self._take_held()

    def _take_held(self) -> None:
        super().wait_for_and_dispatch_events(HOLD_S)
        held, self._held = self._held, []
        for listener in held:
            self.poller.register(listener, selectors.EVENT_READ, self.accept)
            super().accept(listener)

    def handle(self, conn: Any) -> Any:
        """Serves a connection; true if it is kept.

        A connection that is not kept is closed with a look at what the client still sends, until it closes its end too,
        for two seconds at most. gunicorn does that in the loop that accepts all others, so one client that is slow to
        close holds up everybody; here the thread that has served the request does it.
        """
        kept = super().handle(conn)
        if not kept:
            if conn.sock.fileno() >= 0:  # a stream has taken the connection over where this is not so
                conn.close(graceful=True)
            conn.close = _closed_already
        return kept

    def load_wsgi(self) -> None:
        """Loads the application and lets it take connections over for streams."""
        super().load_wsgi()
        services = getattr(self.wsgi, "services", None)
        if services is not None:
            services.streams.serves = True

    def run(self) -> None:
        """Serves until SIGTERM; then the streams, which are no requests any more, may take leave."""
        super().run()
        services = getattr(self.wsgi, "services", None)
        if services is not None:
            services.streams.close()

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """SIGTERM: whoever waits for events is answered with what there is, and asks again elsewhere."""
        application = getattr(self, "wsgi", None)  # not there before it is loaded
        services = getattr(application, "services", None)
        if services is not None:
            self.method_queue.defer(services.waiters.release)
            self.method_queue.defer(services.streams.release)
        super().handle_exit(sig, frame)


def _closed_already(graceful: bool = False) -> None:
    """What is left to do for the loop, which closes each connection that is not kept."""
