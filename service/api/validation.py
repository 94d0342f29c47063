"""Loading by a schema, with every fault as a JSON pointer."""

from collections.abc import Iterator
from typing import Any

import marshmallow as ma

from service.api.errors import MAX_ERRORS, Refused

Fault = tuple[str, str]


class _Nothing(ma.Schema):
    """For operations that take no body or no query."""

    class Meta:
        unknown = ma.RAISE


_NOTHING = _Nothing()


def load_body(schema: ma.Schema | None, document: Any) -> Any:
    """The loaded body. Raises Refused `invalid-request`."""
    return _load(schema or _NOTHING, document, "The body does not follow the schema.")


def load_query(schema: ma.Schema | None, parameters: dict[str, str]) -> Any:
    """The loaded query; pointers begin with the parameter's name. Raises Refused `invalid-request`."""
    return _load(schema or _NOTHING, parameters, "The query does not follow the schema.")


def faults(messages: Any) -> list[Fault]:
    """A tree of messages, as marshmallow builds it, as (JSON pointer, message) pairs."""
    return sorted(_walk(messages, ""))[:MAX_ERRORS]


def _load(schema: ma.Schema, value: Any, detail: str) -> Any:
    try:
        return schema.load(value)
    except ma.ValidationError as error:
        raise Refused("invalid-request", detail, errors=faults(error.messages)) from None


def _walk(messages: Any, pointer: str) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from _walk(inner, pointer if name == "_schema" else f"{pointer}/{_escape(name)}")
    elif isinstance(messages, list):
        for message in messages:
            yield from _walk(message, pointer)
    else:
        yield pointer, str(messages)


def _escape(name: Any) -> str:
    """A member's name as a step of a JSON pointer (RFC 6901)."""
    return str(name).replace("~", "~0").replace("/", "~1")
