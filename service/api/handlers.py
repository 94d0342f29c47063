"""Every exception becomes problem+json, also the framework's own and those nobody foresaw."""

import logging

from flask import Response, request
from werkzeug.exceptions import HTTPException

from service.api.errors import Refused, framework_code, refusal
from service.api.headers import request_id
from service.api.languages import negotiate
from service.api.responses import refused

_log = logging.getLogger(__name__)


def handle(error: Exception) -> Response:
    """The response to a request that raised. What was not foreseen is logged and shown without any of its text."""
    known = _from_framework(error) if isinstance(error, HTTPException) else refusal(error)
    if known is None:
        known = Refused("internal-error")
    if known.kind.code == "internal-error":
        _log.error("request %s (%s %r) failed", request_id(request), request.method, request.path, exc_info=error)
    return refused(known, negotiate(request.environ.get("HTTP_ACCEPT_LANGUAGE")))


def _from_framework(error: HTTPException) -> Refused:
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return Refused(framework_code(error.code or 500), headers=headers)
