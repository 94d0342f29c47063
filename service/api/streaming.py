"""Streams as the API offers them: who wants one, from which place in the log on, and how it is begun."""

import re
from typing import Any, NamedTuple

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.api.call import Call, Reply
from service.api.connections import lasting_connection
from service.api.encoding import EVENT_STREAM, JSON, encode
from service.api.errors import Refused
from service.streaming.feed import Seen
from service.streaming.messages import Piece, message, opening
from service.streaming.stream import Stream

_ID = re.compile(r"([0-9]{1,15})(?:-([0-9a-f]{8}))?", re.ASCII)
_HEADERS = {"X-Accel-Buffering": "no"}


class Place(NamedTuple):
    """Where a client left a log: the number of the last event it has, and the tag of that, or "" where it did not say.

    One that is `garbled` exists in no log.
    """

    number: int
    tag: str = ""
    garbled: bool = False


def wants_stream(accept: str) -> bool:
    """Whether an Accept header prefers a stream to a page. Only who names the type gets one."""
    accept = accept.lower()
    if accept == EVENT_STREAM or EVENT_STREAM not in accept:
        return accept == EVENT_STREAM
    named = {value.partition(";")[0].strip(): quality for value, quality in parse_accept_header(accept, MIMEAccept)}
    likes, page = named.get(EVENT_STREAM, 0.0), MIMEAccept(list(named.items())).quality(JSON)
    return likes > page or (likes == page > 0 and JSON not in named)


def place_of(call: Call, after: str) -> Place | None:
    """Where the client goes on: by Last-Event-ID, else by `after` where it is in the query, else nowhere yet."""
    known = call.http.environ.get("HTTP_LAST_EVENT_ID", "")
    if known:
        found = _ID.fullmatch(known.strip())
        return Place(int(found[1]), found[2] or "") if found else Place(0, garbled=True)
    if "after" not in call.http.args:
        return None
    number, _, tag = after.partition("-")
    return Place(int(number), tag)


def resync(data: Any, number: int, tag: str) -> Piece:
    """What a client gets first whose place does not exist."""
    return Piece(message(data, number, tag, "resync"), number, tag)


def snapshot(data: Any, number: int, tag: str) -> Piece:
    """What a client gets first that has no place yet. Bytes are encoded already."""
    return Piece(message(data if isinstance(data, bytes) else encode(data), number, tag, "snapshot"), number, tag)


def resumed(place: Place) -> Piece:
    """A client that has a place gets what comes behind it."""
    return Piece(b"", place.number, place.tag)


def begin(call: Call, topic: str, first: Piece, seen: Seen) -> Reply:
    """The reply that becomes a stream. HEAD gets its headers alone.

    Raises Refused `streams-unavailable` where the connection cannot be kept, and TooManyStreams.
    """
    if call.http.method == "HEAD":
        return Reply(iter(()), content_type=EVENT_STREAM, cache="no-store", headers=_HEADERS)
    if not call.services.streams.serves or lasting_connection(call.http.environ) is None:
        raise Refused("streams-unavailable")
    first = first._replace(data=opening() + first.data)
    stream = Stream(topic, call.player_id, call.credential, call.ticket, first, call.holder)
    handover = call.services.streams.prepare(call.services, stream, seen)
    return Reply(handover, content_type=EVENT_STREAM, cache="no-store", headers=_HEADERS)
