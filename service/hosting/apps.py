"""Apps: back ends of developers, which make players for their own users and tokens for them."""

from typing import NamedTuple

from service.hosting.errors import DomainError
from service.hosting.host import Host
from service.hosting.players import find_player, no_player
from service.store.apps import App, AppClaim, Member
from service.store.errors import Conflict
from service.store.keys import new_player_id
from service.store.players import Player

TRIES = 8
"""How often a player that was deleted meanwhile is replaced."""


class AppNotFound(DomainError):
    """No app with this id (any more)."""

    code = "app-not-found"


class AppPlayer(NamedTuple):
    """A player of an app, and whether this call has made it."""

    player: Player
    made: bool


def find_app(host: Host, app_id: str) -> App:
    """The app. Raises AppNotFound."""
    app = host.apps.get(app_id)
    if app is None:
        raise AppNotFound("There is no such app (any more).")
    return app


def player_for(host: Host, app_id: str, external_id: str, name: str, new_id: str) -> AppPlayer:
    """The app's player of this external id; where it has none, a new one with `new_id`, which stays also unused.

    Of many calls at once one makes the player. Raises AppNotFound.
    """
    gone = ""
    for _ in range(TRIES):
        claim = host.apps.claim(app_id, external_id, new_id, gone)
        if claim is None:
            raise AppNotFound("There is no such app (any more).")
        if not claim.made:
            _write(host, app_id, external_id, name, claim)
        player = host.players.get(claim.player_id)
        if player is not None:
            return AppPlayer(player, claim.player_id == new_id)
        # It was deleted. Its id opens nothing any more, so the next one gets another.
        gone = claim.player_id
        new_id = new_player_id() if new_id == gone else new_id
    raise Conflict(0, "")


def find_player_of(host: Host, app_id: str, external_id: str) -> Player | None:
    """The app's player of this external id."""
    member = host.apps.find(app_id, external_id)
    return host.players.get(member.id) if member else None


def list_players(
    host: Host, app_id: str, after: tuple[int, str] | None, limit: int
) -> list[tuple[Member, Player | None]]:
    """Up to `limit` places of the app's list behind `after`, oldest first; None stands for a player that is gone."""
    members = host.apps.page(app_id, after, limit)
    return list(zip(members, host.players.get_many([member.id for member in members]), strict=True))


def find_own_player(host: Host, app_id: str, player_id: str) -> Player:
    """One of the app's players. Raises PlayerNotFound for others' players too, and for whoever is no app."""
    player = find_player(host, player_id)
    if not app_id or player.app != app_id:
        raise no_player()
    return player


def _write(host: Host, app_id: str, external_id: str, name: str, claim: AppClaim) -> None:
    """Writes a claimed player, be the claim one's own or that of a process that may have died."""
    player = Player(claim.player_id, name, app=app_id, external_id=external_id)
    host.players.create(player, unused_ms=0)
    if host.log.keeps(app_id):
        # Looked at only now: an app that begins with its log in this moment finds the player on its list.
        host.log.listen_for_app(player.id)
    host.apps.end_claim(app_id, external_id, claim.player_id)
