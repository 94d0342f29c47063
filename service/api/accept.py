"""What the client wants to read."""

from collections.abc import Sequence

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.api.errors import Refused

_ANYTHING = frozenset({"*/*", "application/json", "application/json, */*", "application/json, text/plain, */*"})


def check_accept(header: str, offered: Sequence[str]) -> None:
    """Raises Refused `not-acceptable` where Accept excludes all that is offered.

    A header without any readable media type counts as absent.
    """
    if header in _ANYTHING:
        return
    if best(header, offered) is None:
        raise Refused("not-acceptable", f"Replies here are {' or '.join(offered)}.")


def best(header: str, offered: Sequence[str]) -> str | None:
    """The offered media type that Accept likes most, None where it excludes all."""
    # A parameter such as a charset narrows nothing here.
    accepted = [
        (value.partition(";")[0].strip(), quality) for value, quality in parse_accept_header(header, MIMEAccept)
    ]
    if not any("/" in value for value, _ in accepted):
        return offered[0]
    return MIMEAccept(accepted).best_match(offered)
