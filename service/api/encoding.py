"""JSON in and out: replies by msgspec, request bodies by a reader that is stricter than any parser's default."""

import json
from typing import Any

import msgspec
from werkzeug.exceptions import ClientDisconnected, HTTPException
from werkzeug.wrappers import Request
from werkzeug.wsgi import get_input_stream

from service.api.errors import Refused

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
EVENT_STREAM = "text/event-stream"
_IDENTITY = {"Accept-Encoding": "identity"}

encode = msgspec.json.Encoder().encode
"""A reply body (dicts, lists, plain values, msgspec.Raw for what is encoded already) as UTF-8 JSON."""

_canonical = msgspec.json.Encoder(order="deterministic").encode


def canonical(value: Any) -> bytes:
    """The same bytes for equal JSON values, whatever the order of their members."""
    return _canonical(value)


def read_body(http: Request, limit: int, optional: bool) -> Any:
    """The JSON value in the body of a request, {} where an optional one is missing.

    Raises Refused with 413, 415 or 400; never anything else for any bytes.
    """
    environ, raw = http.environ, _read(http, limit)
    if environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise Refused("unsupported-media-type", "Compressed bodies are not read.", headers=_IDENTITY)
    content_type = environ.get("CONTENT_TYPE", "")
    if not raw and optional:
        return {}
    if content_type not in (JSON, ""):
        _check_type(http)
    if not raw:
        raise Refused("unreadable-body", "The request has no body.")
    if not content_type:
        raise Refused("unsupported-media-type", headers={"Accept": JSON})
    return parse(raw)


def parse(raw: bytes) -> Any:
    """Strict JSON. Raises Refused for whatever RFC 8259 leaves to the reader's taste."""
    try:
        value = _decoder.decode(raw.decode())
        if b"\\u" in raw:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Refused("unreadable-body", "A string holds half a surrogate pair.") from None
    except RecursionError:
        raise Refused("unreadable-body", "The body is nested too deep.") from None
    except UnicodeDecodeError:
        raise Refused("unreadable-body", "The body is not UTF-8.") from None
    except ValueError as error:
        raise Refused("unreadable-body", f"The body is not JSON: {_reason(error)}.") from None
    return value


def _read(http: Request, limit: int) -> bytes:
    try:
        # A greater Content-Length is refused unread; of a chunked body the stream gives no more than it was told.
        raw = get_input_stream(http.environ, max_content_length=limit + 1).read()
    except ClientDisconnected:
        raise Refused("unreadable-body", "The body ended early.") from None
    except HTTPException:
        raise
    except Exception:  # noqa: BLE001  # each server has errors of its own for broken chunks
        raise Refused("unreadable-body", "The framing of the body is broken.") from None
    if len(raw) > limit:
        raise Refused("body-too-large")
    return raw


def _check_type(http: Request) -> None:
    charset = http.mimetype_params.get("charset", "utf-8").lower()
    if http.mimetype != JSON or charset not in ("utf-8", "utf8"):
        raise Refused("unsupported-media-type", headers={"Accept": JSON})


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object has a member twice")
    return members


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON value")


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    return "a number is too long" if str(error).startswith("Exceeds") else str(error)


_decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
