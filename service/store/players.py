"""Players and their tokens.

A token's secret is shown once and stored as its SHA-256 only. A player who never did anything expires after thirty days,
together with the tokens; `touch` makes both stay. The keys of a player lie in one slot, each token record in its own:
whatever spans both is done in steps that may be repeated.
"""

import hashlib
import secrets
from typing import Literal, NamedTuple

import msgspec

from .errors import Unreadable
from .keys import is_player_id, player_key, player_tokens_key, token_key
from .scripts import load
from .wire import Client, Command

UNUSED_MS = 30 * 24 * 3600 * 1000

TokenKind = Literal["player", "app", "admin"]

_CREATE, _RENAME, _ADD_TOKEN = load("create_player"), load("rename_player"), load("add_token")


class Player(NamedTuple):
    """A player. `owner` is the player a bot belongs to; `created_at` in ms since 1970."""

    id: str
    name: str
    kind: Literal["human", "bot"] = "human"
    owner: str = ""
    created_at: int = 0


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
    """What stands behind a token's digest: whose it is and what it may do."""

    kind: TokenKind
    player_id: str = ""
    token_id: str = ""
    scope: str = ""
    expires_at: int = 0


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


class PlayerStore:
    """Reads and writes players and tokens. Ids that cannot be any are answered as unknown."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, player: Player, token: NewToken) -> Player:
        """Store a player (its `created_at` is not looked at) with a first token; both expire unless touched."""
        keys = (player_key(player.id), player_tokens_key(player.id))
        fields = (player.name, player.kind, player.owner, *token, UNUSED_MS)
        created_at = self._client.run(_CREATE, keys, fields)
        self.grant(token.digest, _player_record(player.id, token), UNUSED_MS)
        return player._replace(created_at=created_at)

    def get(self, player_id: str) -> Player | None:
        if not is_player_id(player_id):
            return None
        found = self._client.call("HMGET", player_key(player_id), "name", "kind", "owner", "created_at")
        if found[0] is None:
            return None
        name, kind, owner, created_at = (value.decode() for value in found)
        return Player(player_id, name, kind, owner, int(created_at))

    def rename(self, player_id: str, name: str) -> bool:
        """Change the name; False for no player."""
        return is_player_id(player_id) and bool(self._client.run(_RENAME, (player_key(player_id),), (name,)))

    def touch(self, player_id: str) -> bool:
        """Make a player stay who has done something; False for no player. Cheap where that was done before."""
        if not is_player_id(player_id):
            return False
        left = self._client.call("PTTL", player_key(player_id))
        if left >= 0:
            # The player's own key comes last: while it has a time to live, all of this is done again.
            commands = [_keep_command(token, digest) for token, digest in self._tokens(player_id)]
            own = (player_tokens_key(player_id), player_key(player_id))
            self._client.calls([*commands, *(("PERSIST", key) for key in own)])
        return bool(left != -2)

    def token_record(self, digest: str) -> bytes | None:
        """The encoded record of a token, for `decode_token`; None if there is none or it has expired."""
        record: bytes | None = self._client.call("GET", token_key(digest))
        return record

    def tokens(self, player_id: str) -> list[Token]:
        """The player's tokens, oldest first."""
        if not is_player_id(player_id):
            return []
        return sorted((token for token, _ in self._tokens(player_id)), key=lambda token: (token.created_at, token.id))

    def create_token(self, player_id: str, token: NewToken) -> Token | None:
        """Store a further token, which is a use of the player; None for no player."""
        if not self.touch(player_id):
            return None
        created_at = self._client.run(_ADD_TOKEN, (player_key(player_id), player_tokens_key(player_id)), token)
        if created_at is None:
            return None
        self.grant(token.digest, _player_record(player_id, token))
        return Token(token.id, created_at, token.scope, token.expires_at)

    def delete_token(self, player_id: str, token_id: str) -> bool:
        """Revoke a token; False if the player has no such token."""
        if not is_player_id(player_id):
            return False
        for token, digest in self._tokens(player_id):
            if token.id == token_id:
                self._client.calls([("UNLINK", token_key(digest)), ("HDEL", player_tokens_key(player_id), token_id)])
                return True
        return False

    def grant(self, digest: str, record: TokenRecord, keep_ms: int = 0) -> None:
        """Let the token with this digest stand for `record`, for `keep_ms` where given, at most until it expires."""
        key, limit = token_key(digest), ("PXAT", record.expires_at) if record.expires_at else ()
        commands: list[Command] = [("SET", key, msgspec.json.encode(record), *limit)]
        if keep_ms:
            commands.append(("PEXPIRE", key, keep_ms, "LT"))
        self._client.calls(commands)

    def _tokens(self, player_id: str) -> list[tuple[Token, str]]:
        """Tokens with their digests."""
        listed = self._client.call("HGETALL", player_tokens_key(player_id))
        pairs = zip(listed[::2], listed[1::2], strict=True)
        return [_listed(token_id.decode(), value.decode()) for token_id, value in pairs]


def _player_record(player_id: str, token: NewToken) -> TokenRecord:
    return TokenRecord("player", player_id, token.id, token.scope, token.expires_at)


def _keep_command(token: Token, digest: str) -> Command:
    if token.expires_at:
        return ("PEXPIREAT", token_key(digest), token.expires_at)
    return ("PERSIST", token_key(digest))


def _listed(token_id: str, value: str) -> tuple[Token, str]:
    created_at, expires_at, digest, scope = value.split(" ")
    return Token(token_id, int(created_at), scope, int(expires_at)), digest
