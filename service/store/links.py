"""Short lists of other players that a player keeps: its bots, and those it has blocked."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .errors import LimitReached
from .keys import is_player_id, link_key, player_key
from .scripts import load
from .wire import Client

_ADD, _NOW = load("add_link"), load("now")


class Link(NamedTuple):
    """Another player on a list, and since when, in ms since 1970."""

    at: int
    id: str


class LinkStore:
    """One kind of list, in its player's slot. Ids that cannot be any stand on none."""

    def __init__(self, client: Client, kind: str) -> None:
        self._client = client
        self._kind = kind

    def add(self, player_id: str, other_id: str, most: int) -> int | None:
        """Since when the other stands on the list; None for no player. Raises LimitReached beyond `most` entries."""
        if not (is_player_id(player_id) and is_player_id(other_id)):
            return None
        keys = (player_key(player_id), link_key(self._kind, player_id))
        since: int | None = self._client.run(_ADD, keys, (other_id, most))
        if since is not None and since < 0:
            raise LimitReached(most)
        return since

    def now(self, player_id: str) -> int:
        """The clock by which this player's list is dated, in ms since 1970."""
        return int(self._client.run(_NOW, (link_key(self._kind, player_id),)))

    def remove(self, player_id: str, others: Iterable[str]) -> None:
        """Take others off the list, also those that do not stand there."""
        gone = [other for other in others if is_player_id(other)]
        if gone and is_player_id(player_id):
            self._client.call("HDEL", link_key(self._kind, player_id), *gone)

    def drop(self, player_id: str) -> None:
        """Remove a player's whole list."""
        if is_player_id(player_id):
            self._client.call("UNLINK", link_key(self._kind, player_id))

    def all(self, player_id: str) -> list[Link]:
        """The list, oldest first, by time and id."""
        if not is_player_id(player_id):
            return []
        found = self._client.call("HGETALL", link_key(self._kind, player_id))
        return sorted(Link(int(at), other.decode()) for other, at in zip(found[::2], found[1::2], strict=True))

    def all_of(self, player_ids: Sequence[str]) -> list[frozenset[str]]:
        """The others on several lists, in one round trip."""
        known = [one for one in player_ids if is_player_id(one)]
        rows = self._client.calls([("HKEYS", link_key(self._kind, one)) for one in known]) if known else []
        found = {one: frozenset(map(bytes.decode, row)) for one, row in zip(known, rows, strict=True)}
        return [found.get(one, frozenset()) for one in player_ids]

    def any_of(self, pairs: Iterable[tuple[str, str]]) -> bool:
        """Does in any of these pairs the first player have the second one on its list? One round trip."""
        known = [(first, second) for first, second in pairs if is_player_id(first) and is_player_id(second)]
        commands = [("HEXISTS", link_key(self._kind, first), second) for first, second in known]
        return bool(known) and any(self._client.calls(commands))
