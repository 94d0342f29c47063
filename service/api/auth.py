"""Who is calling: the Authorization header, and the token record behind it."""

import re
from typing import NamedTuple
from urllib.parse import parse_qsl

from service.api.errors import Refused
from service.store.tokens import TokenKind, decode_token, digest_of

_TOKEN = re.compile(r"spl_[a-z]+_[A-Za-z0-9_-]{43}")
_CHALLENGE = 'Bearer realm="splendor"'
_QUERY_NAMES = frozenset({"access_token", "token", "auth_token", "api_key", "authorization", "bearer"})


class Caller(NamedTuple):
    """The holder of a token. `credential` is the token's digest, never the token; `scope` is empty or `read`.

    `player_id` is empty for apps and administrators, `app_id` for all but apps.
    """

    kind: TokenKind
    player_id: str
    credential: str
    token_id: str
    scope: str
    app_id: str = ""


def bearer(header: str | None) -> str:
    """The digest of the token in an Authorization header, empty where there is none. Raises Refused `token-invalid`."""
    if header is None:
        return ""
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token):
        raise invalid()
    return digest_of(token)


def caller(record: bytes | None, credential: str) -> Caller:
    """The holder of a token, by its record in the store. Raises Refused `token-invalid` where there is none."""
    if record is None:
        raise invalid()
    token = decode_token(record)
    return Caller(token.kind, token.player_id, credential, token.token_id, token.scope, token.app_id)


def missing() -> Refused:
    """401 for a request without a token where one is needed."""
    return Refused("token-missing", headers={"WWW-Authenticate": _CHALLENGE})


def invalid() -> Refused:
    """401 for a token that is not or no longer valid."""
    return Refused("token-invalid", headers={"WWW-Authenticate": f'{_CHALLENGE}, error="invalid_token"'})


def refuse_token_in_query(query: str) -> None:
    """Raises Refused `token-in-query` where a raw query has anything in it that looks like a credential."""
    for name, value in parse_qsl(query, keep_blank_values=True, errors="replace"):
        if name.lower() in _QUERY_NAMES or _TOKEN.search(value):
            raise Refused("token-in-query")
