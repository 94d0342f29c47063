"""The documents, and /docs: Swagger UI from its wheel, without a byte from elsewhere."""

import hashlib
from importlib.resources import files

from flask import Blueprint, Response, request, send_from_directory
from werkzeug.wrappers import Response as BaseResponse

from service.api.describing import CURRENT, OLD
from service.api.encoding import JSON
from service.api.errors import Refused
from service.api.openapi import document

_DIST = str(files("flask_swagger_ui").joinpath("dist"))
_ASSETS = frozenset({"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"})
_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'"
_DAY_S = 86_400
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Splendor host: API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
# `validatorUrl` would otherwise ask a service on the internet.
_START = """SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
});
"""

pages = Blueprint("docs", __name__)


@pages.get("/openapi.json")
def current() -> BaseResponse:
    """The document in OpenAPI 3.1."""
    return _document(CURRENT)


@pages.get("/openapi-3.0.json")
def old() -> BaseResponse:
    """The document in OpenAPI 3.0."""
    return _document(OLD)


@pages.get("/docs")
@pages.get("/docs/")
def docs() -> Response:
    """The interactive page."""
    return Response(_PAGE, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})


@pages.get("/docs/start.js")
def start() -> Response:
    """What sets the page going; a file of its own, so that the page needs no inline script."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@pages.get("/docs/<name>")
def asset(name: str) -> Response:
    """A file of Swagger UI."""
    if name not in _ASSETS:
        raise Refused("not-found")
    return send_from_directory(_DIST, name, max_age=_DAY_S)


def _document(version: str) -> BaseResponse:
    text = document(version)
    response = Response(text, content_type=JSON, headers={"Cache-Control": "public, no-cache"})
    response.set_etag(hashlib.sha256(text.encode()).hexdigest()[:16])
    return response.make_conditional(request)
