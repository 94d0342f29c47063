"""Players and their tokens: registering, renaming, and tokens for further devices."""

from typing import NamedTuple

from service.hosting.errors import DomainError, TooMany
from service.hosting.host import Host
from service.store.errors import LimitReached
from service.store.keys import new_player_id, new_token_id
from service.store.players import NewToken, Player, Token, digest_of, new_secret


class PlayerNotFound(DomainError):
    """No player with this id (any more)."""

    code = "player-not-found"


class TokenNotFound(DomainError):
    """The player has no token with this id."""

    code = "token-not-found"


class Registered(NamedTuple):
    """A new player and the token, in the only moment in which it is known."""

    player: Player
    secret: str


class Issued(NamedTuple):
    """A further token of a player, in the only moment in which it is known."""

    token: Token
    secret: str


class TokenOrder(NamedTuple):
    """A token as it is ordered: `scope` is empty or `read`; `expires_at` in ms since 1970, 0 for never.

    most: how many tokens that have not expired the player may have, this one among them.
    """

    scope: str
    expires_at: int
    most: int


def register(host: Host, name: str) -> Registered:
    """Creates a player. One that is never used expires after 30 days."""
    return create(host, Player(new_player_id(), name))


def create(host: Host, player: Player) -> Registered:
    """Stores a player that expires unless it is used, with a first token."""
    secret = new_secret("player")
    return Registered(host.players.create(player, NewToken(new_token_id(), digest_of(secret))), secret)


def find_player(host: Host, player_id: str) -> Player:
    """The player. Raises PlayerNotFound."""
    player = host.players.get(player_id)
    if player is None:
        raise no_player()
    return player


def rename(host: Host, player_id: str, name: str) -> Player:
    """Gives the player another name; games keep the one of the time the seat was taken. Raises PlayerNotFound."""
    if not (host.players.rename(player_id, name) and host.players.touch(player_id)):
        raise no_player()
    return find_player(host, player_id)


def issue_token(host: Host, player_id: str, order: TokenOrder) -> Issued:
    """A further token. Raises PlayerNotFound, and TooMany where the player has as many as it may have."""
    secret = new_secret("player")
    new = NewToken(new_token_id(), digest_of(secret), order.scope, order.expires_at)
    try:
        token = host.players.create_token(player_id, new, order.most)
    except LimitReached as error:
        raise TooMany(f"The player has {error.most} tokens; withdraw one first.") from None
    if token is None:
        raise no_player()
    return Issued(token, secret)


def list_tokens(host: Host, player_id: str) -> list[Token]:
    """The player's tokens, oldest first."""
    return host.players.tokens(player_id)


def find_token(host: Host, player_id: str, token_id: str) -> Token:
    """One of the player's tokens. Raises TokenNotFound."""
    found = next((token for token in list_tokens(host, player_id) if token.id == token_id), None)
    if found is None:
        raise _no_token()
    return found


def withdraw_token(host: Host, player_id: str, token_id: str) -> None:
    """Makes a token invalid at once, also the one the caller uses. Raises TokenNotFound."""
    if not host.players.delete_token(player_id, token_id):
        raise _no_token()


def _no_token() -> TokenNotFound:
    return TokenNotFound("You have no token with this id.")


def no_player() -> PlayerNotFound:
    """What is said of unknown, expired and deleted players alike."""
    return PlayerNotFound("There is no player with this id (any more).")
