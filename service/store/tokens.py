"""What a token is in the store. Its secret is shown once and kept as its SHA-256 only."""

import hashlib
import secrets
from typing import Literal, NamedTuple

import msgspec

from .errors import Unreadable
from .keys import token_key
from .wire import Client, Command

TokenKind = Literal["player", "app", "admin"]


class NewToken(NamedTuple):
    """A token about to be stored. `expires_at` in ms since 1970, 0 for never."""

    id: str
    digest: str
    scope: str = ""
    expires_at: int = 0


class Token(NamedTuple):
    """A token as its owner may see it."""

    id: str
    created_at: int
    scope: str
    expires_at: int


class TokenRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What stands behind a token's digest: whose it is, a player's or an app's, and what it may do."""

    kind: TokenKind
    player_id: str = ""
    token_id: str = ""
    scope: str = ""
    expires_at: int = 0
    app_id: str = ""


_decode_record = msgspec.json.Decoder(TokenRecord).decode


def new_secret(kind: TokenKind) -> str:
    """A new token, to be shown once."""
    return f"spl_{kind}_{secrets.token_urlsafe(32)}"


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def decode_token(record: bytes) -> TokenRecord:
    """The record read with a game or by `token_record`. Raises Unreadable."""
    try:
        return _decode_record(record)
    except msgspec.MsgspecError as error:
        raise Unreadable(str(error)) from error


def player_record(player_id: str, token: NewToken) -> TokenRecord:
    """What stands behind a player's token."""
    return TokenRecord("player", player_id, token.id, token.scope, token.expires_at)


def grant(client: Client, digest: str, record: TokenRecord, keep_ms: int = 0) -> None:
    """Let the token with this digest stand for `record`, for `keep_ms` where given, at most until it expires."""
    key, limit = token_key(digest), ("PXAT", record.expires_at) if record.expires_at else ()
    commands: list[Command] = [("SET", key, msgspec.json.encode(record), *limit)]
    if keep_ms:
        commands.append(("PEXPIRE", key, keep_ms, "LT"))
    client.calls(commands)


def keep_command(token: Token, digest: str) -> Command:
    """Lets a token stay that was to expire with its unused player; its own end remains."""
    if token.expires_at:
        return ("PEXPIREAT", token_key(digest), token.expires_at)
    return ("PERSIST", token_key(digest))


def listed(token_id: str, value: str) -> tuple[Token, str]:
    """A token and its digest, from the entry in the list of its player."""
    created_at, expires_at, digest, scope = value.split(" ")
    return Token(token_id, int(created_at), scope, int(expires_at)), digest
