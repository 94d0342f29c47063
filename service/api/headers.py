"""What every reply carries: the server's time, a request id, CORS."""

import re
import secrets
import time

from werkzeug.wrappers import Request, Response

from service.hosting.instants import instant

LIMITS = "splendor.limits"
"""Where in the environ of a request stand the headers that tell of its limits."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9_.-]{8,64}")
_ENVIRON_KEY = "splendor.request_id"


def request_id(http: Request) -> str:
    """The id of a request: the one it came with, if a proxy gave it a decent one, else a random one."""
    known: str | None = http.environ.get(_ENVIRON_KEY)
    if known is None:
        given = http.environ.get("HTTP_X_REQUEST_ID", "")
        known = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        http.environ[_ENVIRON_KEY] = known
    return known


def stamp(response: Response, http: Request) -> None:
    """Adds the headers that every reply carries, and those of the limits that the request counted against."""
    add = response.headers.add
    add("Server-Time", instant(time.time_ns() // 1_000_000))
    add("X-Request-Id", request_id(http))
    add("X-Content-Type-Options", "nosniff")
    for name, value in http.environ.get(LIMITS, {}).items():
        add(name, value)
