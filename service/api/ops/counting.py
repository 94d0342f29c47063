"""Counts every reply by its operation and status."""

from collections.abc import Callable
from typing import Any

from flask import current_app
from werkzeug.wrappers import Request as HttpRequest

from service.metrics import REQUESTS, SECONDS

_METHODS = {"GET": "get", "HEAD": "get", "POST": "post", "PUT": "put", "PATCH": "patch", "DELETE": "delete"}
UNKNOWN = "none"
"""What requests to no operation at all are counted under."""

_seen: dict[tuple[str, str, int], tuple[Callable[[], None], Callable[[float], None]]] = {}


def count(http: HttpRequest, status: int, seconds: float) -> None:
    """Counts a reply. Costs some microseconds: the counter is looked up by name only the first time."""
    key = http.endpoint or UNKNOWN, http.method, status  # type: ignore[attr-defined]  # Flask's request has it
    counters = _seen.get(key)
    if counters is None:
        operation = _operation_id(*key[:2])
        counters = REQUESTS.labels(operation, str(status)).inc, SECONDS.labels(operation).observe
        # A method may be any word: only those of operations are worth remembering.
        if operation != UNKNOWN:
            _seen[key] = counters
    counters[0]()
    counters[1](seconds)


def _operation_id(endpoint: str, method: str) -> str:
    view: Any = current_app.view_functions.get(endpoint)
    if view is None:
        return UNKNOWN
    resource = getattr(view, "view_class", None)
    if resource is None:
        return endpoint
    handler = getattr(resource, _METHODS.get(method, ""), None)
    return UNKNOWN if handler is None else str(handler.__dict__["_apidoc"]["operation"].id)
