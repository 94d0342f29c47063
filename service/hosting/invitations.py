"""Whom a player may invite."""

from collections.abc import Mapping, Sequence

from service.hosting.blocks import any_blocked, has_blocked
from service.hosting.errors import InvitationRefused, NotWelcome
from service.hosting.host import Host
from service.hosting.quotas import check_invitations, check_invited
from service.store.players import Player


def invitable(host: Host, inviter: str, player_ids: Sequence[str]) -> Mapping[str, Player]:
    """The players of these ids, all of whom may be invited.

    Raises InvitationRefused where one of them is not, and says neither which nor why: nobody learns of a block from it.
    Raises TooMany where too many of the inviter's invitations are unanswered.
    """
    if not player_ids:
        return {}
    check_invitations(host, inviter, len(player_ids))
    known = {player.id: player for player in host.players.get_many(player_ids) if player is not None}
    if len(known) < len(player_ids) or inviter in known or any_blocked(host, inviter, player_ids):
        raise InvitationRefused("A player you named cannot be invited.")
    check_invited(host, list(known))
    return known


def check_welcome(host: Host, creator: str, player_id: str) -> None:
    """Raises NotWelcome where the creator of a game has blocked the player."""
    if creator != player_id and has_blocked(host, creator, player_id):
        raise NotWelcome("You cannot join this game.")
