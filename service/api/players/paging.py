"""Pages of a list in a total order (time, id): an item that is there all the time comes exactly once."""

import base64
import binascii
import re
from collections.abc import Iterable
from typing import NamedTuple

from service.api.errors import Refused

_PLACE = re.compile(r"(\d{1,15}) ([A-Za-z0-9_-]{8,64})", re.ASCII)


class Place(NamedTuple):
    """Where an item stands: its time in ms since 1970, then its id."""

    at: int
    id: str


def to_cursor(place: Place) -> str:
    """An opaque text for the place of the last item of a page."""
    return base64.urlsafe_b64encode(f"{place.at} {place.id}".encode()).rstrip(b"=").decode()


def from_cursor(cursor: str) -> Place:
    """The place behind a cursor. Raises Refused `invalid-request` for anything that none of ours."""
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        text = ""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise Refused("invalid-request", errors=[("/cursor", "Not a cursor of this list.")])
    return Place(int(found[1]), found[2])


def cut(places: Iterable[Place], after: Place | None, limit: int) -> tuple[list[Place], str]:
    """Up to `limit` places behind `after`, and the cursor for what follows, empty where nothing does."""
    rest = [place for place in sorted(places) if after is None or place > after]
    page = rest[:limit]
    return page, to_cursor(page[-1]) if len(rest) > limit else ""
