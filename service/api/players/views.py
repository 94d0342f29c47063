"""What players and tokens look like from outside, and what an ordered token is to hosting."""

from typing import Any

from service.api.call import Call, Reply
from service.api.players.schemas import PLAY
from service.hosting.instants import instant
from service.hosting.players import Issued, Registered, TokenOrder
from service.store.callbacks import Failure
from service.store.players import Player, Token


def player_view(player: Player) -> dict[str, Any]:
    """A player as anybody may see it."""
    view = {"id": player.id, "name": player.name, "kind": player.kind, "created_at": instant(player.created_at)}
    return view | ({"owner": player.owner} if player.owner else {})


def own_view(player: Player) -> dict[str, Any]:
    """A player as it sees itself."""
    return player_view(player) | ({"turn_url": player.turn_url} if player.turn_url else {})


def token_view(token: Token) -> dict[str, Any]:
    """A token without its secret, which nobody knows."""
    view = {"id": token.id, "scope": token.scope or PLAY, "created_at": instant(token.created_at)}
    return view | ({"expires_at": instant(token.expires_at)} if token.expires_at else {})


def failure_view(failure: Failure) -> dict[str, Any]:
    """A call that led to no action."""
    shown: dict[str, Any] = {
        "at": instant(failure.at),
        "game_id": failure.game_id,
        "version": failure.version,
        "attempt": failure.attempt,
        "reason": failure.reason,
    }
    shown |= {"status": failure.status} if failure.status else {}
    return shown | ({"rule": failure.rule} if failure.rule else {})


def token_order(call: Call) -> TokenOrder:
    """The token that a body of NewTokenSchema asks for."""
    scope = call.body["scope"]
    stored = "" if scope == PLAY else scope
    return TokenOrder(stored, call.body.get("expires_at", 0), call.services.settings.quota_tokens)


def issued(made: Issued, location: str) -> Reply:
    """The reply with a new token."""
    return Reply({**token_view(made.token), "token": made.secret}, location=location)


def registered(made: Registered, location: str) -> Reply:
    """The reply with a new player and its first token."""
    return Reply({"player": player_view(made.player), "token": made.secret}, location=location)
