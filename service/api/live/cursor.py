"""The cursor of the inbox: which turns its holder was told of, and when.

A version, four bytes that tie it to its player, when it was made (four bytes, seconds since 1970), then for each turn its
key and how many seconds earlier it was told. It holds nothing that its holder does not know.
"""

import base64
import binascii
import hashlib

from service.api.errors import Refused
from service.hosting.inbox import AGAIN_S, KEY_BYTES, MOST_TOLD, Told

_VERSION = b"\x01"
_CHECK, _TIME = 4, 4
_HEAD = 1 + _CHECK + _TIME
_ENTRY = KEY_BYTES + 1
LONGEST = (_HEAD + MOST_TOLD * _ENTRY + 2) // 3 * 4


def to_cursor(told: Told, player_id: str, now_s: int) -> str:
    """An opaque text for what the player was told of until now."""
    entries = b"".join(key + bytes((min(max(now_s - at, 0), AGAIN_S),)) for key, at in told.items())
    body = now_s.to_bytes(_TIME) + entries
    return base64.urlsafe_b64encode(_VERSION + _check(player_id, body) + body).rstrip(b"=").decode()


def from_cursor(cursor: str, player_id: str, now_s: int) -> Told:
    """What a cursor holds. Raises Refused `invalid-request` for anything that is none of this player.

    One from a process whose clock is ahead counts as made now.
    """
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    check, body = data[1 : 1 + _CHECK], data[1 + _CHECK :]
    entries = body[_TIME:]
    if data[:1] != _VERSION or len(body) < _TIME or len(entries) % _ENTRY or check != _check(player_id, body):
        raise Refused("invalid-request", errors=[("/after", "Not a cursor of this list.")])
    made = min(int.from_bytes(body[:_TIME]), now_s)
    parts = (entries[at : at + _ENTRY] for at in range(0, len(entries), _ENTRY))
    return {part[:KEY_BYTES]: made - part[KEY_BYTES] for part in parts}


def _check(player_id: str, body: bytes) -> bytes:
    return hashlib.sha256(player_id.encode() + b"\n" + body).digest()[:_CHECK]
