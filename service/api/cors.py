"""CORS: an allow-list from the configuration, on replies of every status.

Credentials travel in the Authorization header, so no reply ever allows cookies, and `*` is a safe setting.
"""

from collections.abc import Sequence

from werkzeug.wrappers import Request, Response

METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
ALLOWED = "Authorization, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Content-Type"
EXPOSED = (
    "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, Server-Time, X-Request-Id"
)
MAX_AGE_S = "7200"


class Cors:
    """The allow-list. `*` among the origins allows every page."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._any = "*" in origins
        self._origins = frozenset(origins)

    def allow(self, response: Response, http: Request) -> None:
        """Adds what lets a page of an allowed origin read the reply."""
        if not self._origins:
            return
        headers, origin = response.headers, http.environ.get("HTTP_ORIGIN")
        if not self._any:
            headers.add("Vary", "Origin")
        if origin is None or not (self._any or origin in self._origins):
            return
        headers["Access-Control-Allow-Origin"] = "*" if self._any else origin
        if http.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in http.environ:
            headers["Access-Control-Allow-Methods"] = METHODS
            headers["Access-Control-Allow-Headers"] = ALLOWED
            headers["Access-Control-Max-Age"] = MAX_AGE_S
        else:
            headers["Access-Control-Expose-Headers"] = EXPOSED
