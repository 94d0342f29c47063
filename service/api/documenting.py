"""The document of one operation, derived from its declaration, so that the two cannot differ."""

import http
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from service.api.document_parts import ALWAYS, LIMITS, TICKET, Document, header, headers, refusal_response
from service.api.encoding import EVENT_STREAM, JSON
from service.api.errors import TABLE
from service.api.operation import Operation

_BEFORE_LIMITS = (400, 406, 413, 415)
"""What is refused with these has not been counted."""


def operation_document(operation: Operation, method: str) -> Document:
    """The Operation object of OpenAPI; schemas stand in it as classes or instances, for apispec to resolve."""
    document: Document = {
        "operationId": operation.id,
        "summary": operation.summary,
        "description": _description(operation, method),
        "security": {"required": [{"bearer": []}], "optional": [{}, {"bearer": []}], "none": []}[operation.auth],
        "parameters": list(_parameters(operation)),
        "responses": _responses(operation, method),
    }
    if operation.body is not None:
        content = {"schema": operation.body, **_examples(operation.examples)}
        document["requestBody"] = {"required": not operation.body_optional, "content": {JSON: content}}
    return document


def _description(operation: Operation, method: str) -> str:
    text = operation.description or operation.summary
    if operation.auth == "required" and operation.callers != ("player",):
        text = f"{text} For tokens of kind {', '.join(f'`{kind}`' for kind in operation.callers)}."
    if method != "post" or operation.idempotent:
        return text
    # A malformed one is refused there too.
    why = "a reply with a secret is never given again" if operation.secret else operation.repeated
    return f"{text} An Idempotency-Key has no effect here: {why}."


def codes(operation: Operation, method: str) -> set[str]:
    """Every problem code that the operation can answer with."""
    changes = method != "get"
    found = {"unreadable-request", "token-in-query", "not-acceptable", "invalid-request", "internal-error"}
    found.update(operation.problems)
    if operation.auth == "required":
        found.update(("token-missing", "token-kind"))
    if operation.auth != "none":
        found.update(("token-invalid", "store-unavailable"))
    if operation.game:
        found.update(("game-not-found", "game-gone", "archive-unavailable", "store-unavailable"))
        if operation.faults and operation.auth != "none":
            found.add("too-many-waiters")  # a late reply counts as one
    if changes:
        found.update(("unreadable-body", "body-too-large", "unsupported-media-type", "store-full"))
        if operation.auth != "none" and not operation.reads:
            found.add("token-scope")
    if operation.bucket_of(changes=changes):
        found.add("rate-limited")
    if operation.stream:
        found.update(("ticket-invalid", "too-many-streams", "streams-unavailable"))
    return found | _header_codes(operation, method)


def _header_codes(operation: Operation, method: str) -> set[str]:
    found = {"bad-idempotency-key"} if operation.idempotent or method == "post" else set()
    if operation.match or operation.conditional:
        found.add("bad-precondition")
    if operation.match:
        found.add("version-conflict")
    if operation.match == "required":
        found.add("precondition-required")
    if operation.idempotent:
        found.add("idempotency-key-reuse")
    if operation.idempotent == "creation":
        found.add("request-in-progress")
    return found


def _parameters(operation: Operation) -> Iterator[Document | str]:
    if operation.query is not None:
        yield {"in": "query", "schema": operation.query}
    if operation.stream:
        yield header("Last-Event-ID")
        yield TICKET
    if operation.match:
        yield header("If-Match", operation.match == "required")
    if operation.conditional:
        yield header("If-None-Match")
    if operation.idempotent:
        yield header("Idempotency-Key")
    if operation.languages:
        yield header("Accept-Language")


def _responses(operation: Operation, method: str) -> Document:
    success: Document = {
        "description": http.HTTPStatus(operation.status).phrase,
        "headers": headers(*_success_headers(operation), *_limit_headers(operation, method)),
    }
    if operation.reply is not None:
        content = {"schema": operation.reply, **_examples(operation.reply_examples)}
        success["content"] = {operation.media_types[0]: content, **_stream(operation)}
    responses = {str(operation.status): success}
    if operation.makes:
        made = {**success["headers"], **headers("Location")}
        responses["201"] = {**success, "description": http.HTTPStatus.CREATED.phrase, "headers": made}
    if operation.stream and operation.game:
        responses["204"] = {**success, "description": "No Content: the stream has come to its end."}
        del responses["204"]["content"]
    if operation.conditional:
        responses["304"] = {
            "description": "Not Modified",
            "headers": headers(*ALWAYS, "ETag", *_limit_headers(operation, method)),
        }
    for status, found in groupby(_sorted(codes(operation, method)), key=lambda code: TABLE[code].status):
        limited = () if status in _BEFORE_LIMITS else _limit_headers(operation, method)
        responses[str(status)] = refusal_response(list(found), limited)
    return responses


def _stream(operation: Operation) -> Document:
    """The same as events of a stream."""
    if not operation.stream:
        return {}
    return {EVENT_STREAM: {"schema": {"type": "string"}, **_examples({"a stream": operation.stream})}}


def _limit_headers(operation: Operation, method: str) -> tuple[str, ...]:
    return LIMITS if operation.bucket_of(changes=method != "get") else ()


def _success_headers(operation: Operation) -> Iterator[str]:
    yield from ALWAYS
    if operation.languages:
        yield "Content-Language"
    if operation.conditional or operation.match or (operation.idempotent and operation.versioned):
        yield "ETag"
    if operation.status == http.HTTPStatus.CREATED:
        yield "Location"
    if operation.idempotent:
        yield "Idempotency-Replayed"
    if operation.query_loader is not None and "cursor" in operation.query_loader.fields:
        yield "Link"


def _sorted(found: Iterable[str]) -> list[str]:
    return sorted(found, key=lambda code: (TABLE[code].status, code))


def _examples(examples: Any) -> Document:
    return {"examples": {name: {"value": value} for name, value in examples.items()}} if examples else {}
