"""Where a player is called when it is its turn: the secret that signs the calls, and an address that has proved itself."""

import hmac
import secrets as random
import time
from typing import Any, NamedTuple

import msgspec

from service.hosting.callbacks import BAD_STATUS, NO_ACTION, OK, ask_turns, json_object
from service.hosting.errors import DomainError
from service.hosting.host import Host
from service.hosting.players import find_player, no_player
from service.hosting.telling import listen
from service.outbound.caller import ERRORS
from service.outbound.signing import OLD_SIGNS_MS, Secrets, new_secret, signed
from service.store.callbacks import Failure
from service.store.players import Player

CHALLENGE_S = 5.0
WRONG_CHALLENGE = "challenge-not-answered"
TEXTS = {
    **ERRORS,
    BAD_STATUS: "The status was not 200.",
    NO_ACTION: "The reply was not a JSON object.",
    WRONG_CHALLENGE: "The reply did not hold the challenge.",
}
"""What came of a challenge, by slug."""


class NoCallbackSecret(DomainError):
    """Calls are signed, so a secret comes first."""

    code = "no-callback-secret"


class CallbackRefused(DomainError):
    """The address did not answer the challenge; `extra["reason"]` is a slug of TEXTS, `extra["status"]` its status."""

    code = "callback-refused"


class Rotated(NamedTuple):
    """A new secret, in the only moment in which it is shown; until when (ms since 1970, 0: none) the former one counts."""

    secret: str
    until: int


def rotate_secret(host: Host, player_id: str) -> Rotated:
    """Gives a player a new secret; the former one signs along for a day. Raises PlayerNotFound."""
    secret = new_secret()
    made = host.callbacks.rotate(player_id, secret, OLD_SIGNS_MS) if host.players.touch(player_id) else None
    if made is None:
        raise no_player()
    return Rotated(secret, made.until)


def set_turn_url(host: Host, player_id: str, url: str) -> Player:
    """Has a player called at `url`, once that has answered a signed challenge; empty: not called any more.

    From then on it is called for its turns, those too that wait already. Takes up to CHALLENGE_S. Raises
    PlayerNotFound, NoCallbackSecret, CallbackRefused, and the caller's BadTarget before anything is sent.
    """
    if url:
        host.caller.check(url)
        _challenge(host, player_id, url)
    if not (host.players.touch(player_id) and host.callbacks.set_url(player_id, url)):
        raise no_player()
    if url:
        host.callbacks.answered(player_id)
        listen(host, player_id)
        ask_turns(host, player_id)
    return find_player(host, player_id)


def list_failures(host: Host, player_id: str) -> list[Failure]:
    """The newest failures of calls to a player, newest first."""
    return host.callbacks.failures(player_id)


def _challenge(host: Host, player_id: str, url: str) -> None:
    secrets = host.callbacks.secrets(player_id)
    if secrets is None:
        raise NoCallbackSecret("Ask for a secret first: calls to you are signed with it.")
    challenge = random.token_urlsafe(24)
    body = msgspec.json.encode({"type": "challenge", "challenge": challenge})
    now_ms = time.time_ns() // 1_000_000
    answer = host.caller.post(url, body, signed(f"challenge-{challenge}", now_ms, body, Secrets(*secrets)), CHALLENGE_S)
    if answer.error:
        raise _refused(answer.error, answer.status)
    if answer.status != OK:
        raise _refused(BAD_STATUS, answer.status)
    document = json_object(answer.body)
    if document is None:
        raise _refused(NO_ACTION, answer.status)
    said = document.get("challenge")
    if not (isinstance(said, str) and hmac.compare_digest(said.encode(), challenge.encode())):
        raise _refused(WRONG_CHALLENGE, answer.status)


def _refused(reason: str, status: int) -> CallbackRefused:
    extra: dict[str, Any] = {"reason": reason, **({"callback_status": status} if status else {})}
    return CallbackRefused(TEXTS[reason], **extra)
