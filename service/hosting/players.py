"""Players and their tokens: registering, renaming, and tokens for further devices."""

from typing import NamedTuple

from service.hosting.errors import DomainError
from service.hosting.host import Host
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


def register(host: Host, name: str) -> Registered:
    """Creates a player. One that is never used expires after 30 days."""
    secret = new_secret("player")
    player = host.players.create(Player(new_player_id(), name), NewToken(new_token_id(), digest_of(secret)))
    return Registered(player, secret)


def find_player(host: Host, player_id: str) -> Player:
    """The player. Raises PlayerNotFound."""
    player = host.players.get(player_id)
    if player is None:
        raise _no_player()
    return player


def rename(host: Host, player_id: str, name: str) -> Player:
    """Gives the player another name; games keep the one of the time the seat was taken. Raises PlayerNotFound."""
    if not (host.players.rename(player_id, name) and host.players.touch(player_id)):
        raise _no_player()
    return find_player(host, player_id)


def issue_token(host: Host, player_id: str, scope: str, expires_at: int) -> Issued:
    """A further token; `expires_at` in ms since 1970, 0 for never. Raises PlayerNotFound."""
    secret = new_secret("player")
    token = host.players.create_token(player_id, NewToken(new_token_id(), digest_of(secret), scope, expires_at))
    if token is None:
        raise _no_player()
    return Issued(token, secret)


def list_tokens(host: Host, player_id: str) -> list[Token]:
    """The player's tokens, oldest first."""
    return host.players.tokens(player_id)


def withdraw_token(host: Host, player_id: str, token_id: str) -> None:
    """Makes a token invalid at once, also the one the caller uses. Raises TokenNotFound."""
    if not host.players.delete_token(player_id, token_id):
        raise TokenNotFound("You have no token with this id.")


def _no_player() -> PlayerNotFound:
    return PlayerNotFound("This player does not exist any more.")
