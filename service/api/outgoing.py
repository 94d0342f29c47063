"""What this service sends to addresses that others have named, as the `webhooks` of an OpenAPI 3.1 document."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service.api.document_parts import Document
from service.api.encoding import JSON
from service.api.operation import SchemaLike

_SIGNATURE = (
    "`v1,` and the signature (HMAC-SHA256, base64) of id, timestamp and body with points in between; after a change of the "
    "secret two of them for a while, with a space in between."
)
_HEADERS = {
    "webhook-id": ("Names the message, the same in each try.", "gb7Zk3vQ1xTn0aYw9LrE5sd2c-7-b04e77aa"),
    "webhook-timestamp": ("When this try was made, in seconds since 1970.", "1801396804"),
    "webhook-signature": (_SIGNATURE, "v1,kzB8oNqS3jv1x2mP0dYc5rTqk6lWw0bHs9yEfUa4iXg="),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A kind of message. `name` is that of the webhook in the document.

    body: what is sent. reply: what the receiver answers, None where its status is all that counts.
    statuses: what further statuses of the receiver mean, by status or range.
    """

    name: str
    summary: str
    description: str
    body: SchemaLike
    examples: Mapping[str, Any]
    reply: SchemaLike | None = None
    reply_examples: Mapping[str, Any] = field(default_factory=dict)
    success: str = "Taken."
    statuses: Mapping[str, str] = field(default_factory=dict)


def path_item(message: Outgoing) -> Document:
    """The Path Item object of a message; schemas stand in it as classes, for apispec to resolve."""
    success: Document = {"description": message.success}
    if message.reply is not None:
        success["content"] = _content(message.reply, message.reply_examples)
    operation: Document = {
        "operationId": message.name,
        "summary": message.summary,
        "description": message.description,
        "security": [],
        "parameters": [_header(name, *texts) for name, texts in _HEADERS.items()],
        "requestBody": {"required": True, "content": _content(message.body, message.examples)},
        "responses": {
            "200" if message.reply is not None else "2XX": success,
            **{status: {"description": text} for status, text in message.statuses.items()},
        },
    }
    return {"post": operation}


def _header(name: str, description: str, example: str) -> Document:
    about = {"description": description, "example": example, "schema": {"type": "string"}}
    return {"in": "header", "name": name, "required": True, **about}


def _content(schema: SchemaLike, examples: Mapping[str, Any]) -> Document:
    return {JSON: {"schema": schema, "examples": {name: {"value": value} for name, value in examples.items()}}}
