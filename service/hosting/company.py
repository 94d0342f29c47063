"""Who may sit in a sandbox: whoever belongs to the same people as its creator."""

from collections.abc import Sequence

from service.hosting.errors import SandboxStranger
from service.hosting.host import Host
from service.store.players import Player


def check_company(host: Host, creator: str, player_ids: Sequence[str]) -> None:
    """Raises SandboxStranger unless all these players belong together with the creator of a sandbox.

    A player belongs together with its bots, they with each other, and the players of one app with all of these. An id
    that nobody has is a stranger's too, so nothing else can be found out by asking.
    """
    if player_ids and not _belong_together(host, [creator, *player_ids]):
        raise SandboxStranger("A sandbox is for you, your bots, and players of the same owner or app.")


def _belong_together(host: Host, player_ids: Sequence[str]) -> bool:
    players = host.players.get_many(player_ids)
    owners = host.players.get_many([player.owner or player.id if player else "" for player in players])
    return None not in owners and len({_household(owner) for owner in owners if owner}) == 1


def _household(owner: Player) -> str:
    return owner.app or owner.id
