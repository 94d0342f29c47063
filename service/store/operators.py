"""The tokens that operators hand out: of apps, and their own. They are listed in one place, so that any can be revoked."""

from collections.abc import Mapping

import msgspec

from .keys import OPERATOR_TOKENS, token_key
from .tokens import TokenKind, TokenRecord, grant
from .wire import Client


class OperatorToken(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token without its secret. `name`: the app's name, or a note; `created_at` in ms since 1970."""

    id: str
    kind: TokenKind
    digest: str
    created_at: int
    name: str = ""
    app_id: str = ""


class OperatorStore:
    """Reads and writes the tokens of apps and administrators."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def now(self) -> int:
        """The store's clock, in ms since 1970."""
        seconds, micros = self._client.call("TIME")
        return int(seconds) * 1000 + int(micros) // 1000

    def add(self, token: OperatorToken) -> None:
        """Store a token; listed first, so that none is ever valid that cannot be revoked."""
        self._client.call("HSET", OPERATOR_TOKENS, token.id, msgspec.json.encode(token))
        grant(self._client, token.digest, TokenRecord(token.kind, token_id=token.id, app_id=token.app_id))

    def all(self) -> list[OperatorToken]:
        """All tokens, oldest first."""
        return sorted(self._listed().values(), key=lambda token: (token.created_at, token.id))

    def revoke(self, token_id: str) -> bool:
        """Make a token invalid at once; False where there is none with this id."""
        token = self._listed().get(token_id)
        if token is None:
            return False
        self._client.call("UNLINK", token_key(token.digest))
        self._client.call("HDEL", OPERATOR_TOKENS, token_id)
        return True

    def _listed(self) -> Mapping[str, OperatorToken]:
        values = self._client.call("HVALS", OPERATOR_TOKENS)
        tokens = (msgspec.json.decode(value, type=OperatorToken) for value in values)
        return {token.id: token for token in tokens}
