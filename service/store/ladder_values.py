"""What is stored of ladders, and what is asked to be written. Records are bytes here, whatever they mean."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

Settled = Literal["done", "before", "unknown", "moved"]
"""What came of settling a game: written now, or before; not among those that run; or to be computed again."""


class StoredLadder(NamedTuple):
    """What is laid down of a ladder. `created_at` in ms since 1970."""

    id: str
    revision: int
    record: bytes
    created_at: int


class StoredStanding(NamedTuple):
    """Where an entry stands; the revision rises with each change. 0 and b"" for one that has not played."""

    revision: int
    record: bytes


class Ranked(NamedTuple):
    """One of those that are ranked: its place, from 1, and where it stands."""

    place: int
    entry: str
    standing: StoredStanding


class Busy(NamedTuple):
    """How many games an entry plays, from when on it may be paired again, and since when it has waited (ms since 1970).

    It waits from the end of a game and of the rest after it, or from when it was last put into one.
    """

    games: int = 0
    free_from: int = 0
    since: int = 0


class Snapshot(NamedTuple):
    """All of a ladder's entries at one moment: records, standings, who plays, and the time of it (ms since 1970).

    game_ms: how long its last games took on average, from the pairing to the result; 0 before there is any.
    """

    entries: dict[str, bytes]
    standings: dict[str, StoredStanding]
    busy: dict[str, Busy]
    now: int
    game_ms: int = 0


class Hold(NamedTuple):
    """An entry that is to play: its record as it is known, and its seat."""

    entry: str
    record: bytes
    seat: int


class Running(NamedTuple):
    """A pairing whose game has not been settled; `made_at` in ms since 1970."""

    game_id: str
    made_at: int
    record: bytes


class SettledSeat(NamedTuple):
    """What a game brings an entry: a new standing in the place of `revision`, or none. `held`: it is free again.

    rank: where it comes among those that are ranked, the least first; None where it is not, or stays.
    """

    entry: str
    revision: int
    standing: bytes
    held: bool
    rank: int | None = None


class EntryChange(NamedTuple):
    """A record that takes the place of another one."""

    entry: str
    before: bytes
    after: bytes


class Room(NamedTuple):
    """How many entries there may be, beside one that comes in: of its household, and in all."""

    household: str
    of_household: int
    of_all: int


class Settlement(NamedTuple):
    """What comes of a game, in the order of its seats.

    ledger: its entry in the ledger; where that is empty `note` is kept of the game. paired: it counts only where it was
    paired and has not been settled. rest_ms: how long its entries rest. put_back: its seats and meetings count for no
    balance. met: the names of what is counted, see `meeting`.
    """

    game_id: str
    seats: tuple[SettledSeat, ...]
    ledger: bytes
    note: str = ""
    paired: bool = True
    rest_ms: int = 0
    put_back: bool = False
    met: tuple[str, ...] = ()
    changes: tuple[EntryChange, ...] = ()


def meeting(better: str, worse: str, *, shared: bool = False) -> str:
    """The name under which it is counted that one entry came in before another, or that both shared a place."""
    return "=".join(sorted((better, worse))) if shared else f"{better} {worse}"


def pair_name(one: str, other: str) -> str:
    """The name under which it is counted how often two are put together."""
    return " ".join(sorted((one, other)))


def pair_names(entries: Sequence[str]) -> list[str]:
    """The names of any two of these. No script makes them: how it compares texts depends on its server's locale."""
    return [pair_name(*two) for two in combinations(entries, 2)]
