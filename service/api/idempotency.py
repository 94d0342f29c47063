"""Idempotency-Key: the same request again gives the first success again, from any process.

Verbs of a game are recorded in the commit itself. A creation is claimed first, under the id that the new thing will
have, so that whoever takes over from a dead process makes the same thing and no second one.
"""

import hashlib
import logging
import re
import secrets
from typing import Any

from service.api.call import Call
from service.api.encoding import canonical
from service.api.errors import Refused, refusal
from service.store.errors import StoreError, StoreUnavailable
from service.store.games import Request

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_log = logging.getLogger(__name__)


def parse_key(header: str | None) -> str:
    """The key, empty where there is none. Raises Refused `bad-idempotency-key`."""
    if header is None:
        return ""
    if not _KEY.fullmatch(header):
        raise Refused("bad-idempotency-key")
    return header


def request_digest(call: Call) -> str:
    """What names a request with a key: credential, operation, key, and what the path names besides the game.

    A game keeps its own requests; what is created for one is kept elsewhere, and there the game counts too.
    """
    places = [str(call.path[name]) for name in sorted(call.path) if name != "game_id"]
    if call.operation.idempotent == "creation" and call.stored is not None:
        places.append(call.stored.id)
    text = "\n".join([call.credential, call.operation.id, call.key, *places])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def body_digest(document: Any) -> str:
    """A digest of a JSON value; white space and the order of members do not matter."""
    return hashlib.sha256(canonical(document)).hexdigest()[:32]


def game_request(call: Call, request_id: str | None, document: Any) -> Request:
    """Under which id the commit of a game's verb is recorded: the client's own, else one made here."""
    if request_id is not None:
        return Request(request_id, body_digest(document), keep=True)
    return Request(secrets.token_hex(8), slot=call.player_id)


def recognise(call: Call, document: Any) -> None:
    """Finds out whether this request was carried out before; then `call.replayed` is set.

    Raises Refused where the key came with another body, or where the first request is still being worked on.
    """
    if call.operation.idempotent == "creation":
        _claim(call, document)
    elif call.replay is not None:
        if call.replay.body != call.request.body:
            raise Refused("idempotency-key-reuse")
        call.replayed = True


def made_meanwhile(call: Call) -> bool:
    """Whether a twin of this request has been carried out since this one was read; `call.replay` names its version.

    Of two requests with one key that meet others in the commit, the slower one may find what its twin has done and take
    it for somebody else's doing.
    """
    if call.operation.idempotent != "game" or not call.key or call.replay is not None:
        return False
    _, _, record = call.services.games.read_for_request(call.game.id, None, call.request.id)
    call.replay = record if record is not None and record.body == call.request.body else None
    return call.replay is not None


def complete(call: Call) -> None:
    """Notes that a creation was made. If the store fails here, whoever comes next finds out by trying."""
    if call.claimed_as:
        try:
            call.services.creations.done(call.claim, call.claimed_as)
        except StoreError:
            _log.warning("a creation could not be marked as done; its key stays blocked until the claim ends")


def abandon(call: Call, error: Exception) -> None:
    """Gives up the claim on a creation that was refused, which is not remembered.

    Where the outcome is unknown, or another process may have made the thing, the claim stays until it ends by itself.
    """
    unknown = isinstance(error, StoreUnavailable) or refusal(error) is None
    if not call.claimed_as or unknown or call.taken_over:
        return
    try:
        call.services.creations.release(call.claim, call.claimed_as)
    except StoreError:
        _log.warning("a claim could not be released; its key stays blocked until the claim ends")


def _claim(call: Call, document: Any) -> None:
    call.claim = request_digest(call)
    claim = call.services.creations.claim(call.claim, body_digest(document), call.creation_id)
    if claim.state == "mismatch":
        raise Refused("idempotency-key-reuse")
    if claim.state == "busy":
        raise Refused("request-in-progress")
    call.replayed = claim.state == "done"
    if claim.state == "mine":
        call.claimed_as, call.taken_over = call.creation_id, claim.id != call.creation_id
    call.creation_id = claim.id
