"""The Flask application: Flask's own path of a request, less what this service never uses."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from flask.sessions import SessionInterface
from werkzeug.wrappers import Request as HttpRequest

from service.api.auth import refuse_token_in_query
from service.api.cors import Cors
from service.api.handlers import handle
from service.api.headers import request_id, stamp
from service.api.responses import BareResponse
from service.config import Settings

if TYPE_CHECKING:
    from service.services import Services

Observer = Callable[[HttpRequest, int, float], None]
"""Told of each reply: the request (`endpoint` names the operation), the status, the seconds it took."""

_STARTED = "splendor.started"
_access = logging.getLogger("service.access")


def _check_query() -> None:
    """A token in the query is refused at every address, also at those that there are not: it stands in logs by now."""
    query = request.environ.get("QUERY_STRING")
    if query:
        refuse_token_in_query(query)


class _NoSessions(SessionInterface):
    """There are no cookies here."""

    def open_session(self, *_: Any) -> None:
        return None

    def is_null_session(self, _: object) -> bool:
        return True


class Application(Flask):
    """Flask with the services in reach and the same headers on every reply."""

    session_interface = _NoSessions()

    def __init__(self, name: str, settings: Settings, services: "Services") -> None:
        super().__init__(name, static_folder=None)
        self.services = services
        self.settings = settings
        self.observers: list[Observer] = []
        self._cors = Cors(settings.cors_origins)
        # An address is what it is: nothing is redirected, which a preflight would not survive.
        self.url_map.strict_slashes = True
        self.url_map.merge_slashes = False
        self.config["PROPAGATE_EXCEPTIONS"] = False
        self.register_error_handler(Exception, handle)
        self.before_request(_check_query)

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Notes when the request came."""
        environ[_STARTED] = time.perf_counter()
        return super().wsgi_app(environ, start_response)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """All views are plain functions; Flask would look at each one for every request."""
        return func

    def make_default_options_response(self) -> Response:
        """The answer to OPTIONS anywhere, preflights included: the methods, no body."""
        allowed = super().make_default_options_response().headers["Allow"]
        return BareResponse(status=204, headers={"Allow": allowed})

    def process_response(self, response: Response) -> Response:
        """Stamps every reply, errors of all kinds included."""
        stamp(response, request)
        self._cors.allow(response, request)
        if self.observers or _access.isEnabledFor(logging.INFO):
            self._report(response)
        return super().process_response(response)

    def _report(self, response: Response) -> None:
        took = time.perf_counter() - request.environ[_STARTED]
        for observer in self.observers:
            observer(request, response.status_code, took)
        # The path alone: what a query or a header holds is nobody's business.
        facts = {"request": request_id(request), "status": response.status_code, "ms": round(took * 1000, 1)}
        _access.info("%s %s", request.method, request.path, extra=facts)
