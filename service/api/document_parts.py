"""What operations share in the document: parameters, headers, refusals."""

from collections.abc import Sequence
from typing import Any

from service.api.encoding import PROBLEM_JSON
from service.api.errors import TABLE, Refused, document
from service.api.fields import ID_PATTERN
from service.api.schemas import ProblemSchema

Document = dict[str, Any]

_INT32 = {"type": "integer", "format": "int32", "minimum": 1, "maximum": 2**31 - 1}
_TEXT = {"type": "string"}
_SHORT = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
"""Of ids that may be names."""


def _text(pattern: str) -> Document:
    return {"type": "string", "minLength": 1, "maxLength": 255, "pattern": pattern}


PARAMETERS: dict[str, Document] = {
    "If-Match": {
        "description": "The ETag of the view that the request was decided on.",
        "example": '"7-3f9ac1d2"',
        # As it comes, also by way of proxies that weaken tags and mark their own compression in them.
        "schema": _text(r'^(W/)?"[1-9][0-9]{0,14}-[0-9a-f]{8}([-;](gzip|br|zstd|deflate))?"$'),
    },
    "If-None-Match": {
        "description": "The ETag of what the client has; 304 if that is still the same.",
        "example": '"7-3f9ac1d2"',
        "schema": _text('^(W/)?"[!#-~]+"$'),
    },
    "Idempotency-Key": {
        "description": "Makes the request safe to repeat: the first success is given again. 1 to 255 visible ASCII.",
        "example": "6d1f0c3a-action-7",
        "schema": _text("^[!-~]+$"),
    },
    "Last-Event-ID": {
        "description": "With `Accept: text/event-stream`: the id of the last message, from which the stream goes on. It "
        "wins over `after`; what cannot be one is answered with `resync`.",
        "example": "7-3f9ac1d2",
        "schema": _TEXT,
    },
    "Accept-Language": {
        "description": "Languages for the texts (RFC 9110); `en` where none of them is there, or the header is broken.",
        "example": "de-AT, sv;q=0.8",
        # Whatever it holds, no request is refused for it.
        "schema": _TEXT,
    },
}
PATH_PARAMETERS: dict[str, Document] = {
    "game_id": {"description": "Id of a game.", "example": "gb7Zk3vQ1xTn0aYw9LrE5sd2c"},
    "player_id": {"description": "Id of a player.", "example": "pKx3vTq0dJm5sWb8yRzU2a"},
    "bot_id": {"description": "Id of a bot.", "example": "pR7uLz2cVb9nMq4Xw1Ye6d"},
    "token_id": {"description": "Id of a token, which is not the token itself.", "example": "tZ81nGc4uYp6eLhAqVfD7k"},
    "webhook_id": {"description": "Id of a webhook endpoint.", "example": "wH4q9ZtYc2LxK7v0RbNdQe"},
    "delivery_id": {"description": "Id of a delivery.", "example": "112-b04e77aa"},
    "ladder_id": {"description": "Id of a ladder, or `people`.", "example": "lQ4tZc8Wm1RxV0sKj6YbNd", "schema": _SHORT},
    "entry_id": {
        "description": "A player's id, or the name of an AI player's entry.",
        "example": "expert",
        "schema": _SHORT,
    },
    "seat": {
        "description": "Number of a seat, from 0.",
        "example": 1,
        "schema": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 3},
    },
    "version": {
        "description": "A version of the game, from 1 to the present one.",
        "example": 7,
        "schema": _INT32,
    },
}
HEADERS: dict[str, Document] = {
    "ETag": {"description": "The version, for If-Match and If-None-Match.", "required": True, "schema": _TEXT},
    "Location": {"description": "Where the new thing is.", "required": True, "schema": _TEXT},
    "Server-Time": {
        "description": "The server's clock (RFC 3339, milliseconds).",
        "required": True,
        "schema": {"type": "string", "format": "date-time"},
    },
    "X-Request-Id": {"description": "Names this request in the service's log.", "required": True, "schema": _TEXT},
    "Content-Language": {
        "description": "The language of the texts for people (BCP 47).",
        "required": True,
        "schema": _TEXT,
    },
    "Link": {"description": 'The next page, `rel="next"`; absent on the last one.', "schema": _TEXT},
    "Idempotency-Replayed": {
        "description": "`true` where this is the reply of an earlier, identical request.",
        "schema": _TEXT,
    },
    "RateLimit": {
        "description": "What is left of each limit: a list of structured fields with `r`, the requests that are left, and `t`, "
        "the seconds until all are back. Absent where the request was not counted.",
        "example": '"read";r=587;t=2',
        "schema": _TEXT,
    },
    "RateLimit-Policy": {
        "description": "The limits themselves: `q` requests at once, and as many again in `w` seconds.",
        "example": '"read";q=600;w=60',
        "schema": _TEXT,
    },
    "Retry-After": {
        "description": "Seconds to wait before repeating.",
        "schema": {"type": "integer", "format": "int32"},
    },
}
LIMITS = ("RateLimit", "RateLimit-Policy")
"""Those that tell of the limits that a request counted against; absent where it did not count."""
ALWAYS = ("Server-Time", "X-Request-Id")
"""The headers of every reply."""

_MORE: dict[str, Document] = {
    "illegal-action": {"detail": "Two tokens of a colour need four of it in the supply.", "rule": "K2"},
    "invalid-request": {"errors": [("/tokens/white", "Not an integer.")]},
    "invalid-position": {"errors": [("/position/seats/0/purchased/2", "This is at /position/market/0/1 already.")]},
    "version-conflict": {
        "version": 9,
        "etag": "9-0b7d21fe",
        "resync": {"version": 9, "etag": "9-0b7d21fe", "last_event": 61},
    },
    "rate-limited": {"retry_after_ms": 850},
    "not-ready": {
        "failed": ["store_writable"],
        "checks": [{"name": "store_writable", "ok": False, "required": True}],
    },
}
"""What the examples of some refusals have besides that which all have."""


TICKET: Document = {
    "in": "query",
    "name": "ticket",
    "description": "With `Accept: text/event-stream`: a ticket (`createStreamTicket`) instead of the token.",
    "required": False,
    "schema": {"type": "string", "pattern": "^st_[A-Za-z0-9_-]{43}$"},
}


def header(name: str, required: bool = False) -> Document:
    """A request header as a parameter."""
    return {"in": "header", "name": name, "required": required, **PARAMETERS[name]}


def headers(*names: str) -> Document:
    """The headers of a reply, as references for apispec to resolve."""
    return {name: name for name in names}


def refusal_response(codes: Sequence[str], more_headers: Sequence[str] = ()) -> Document:
    """The Response object for refusals of one status, with an example of each code."""
    names = ", ".join(f"`{code}`" for code in codes)
    retry = ["Retry-After"] if any(TABLE[code].retry_ms for code in codes) else []
    examples = {code: {"value": document(Refused(code, **_MORE.get(code, {})))} for code in codes}
    return {
        "description": f"Refused: {names}.",
        "headers": headers(*ALWAYS, "Content-Language", *retry, *more_headers),
        "content": {PROBLEM_JSON: {"schema": ProblemSchema, "examples": examples}},
    }


def describe_path(item: Document) -> None:
    """Says what the parameters in a path are. Their schema, unless stated, is that of an id."""
    for parameter in item.get("parameters", ()):
        known = PATH_PARAMETERS.get(parameter["name"])
        if known is not None:
            parameter.update({"schema": {"type": "string", "pattern": ID_PATTERN}, **known})
