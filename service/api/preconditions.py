"""If-Match and If-None-Match: one parser of our own, because proxies weaken tags and add suffixes to them."""

import re
from typing import TYPE_CHECKING, NamedTuple

from service.api.errors import Refused

if TYPE_CHECKING:
    from service.api.call import Call

_ENTITY_TAG = re.compile(r'(?:W/)?"([\x21\x23-\x7e]+)"')
_SUFFIX = re.compile(r"[-;](?:gzip|br|zstd|deflate)$")
_VERSION = re.compile(r"([1-9][0-9]{0,14})-([0-9a-f]{8})")


class Match(NamedTuple):
    """The version of a game that a client decided on."""

    version: int
    tag: str


def entity_tag(value: str) -> str:
    """The opaque part of a header that holds exactly one tag. Raises Refused `bad-precondition`."""
    found = _ENTITY_TAG.fullmatch(value.strip())
    if found is None:
        raise Refused("bad-precondition")
    return _SUFFIX.sub("", found[1])


def parse_match(value: str) -> Match:
    """The version in an If-Match header. Raises Refused `bad-precondition` for anything else."""
    found = _VERSION.fullmatch(entity_tag(value))
    if found is None:
        raise Refused("bad-precondition", "If-Match names no version of a game.")
    return Match(int(found[1]), found[2])


def overtaken(call: "Call") -> Refused:
    """412: the game is not at the version that the client decided on."""
    extra = call.operation.stale(call) if call.operation.stale else {}
    return Refused("version-conflict", **{"version": call.game.version, "etag": call.game.etag, **extra})
