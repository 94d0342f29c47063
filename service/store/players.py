"""Players and their tokens.

A player who never did anything expires after thirty days, together with the tokens; `touch` makes both stay. The keys of
a player lie in one slot, each token record in its own: whatever spans both is done in steps that may be repeated. Of a
deleted player its key stays, with the field `deleted` and without a name.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from .errors import LimitReached
from .keys import is_player_id, player_key, player_tokens_key, token_key
from .scripts import load
from .tokens import (
    NewToken,
    Token,
    TokenKind,
    TokenRecord,
    decode_token,
    digest_of,
    grant,
    keep_command,
    listed,
    new_secret,
    player_record,
)
from .wire import Client, Command, Rider

__all__ = [
    "MOST_TOKENS",
    "UNUSED_MS",
    "NewToken",
    "Player",
    "PlayerStore",
    "Token",
    "TokenKind",
    "TokenRecord",
    "decode_token",
    "digest_of",
    "new_secret",
]

UNUSED_MS = 30 * 24 * 3600 * 1000
MOST_TOKENS = 20
"""How many tokens a player has at a time, unless the caller says otherwise."""

_CREATE, _RENAME, _DELETE = load("create_player"), load("rename_player"), load("delete_player")
_ADD_TOKEN = load("add_token")
_FIELDS = ("name", "kind", "owner", "created_at", "app", "external_id", "turn_url")


class Player(NamedTuple):
    """A player. `owner` is the player a bot belongs to; `created_at` in ms since 1970.

    `app` is the app that made the player, `external_id` the name it has for it. `turn_url` is where it is called when it
    is its turn, empty for nowhere.
    """

    id: str
    name: str
    kind: Literal["human", "bot"] = "human"
    owner: str = ""
    created_at: int = 0
    app: str = ""
    external_id: str = ""
    turn_url: str = ""


class PlayerStore:
    """Reads and writes players and tokens. Ids that cannot be any are answered as unknown."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, player: Player, token: NewToken | None = None, unused_ms: int = UNUSED_MS) -> Player:
        """Store a player (its `created_at` is not looked at) with a first token.

        Both expire after `unused_ms` unless touched; 0: they stay. Where there is or was a player with this id, nothing
        changes.
        """
        keys = (player_key(player.id), player_tokens_key(player.id))
        fields = (player.name, player.kind, player.owner, player.app, player.external_id, unused_ms, *(token or ()))
        created_at = self._client.run(_CREATE, keys, fields)
        if token:
            self.grant(token.digest, player_record(player.id, token), unused_ms)
        return player._replace(created_at=created_at)

    def get(self, player_id: str) -> Player | None:
        """The player; None for an unknown or deleted one."""
        return self.get_many((player_id,))[0]

    def get_many(self, player_ids: Sequence[str]) -> list[Player | None]:
        """Several players in one round trip, None for each that there is not."""
        known = [one for one in player_ids if is_player_id(one)]
        rows = self._client.calls([("HMGET", player_key(one), *_FIELDS) for one in known]) if known else []
        found = {one: _player(one, row) for one, row in zip(known, rows, strict=True)}
        return [found.get(one) for one in player_ids]

    def rename(self, player_id: str, name: str) -> bool:
        """Change the name; False for no player."""
        return is_player_id(player_id) and bool(self._client.run(_RENAME, (player_key(player_id),), (name,)))

    def touch(self, player_id: str) -> bool:
        """Make a player stay who has done something; False for no player. Cheap where that was done before."""
        if not is_player_id(player_id):
            return False
        key = player_key(player_id)
        left, deleted = self._client.calls((("PTTL", key), ("HEXISTS", key, "deleted")))
        if deleted:
            return False
        if left >= 0:
            # The player's own key comes last: while it has a time to live, all of this is done again.
            commands = [keep_command(token, digest) for token, digest in self._tokens(player_id)]
            own = (player_tokens_key(player_id), player_key(player_id))
            self._client.calls([*commands, *(("PERSIST", key) for key in own)])
        return bool(left != -2)

    def mark_deleted(self, player_id: str) -> bool:
        """Take name and tokens from a player, for good; False for no player. May be repeated, and repairs half of it."""
        if not (is_player_id(player_id) and self._client.run(_DELETE, (player_key(player_id),))):
            return False
        # From here on no token is listed any more. The list goes last: until then all of this can be done again.
        gone: list[Command] = [("UNLINK", token_key(digest)) for _, digest in self._tokens(player_id)]
        self._client.calls([*gone, ("UNLINK", player_tokens_key(player_id))])
        return True

    def app_link(self, player_id: str) -> tuple[str, str]:
        """The app that made a player and its name for it, also of one who is deleted; twice "" where there is none."""
        if not is_player_id(player_id):
            return "", ""
        app, external_id = self._client.call("HMGET", player_key(player_id), "app", "external_id")
        return (app or b"").decode(), (external_id or b"").decode()

    def drop_app_link(self, player_id: str) -> None:
        """Forget that an app made this player."""
        if is_player_id(player_id):
            self._client.call("HDEL", player_key(player_id), "app", "external_id")

    def token_record(self, digest: str, riders: Sequence[Rider] = ()) -> bytes | None:
        """The encoded record of a token, for `decode_token`; None if there is none or it has expired."""
        record: bytes | None = self._client.calls((("GET", token_key(digest)),), riders)[0]
        return record

    def valid(self, digests: Sequence[str]) -> set[str]:
        """Those of these digests that stand for a token which has neither expired nor been withdrawn."""
        found = self._client.calls([("EXISTS", token_key(digest)) for digest in digests]) if digests else []
        return {digest for digest, there in zip(digests, found, strict=True) if there}

    def tokens(self, player_id: str) -> list[Token]:
        """The player's tokens, oldest first."""
        if not is_player_id(player_id):
            return []
        return sorted((token for token, _ in self._tokens(player_id)), key=lambda token: (token.created_at, token.id))

    def create_token(self, player_id: str, token: NewToken, most: int = MOST_TOKENS) -> Token | None:
        """Store a further token, which is a use of the player; None for no player.

        Raises LimitReached where the player has `most` tokens that have not expired.
        """
        if not self.touch(player_id):
            return None
        keys = (player_key(player_id), player_tokens_key(player_id))
        created_at = self._client.run(_ADD_TOKEN, keys, (*token, most))
        if created_at is None:
            return None
        if created_at < 0:
            raise LimitReached(most)
        self.grant(token.digest, player_record(player_id, token))
        # A deletion that came in between may have seen the list before the record was there.
        if self._client.call("HEXISTS", player_key(player_id), "deleted"):
            self._client.call("UNLINK", token_key(token.digest))
            return None
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
        grant(self._client, digest, record, keep_ms)

    def _tokens(self, player_id: str) -> list[tuple[Token, str]]:
        """Tokens with their digests."""
        found = self._client.call("HGETALL", player_tokens_key(player_id))
        pairs = zip(found[::2], found[1::2], strict=True)
        return [listed(token_id.decode(), value.decode()) for token_id, value in pairs]


def _player(player_id: str, row: list[Any]) -> Player | None:
    """Without a name there is no player (any more)."""
    if row[0] is None:
        return None
    name, kind, owner, created_at, app, external_id, turn_url = ((value or b"").decode() for value in row)
    return Player(
        player_id, name, "bot" if kind == "bot" else "human", owner, int(created_at), app, external_id, turn_url
    )
