"""What of a reply a generated Python client has understood."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")


def unknown(decoded: Any) -> Iterator[str]:
    """The members, at any depth, that the client keeps aside because the document does not have them."""
    if isinstance(decoded, list):
        for item in decoded:
            yield from unknown(item)
    elif hasattr(decoded, "additional_properties"):
        yield from decoded.additional_properties
        for name in decoded.__attrs_attrs__:
            if name.name != "additional_properties":
                yield from unknown(getattr(decoded, name.name))


def same_instants(value: Any) -> Any:
    """The value with instants in place of their texts, which each language writes in its own way."""
    if isinstance(value, dict):
        return {name: same_instants(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [same_instants(inner) for inner in value]
    return datetime.fromisoformat(value) if isinstance(value, str) and _INSTANT.fullmatch(value) else value
