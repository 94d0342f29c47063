"""Apps: back ends of developers, and the players they made, each known to its app by an external id.

An app's keys lie in one slot, each of its players in another: a player is claimed first, then written, then noted as
written, and whoever finds a claim without its player finishes it.
"""

from typing import NamedTuple

from .errors import Unreadable
from .keys import app_key, app_players_key, external_ids_key, is_app_id
from .scripts import load
from .wire import Client

_CLAIM, _END, _FORGET = load("claim_external"), load("end_external"), load("forget_external")
_TIME_DIGITS = 11
"""Hex digits of the time in front of an id; as text they sort as the times do."""


class App(NamedTuple):
    """An app; `created_at` in ms since 1970."""

    id: str
    name: str
    created_at: int = 0


class AppClaim(NamedTuple):
    """The player that stands behind an external id, and whether it was written already."""

    player_id: str
    made: bool


class Member(NamedTuple):
    """A player on an app's list, and when it came there, in ms since 1970."""

    at: int
    id: str


class AppStore:
    """Reads and writes apps and their lists of players. Ids that cannot be any are answered as unknown."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, app: App) -> None:
        """Store an app."""
        self._client.call("HSET", app_key(app.id), "name", app.name, "created_at", app.created_at)

    def get(self, app_id: str) -> App | None:
        if not is_app_id(app_id):
            return None
        name, created_at = self._client.call("HMGET", app_key(app_id), "name", "created_at")
        return App(app_id, name.decode(), int(created_at)) if name is not None else None

    def claim(self, app_id: str, external_id: str, new_id: str, gone: str = "") -> AppClaim | None:
        """The player behind an external id: a known one, unless it is `gone`, else `new_id`. None for no app."""
        if not is_app_id(app_id):
            return None
        keys = (app_key(app_id), external_ids_key(app_id), app_players_key(app_id))
        found = self._client.run(_CLAIM, keys, (external_id, new_id, gone))
        return AppClaim(found[0].decode(), found[1] == b"1") if found is not None else None

    def end_claim(self, app_id: str, external_id: str, player_id: str) -> None:
        """Note that the claimed player was written."""
        self._client.run(_END, (external_ids_key(app_id),), (external_id, player_id))

    def forget(self, app_id: str, external_id: str, player_id: str) -> None:
        """Take a player who is gone from an app's list, and its external id with it. May be repeated."""
        if is_app_id(app_id):
            keys = (external_ids_key(app_id), app_players_key(app_id))
            self._client.run(_FORGET, keys, (external_id, player_id))

    def find(self, app_id: str, external_id: str) -> Member | None:
        """The player behind an external id."""
        value = self._client.call("HGET", external_ids_key(app_id), external_id) if is_app_id(app_id) else None
        if value is None:
            return None
        player_id, at, _ = value.decode().split(" ")
        return Member(int(at, 16), player_id)

    def page(self, app_id: str, after: tuple[int, str] | None, limit: int) -> list[Member]:
        """Up to `limit` players of an app behind a place (time, id), oldest first."""
        if not is_app_id(app_id):
            return []
        start = f"({after[0]:0{_TIME_DIGITS}x}{after[1]}" if after else "-"
        found = self._client.call("ZRANGEBYLEX", app_players_key(app_id), start, "+", "LIMIT", 0, limit)
        return [_member(one.decode()) for one in found]


def _member(text: str) -> Member:
    try:
        return Member(int(text[:_TIME_DIGITS], 16), text[_TIME_DIGITS:])
    except ValueError as error:
        raise Unreadable(str(error)) from error
