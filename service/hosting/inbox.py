"""The inbox: where a player has to act now.

It is read from the player's list and from the games themselves, never from what was told of them, so it is exact. What
the player was told of already is the client's to keep: a short text, which goes out with each answer and comes back with
the next question (see Told).
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from service.hosting.host import Host
from service.hosting.instants import instant
from service.hosting.legal import legal_for
from service.hosting.reading import Table, open_table
from service.hosting.render import View
from service.hosting.telling import entries_of
from service.store.indexes import HIDDEN
from splendor.engine.view import turn_view

AGAIN_S = 60
"""After how long a turn that still waits is told again: its answer may have been lost on its way."""
MOST_TOLD = 300
"""How many turns are known as told; of more the ones told longest ago may come again sooner."""
KEY_BYTES = 6
MOST_AT_ONCE = 200
"""How many games are read in one round trip."""
_PLAYING = ("playing", "playing-ai")
PLAYING_SETS = (*_PLAYING, *(name + HIDDEN for name in _PLAYING))

Told = Mapping[bytes, int]
"""The keys of turns that the player was told of, each with when that was, in seconds since 1970."""


class Turn(NamedTuple):
    """A game in which the player has to act, at one of its versions."""

    table: Table

    @property
    def key(self) -> bytes:
        """Names this game at this version, tag included: a past that was set back is another turn."""
        stored = self.table.stored
        return hashlib.blake2b(f"{stored.id} {stored.etag}".encode(), digest_size=KEY_BYTES).digest()

    @property
    def place(self) -> tuple[bool, int, int, str]:
        """Oldest deadline first; those without one after all others, by when they began."""
        clock = self.table.stored.clock
        return not clock.deadline, clock.deadline, clock.turn_at, self.table.game.id

    def shown(self, include: Iterable[str] = ()) -> View:
        """As a reply has it; `include` adds `view` and `legal_actions`."""
        table, clock, turn = self.table, self.table.stored.clock, turn_view(self.table.game.running)
        item: View = {
            "game_id": table.game.id,
            "etag": table.stored.etag,
            "seat": turn["seat"],
            "phase": turn["phase"],
            "turn": turn["number"],
            "started_at": instant(clock.turn_at),
        }
        if clock.deadline:
            item["deadline_at"] = instant(clock.deadline)
        if "view" in include:
            item["view"] = table.view()
        if "legal_actions" in include:
            item["legal_actions"] = legal_for(table, "default")["actions"]
        return item


class Inbox:
    """The turns of one player as they were read last."""

    def __init__(self, host: Host, player_id: str) -> None:
        self._host, self._player_id = host, player_id
        self._turns: dict[str, Turn] = {}

    def read(self, game_ids: Iterable[str] | None = None) -> None:
        """Reads the games named, or all that run."""
        if game_ids is None:
            self._turns = {}
            game_ids = [entry.game_id for entry in entries_of(self._host, self._player_id, PLAYING_SETS)]
        wanted = list(game_ids)
        for start in range(0, len(wanted), MOST_AT_ONCE):
            self._read(wanted[start : start + MOST_AT_ONCE])

    def _read(self, wanted: Sequence[str]) -> None:
        for game_id, stored in zip(wanted, self._host.games.read_each(wanted), strict=True):
            table = open_table(stored, self._player_id) if stored else None
            if table is not None and table.game.player_to_act == self._player_id:
                self._turns[game_id] = Turn(table)
            else:
                self._turns.pop(game_id, None)

    def untold(self, told: Told, now_s: int) -> list[Turn]:
        """The turns that the player has not been told of, or long enough ago, in their order."""
        found = (turn for turn in self._turns.values() if now_s - told.get(turn.key, 0) >= AGAIN_S)
        return sorted(found, key=lambda turn: turn.place)

    def known(self, told: Told, turns: Iterable[Turn], now_s: int) -> Told:
        """What is told once `turns` are told too: of the present turns alone, and only as long as it counts."""
        present = {turn.key for turn in self._turns.values()}
        kept = {key: at for key, at in told.items() if key in present and now_s - at < AGAIN_S}
        newest = sorted((kept | {turn.key: now_s for turn in turns}).items(), key=lambda one: one[1])[-MOST_TOLD:]
        return dict(newest)
