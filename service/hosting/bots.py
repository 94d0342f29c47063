"""Bots of a player: players of their own, with tokens of their own, that tell whose they are."""

from service.hosting.errors import DomainError, TooMany
from service.hosting.host import Host
from service.hosting.players import Registered, create, find_player, no_player
from service.store.errors import LimitReached
from service.store.keys import new_player_id
from service.store.links import Link
from service.store.players import Player

BEGUN_MS = 60_000
"""How long a bot may stand on the list and not be written yet: whoever makes it is still at it."""


class OwnerIsBot(DomainError):
    """Bots have no bots of their own."""

    code = "owner-is-bot"


def create_bot(host: Host, owner_id: str, name: str, most: int) -> Registered:
    """A bot with its first token. As any player it expires after 30 days unless it is used.

    Raises OwnerIsBot, PlayerNotFound, and TooMany where the owner has `most` bots.
    """
    owner = find_player(host, owner_id)
    if owner.kind == "bot":
        raise OwnerIsBot("A bot has no bots of its own.")
    bot = Player(new_player_id(), name, "bot", owner.id)
    if not (host.players.touch(owner.id) and _list(host, bot, most)):
        raise no_player()
    made = create(host, bot)
    if host.players.get(owner.id) is None:
        # The owner was deleted meanwhile, and the bot was not there yet to be deleted too.
        host.players.mark_deleted(bot.id)
        raise no_player()
    return made


def list_bots(host: Host, owner_id: str) -> list[tuple[Link, Player]]:
    """The owner's bots with their places on the list, oldest first."""
    links = host.bots.all(owner_id)
    found = zip(links, host.players.get_many([link.id for link in links]), strict=True)
    return [(link, bot) for link, bot in found if bot is not None]


def find_bot(host: Host, owner_id: str, bot_id: str) -> Player:
    """One of the owner's bots. Raises PlayerNotFound for others' players too, and for whoever is no player."""
    bot = find_player(host, bot_id)
    if not owner_id or bot.owner != owner_id:
        raise no_player()
    return bot


def _list(host: Host, bot: Player, most: int) -> bool:
    """Puts a bot on its owner's list; where that is full, bots that have expired make room. False for no owner."""
    try:
        return host.bots.add(bot.owner, bot.id, most) is not None
    except LimitReached:
        _drop_gone(host, bot.owner)
    try:
        return host.bots.add(bot.owner, bot.id, most) is not None
    except LimitReached as error:
        raise TooMany(f"You have {error.most} bots; delete one first.") from None


def _drop_gone(host: Host, owner_id: str) -> None:
    settled = host.bots.now(owner_id) - BEGUN_MS
    links = [link for link in host.bots.all(owner_id) if link.at < settled]
    found = zip(links, host.players.get_many([link.id for link in links]), strict=True)
    host.bots.remove(owner_id, [link.id for link, bot in found if bot is None])
