"""Query strings, read strictly: UTF-8, and each parameter once."""

from urllib.parse import parse_qsl

from service.api.errors import Refused

MAX_PARAMETERS = 50


def parse(query: str) -> dict[str, str]:
    """The parameters of a raw query string as WSGI gives it (latin-1). Raises Refused with 400."""
    if not query:
        return {}
    try:
        text = query.encode("latin-1").decode()
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
    except ValueError:
        raise Refused("unreadable-request", "The query string is not UTF-8, or too long.") from None
    parameters = dict(pairs)
    if len(parameters) != len(pairs):
        raise Refused("unreadable-request", "A query parameter comes twice.")
    return parameters
