"""Logs of players and of apps: which commits of which games their owner has to do with, in one order.

Only who has asked for it keeps a log. An entry is a commit; what it holds stands in the game's own log, so nothing is
hidden here and nothing is copied. The numbers of a log count events, from 1: an entry of n events that ends at number m
holds m-n+1 to m. The oldest entries go when there are too many, all of them when nothing was added for thirty days; the
numbers go on all the same. A log, its owner's record and what belongs to them lie in one slot.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from .keys import is_app_id, is_player_id, log_of_key, logged_key, owner_key
from .scripts import load
from .wire import Client, Command, ScriptCall

KEPT_MS = 30 * 24 * 3600 * 1000
"""How long a log stays to which nothing is added."""
MOST_OF_PLAYER, MOST_OF_APP = 2_000, 100_000
"""How many commits a log holds, unless the settings say otherwise."""

_TELL, _LISTEN, _SLICE = load("tell"), load("listen"), load("log_slice")
_OWNER_FIELDS = ("listens", "app_listens", "log_last", "log_mark", "log_ready")
"""What an owner's record says of its log."""


class Logged(NamedTuple):
    """A commit in a log: `events` events of a game at `version`. `number` is that of the last one, 0 for one to be added.

    `mark`, drawn from all that the log holds up to here, tells this place from all others in this log and in any past
    that the store has lost; empty for one to be added.
    """

    game_id: str
    version: int
    events: int
    tag: str
    number: int = 0
    mark: str = ""

    @property
    def before(self) -> int:
        """The number in front of its first event."""
        return self.number - self.events


class Told(NamedTuple):
    """What an owner's record says as a commit is told.

    app: the app that the player belongs to, or "". hooks: webhook endpoints are enabled. calls: a callback address is
    set. gone: there is no such owner (any more).
    """

    app: str
    hooks: bool
    calls: bool
    gone: bool


class LogSlice(NamedTuple):
    """A part of a log as it is now. `last` and `mark` are number and mark of its newest event, 0 and "" for none.

    items: the entry that holds the number asked for, if it is kept, then those behind it. ready: all that begins a log
    has been done.
    """

    items: list[Logged]
    last: int
    mark: str
    ready: bool


class PlayerLog:
    """The logs of a store. An owner is the id of a player or of an app; any other text has none."""

    def __init__(self, client: Client, most: int = MOST_OF_PLAYER, most_of_app: int = MOST_OF_APP) -> None:
        self._client = client
        self._most, self._most_of_app = most, most_of_app

    def tell(self, commits: Sequence[tuple[str, Logged]]) -> list[Told]:
        """Add commits to the logs of their owners, in this order, where these keep one; what each owner is to be told by.

        One round trip. May be repeated: a commit that a log knows is not added again, and none behind a newer one of
        its game.
        """
        replies = self._client.run_each(_TELL, [self._call(owner, entry) for owner, entry in commits])
        return [Told(app.decode(), bool(hooks), bool(url), bool(gone)) for app, hooks, url, gone in replies]

    def listen(self, owner: str) -> bool:
        """Let there be a log from now on; False for no owner. Those of its games have to be marked, then `set_ready`."""
        return self._mark(owner, "listens")

    def listen_for_app(self, player_id: str) -> bool:
        """Let games of a player be told since its app keeps a log, the player perhaps none; False for no player."""
        return self._mark(player_id, "app_listens")

    def keeps(self, owner: str) -> bool:
        """Whether there is a log."""
        return _is_owner(owner) and bool(self._client.call("HEXISTS", owner_key(owner), "listens"))

    def set_ready(self, owner: str) -> None:
        """Note that the owner's games have been marked too."""
        self._mark(owner, "log_ready")

    def read(self, owner: str, after: int, limit: int) -> list[Logged]:
        """Up to `limit` entries that hold or follow event `after`, in order; from the oldest one kept for 0."""
        return self.slice(owner, after, limit).items

    def slice(self, owner: str, after: int, limit: int) -> LogSlice:
        """The same, with the end of the log, in one round trip."""
        if not _is_owner(owner):
            return LogSlice([], 0, "", False)
        keys = (owner_key(owner), log_of_key(owner))
        last, mark, ready, found = self._client.run(_SLICE, keys, (max(after, 1), limit))
        return LogSlice([_logged(entry) for entry in found], last, mark.decode(), bool(ready))

    def last(self, owner: str) -> tuple[int, str]:
        """Number and mark of the newest event, also of one that is not kept any more; 0 and "" for none."""
        found = self.slice(owner, 1, 1)
        return found.last, found.mark

    def mark_at(self, owner: str, number: int) -> str:
        """The mark of the entry that holds an event; "" where it is not kept (any more)."""
        found = self.slice(owner, number, 1)
        if number < 1 or number > found.last:
            return ""
        if found.items and found.items[0].before < number:
            return found.items[0].mark
        return found.mark if number == found.last else ""

    def forget(self, owner: str) -> None:
        """Remove a log, and that there was one."""
        if _is_owner(owner):
            gone: list[Command] = [("UNLINK", log_of_key(owner), logged_key(owner))]
            self._client.calls([*gone, ("HDEL", owner_key(owner), *_OWNER_FIELDS)])

    def _mark(self, owner: str, field: str) -> bool:
        return _is_owner(owner) and bool(self._client.run(_LISTEN, (owner_key(owner),), (field,)))

    def _call(self, owner: str, entry: Logged) -> ScriptCall:
        most = self._most_of_app if is_app_id(owner) else self._most
        arguments = (owner, entry.game_id, entry.version, entry.events, entry.tag, most, KEPT_MS)
        return (owner_key(owner), log_of_key(owner), logged_key(owner)), arguments


def _is_owner(text: str) -> bool:
    return is_player_id(text) or is_app_id(text)


def _logged(entry: Any) -> Logged:
    number, fields = entry
    _, game_id, _, version, _, events, _, tag, _, mark = fields
    place = int(number.partition(b"-")[0]), mark.decode()
    return Logged(game_id.decode(), int(version), int(events), tag.decode(), *place)
