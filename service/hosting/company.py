"""Which players belong to the same people: who may sit in a sandbox together, and has a share of something together."""

from collections.abc import Sequence

from service.hosting.errors import SandboxStranger
from service.hosting.host import Host
from service.store.keys import is_app_id
from service.store.players import Player


def check_company(host: Host, creator: str, player_ids: Sequence[str]) -> None:
    """Raises SandboxStranger unless all these players belong together with the creator of a sandbox.

    A player belongs together with its bots, they with each other, and the players of one app with all of these. An id
    that nobody has is a stranger's too, so nothing else can be found out by asking.
    """
    if player_ids and not _belong_together(host, [creator, *player_ids]):
        raise SandboxStranger("A sandbox is for you, your bots, and players of the same owner or app.")


def household_of(host: Host, owner: str) -> str:
    """The app or the player that stands behind a player or an app; whoever is gone stands alone."""
    player = None if is_app_id(owner) else host.players.get(owner)
    if player is not None and player.owner:
        player = host.players.get(player.owner) or player
    return owner if player is None else _household(player)


def _belong_together(host: Host, player_ids: Sequence[str]) -> bool:
    players = host.players.get_many(player_ids)
    owners = host.players.get_many([player.owner or player.id if player else "" for player in players])
    return None not in owners and len({_household(owner) for owner in owners if owner}) == 1


def _household(owner: Player) -> str:
    return owner.app or owner.id
