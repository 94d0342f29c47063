"""Players whom a player does not want to play with: no invitations between the two, no seats in the player's games."""

from collections.abc import Iterable

from service.hosting.errors import DomainError, TooMany
from service.hosting.host import Host
from service.hosting.players import find_player, no_player
from service.store.errors import LimitReached
from service.store.keys import is_player_id
from service.store.links import Link
from service.store.players import Player

MOST_BLOCKS = 1_000


class BlocksSelf(DomainError):
    """Nobody can block themselves."""

    code = "not-yourself"


def block(host: Host, player_id: str, other_id: str) -> None:
    """Blocks another player; again, nothing changes.

    Raises BlocksSelf, PlayerNotFound, and TooMany beyond MOST_BLOCKS blocks.
    """
    if other_id == player_id:
        raise BlocksSelf("You cannot block yourself.")
    find_player(host, other_id)
    if not host.players.touch(player_id):
        raise no_player()
    try:
        host.blocks.add(player_id, other_id, MOST_BLOCKS)
    except LimitReached as error:
        raise TooMany(f"You have blocked {error.most} players; unblock one first.") from None


def unblock(host: Host, player_id: str, other_id: str) -> None:
    """Takes a block back, also one that there is not. Raises PlayerNotFound for what can be no player's id."""
    host.blocks.remove(player_id, [blocked_id(other_id)])


def blocked_id(other_id: str) -> str:
    """The id of somebody who may be blocked, be it that they are gone by now. Raises PlayerNotFound."""
    if not is_player_id(other_id):
        raise no_player()
    return other_id


def list_blocks(host: Host, player_id: str) -> list[Link]:
    """Who is blocked and since when, oldest first."""
    return host.blocks.all(player_id)


def blocked_players(host: Host, player_id: str, links: list[Link]) -> list[tuple[Link, Player]]:
    """Blocks with the players they are about. Those who are gone fall off the list."""
    found = list(zip(links, host.players.get_many([link.id for link in links]), strict=True))
    host.blocks.remove(player_id, [link.id for link, player in found if player is None])
    return [(link, player) for link, player in found if player is not None]


def has_blocked(host: Host, player_id: str, other_id: str) -> bool:
    """Whether the player has blocked the other one."""
    return host.blocks.any_of([(player_id, other_id)])


def any_blocked(host: Host, player_id: str, others: Iterable[str]) -> bool:
    """Whether there is a block between the player and any of the others, in either direction."""
    return host.blocks.any_of([pair for other in others for pair in ((player_id, other), (other, player_id))])
