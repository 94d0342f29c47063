"""Pages of a list in a total order (time, id): an item that is there all the time comes exactly once (B25)."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.fields import QueryInt, Text
from service.api.schema import Schema

MOST_ITEMS, USUAL_ITEMS = 100, 20

_CURSOR = re.compile(r"([0-9a-f]{16}) (\d{1,15}) ([A-Za-z0-9_-]{8,64})", re.ASCII)
_LONGEST_CURSOR = 200
LAST_MS = 253_402_300_799_999
"""The end of the year 9999: no thing is younger."""
_PLACING = ("limit", "cursor")
"""What of a query says which part of a list is wanted; all else says which list."""


class Place(NamedTuple):
    """Where an item stands: its time in ms since 1970, then its id."""

    at: int
    id: str


class PageQuerySchema(Schema):
    """Which part of the list."""

    limit = QueryInt("The most items in the answer.", 1, MOST_ITEMS, USUAL_ITEMS, load_default=USUAL_ITEMS)
    cursor = Text("`next_cursor` of the page before, with the same filters.", _LONGEST_CURSOR)


def to_cursor(place: Place, scope: str) -> str:
    """An opaque text for the place of the last item of a page of the list that `scope` names."""
    text = f"{_digest(scope)} {place.at} {place.id}"
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def from_cursor(cursor: str, scope: str) -> Place:
    """The place behind a cursor. Raises Refused `invalid-request` for anything that is none of this very list."""
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        text = ""
    found = _CURSOR.fullmatch(text)
    if found is None or found[1] != _digest(scope) or int(found[2]) > LAST_MS:
        raise Refused("invalid-request", errors=[("/cursor", "Not a cursor of this list with these filters.")])
    return Place(int(found[2]), found[3])


def scope_of(call: Call) -> str:
    """What names the list that a call asks for: its path, whose it is, and its filters in a fixed order."""
    path = call.http.path
    owner = call.player_id or call.app_id if "me" in path.split("/") else ""
    return f"{path}\n{owner}\n{urlencode(sorted(_filters(call)))}"


def after(call: Call) -> Place | None:
    """The place behind which the page begins that a call asks for, None for the first one. Raises Refused."""
    cursor = call.query.get("cursor")
    return None if cursor is None else from_cursor(cursor, scope_of(call))


def page(call: Call, items: Iterable[Any], following: Place | None) -> Reply:
    """The reply with a page. `following`: the place of its last item, None where nothing comes behind it."""
    body: dict[str, Any] = {"items": list(items)}
    if following is None:
        return Reply(body)
    cursor = to_cursor(following, scope_of(call))
    query = urlencode([*_filters(call), ("limit", call.query["limit"]), ("cursor", cursor)])
    link = f'<{call.http.path}?{query}>; rel="next"'
    return Reply(body | {"next_cursor": cursor}, headers={"Link": link})


def cut(places: Iterable[Place], behind: Place | None, limit: int) -> tuple[list[Place], Place | None]:
    """Up to `limit` places behind `behind`, in order, and the last of them where more follow."""
    rest = [place for place in sorted(places) if behind is None or place > behind]
    return rest[:limit], rest[limit - 1] if len(rest) > limit else None


def _filters(call: Call) -> list[tuple[str, str]]:
    return [(name, _word(value)) for name, value in call.query.items() if name not in _PLACING]


def _word(value: Any) -> str:
    """A loaded value as it stands in a query."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _digest(scope: str) -> str:
    return hashlib.sha256(scope.encode()).hexdigest()[:16]
