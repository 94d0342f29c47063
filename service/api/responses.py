"""From replies and refusals to HTTP responses."""

import math
from collections.abc import Iterator

from flask import Response

from service.api.call import Reply
from service.api.encoding import PROBLEM_JSON, encode
from service.api.errors import Refused, document
from service.api.operation import Operation
from service.api.stream_response import StreamResponse
from service.streaming.place import Handover

VARY = "Authorization, Accept, Accept-Encoding"
_VARY_REFUSED = f"{VARY}, Accept-Language"


class BareResponse(Response):
    """A response without a content type of its own: what has no body has no type."""

    default_mimetype = None


def success(operation: Operation, reply: Reply) -> Response:
    """The response to a request that was carried out."""
    headers = [("Cache-Control", reply.cache or operation.cache_control), ("Vary", VARY)]
    if reply.etag:
        headers.append(("ETag", f'"{reply.etag}"'))
    if reply.location:
        headers.append(("Location", reply.location))
    headers.extend(reply.headers.items())
    body = reply.body
    if body is None:
        return BareResponse(None, reply.status or operation.status, headers)
    headers.append(("Content-Type", reply.content_type))
    if isinstance(body, Handover):
        return StreamResponse(body, reply.status or operation.status, headers)
    sendable = body if isinstance(body, bytes | Iterator) else encode(body)
    return BareResponse(sendable, reply.status or operation.status, headers)


def refused(refusal: Refused, language: str) -> Response:
    """The problem+json response to a request that was not, its title in that language."""
    body = document(refusal, language)
    headers = [
        ("Content-Type", PROBLEM_JSON),
        ("Content-Language", language),
        ("Cache-Control", "no-store"),
        ("Vary", _VARY_REFUSED),
        *refusal.headers.items(),
    ]
    if "retry_after_ms" in body:
        headers.append(("Retry-After", str(math.ceil(body["retry_after_ms"] / 1000))))
    return Response(encode(body), body["status"], headers)
