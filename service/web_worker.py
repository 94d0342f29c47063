"""gunicorn's worker with threads, with two things put right."""

from typing import Any

from gunicorn.workers.gthread import ThreadWorker


class WebWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """A worker whose main loop waits for no client, and whose end waits for no event."""

    def handle(self, conn: Any) -> Any:
        """Serves a connection; true if it is kept.

        A connection that is not kept is closed with a look at what the client still sends, until it closes its end too,
        for two seconds at most. gunicorn does that in the loop that accepts all others, so one client that is slow to
        close holds up everybody; here the thread that has served the request does it.
        """
        kept = super().handle(conn)
        if not kept:
            conn.close(graceful=True)
            conn.close = _closed_already
        return kept

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """SIGTERM: whoever waits for events is answered with what there is, and asks again elsewhere."""
        application = getattr(self, "wsgi", None)  # not there before it is loaded
        services = getattr(application, "services", None)
        if services is not None:
            self.method_queue.defer(services.waiters.release)
        super().handle_exit(sig, frame)


def _closed_already(graceful: bool = False) -> None:
    """What is left to do for the loop, which closes each connection that is not kept."""
