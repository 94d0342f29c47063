"""The table of a ladder, its running games, and the pages of its ledger."""

from collections.abc import Sequence
from typing import NamedTuple

from service.hosting.game import DELETED_NAME
from service.hosting.host import Host
from service.hosting.ladders.conduct import error_share, judged_conduct
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.values import (
    Entry,
    LedgerEntry,
    Standing,
    entry_of,
    ledger_entry_of,
    pairing_of,
    standing_of,
)
from service.store.keys import is_player_id
from service.store.ladder_keys import PEOPLE
from splendor.ratings.rating import conservative


class Row(NamedTuple):
    """An entry in the table.

    place: from 1, by conservative rating; 0 for one that is not ranked, since it has not played or is out. seen_ms: how
    long ago it was heard of, None for an AI player, or not for long. error_share: in what share of the games it is
    judged by it has erred.
    """

    place: int
    id: str
    name: str
    entry: Entry
    standing: Standing
    seen_ms: int | None
    error_share: float
    running: int


class LedgerItem(NamedTuple):
    """An entry of the ledger and its place in it, from 1."""

    place: int
    entry: LedgerEntry


class RunningGame(NamedTuple):
    """A game of the ladder that has not been settled: since when (ms since 1970), who plays, and whether it counts."""

    game_id: str
    made_at: int
    seats: tuple[str, ...]
    rated: bool


def table(host: Host, ladder_id: str) -> list[Row]:
    """All entries, the best first; those that are not ranked last, by when they came. Raises LadderNotFound."""
    find_ladder(host, ladder_id)
    found = host.ladders.snapshot(ladder_id)
    standings = {one: standing_of(stored) for one, stored in found.standings.items()}
    entries = {one: entry_of(record) for one, record in found.entries.items()}
    if ladder_id == PEOPLE:
        entries = {one: Entry("human", status="active", validated=True) for one in standings}
    ids = list(entries)
    seen = dict(zip(ids, host.presence.seen_ms(ids), strict=True))
    names = names_of(host, ids)
    rows = [
        Row(
            0, one, names[one], entry, standing, seen[one], error_share(judged_conduct(entry, standing)),
            found.busy[one].games if one in found.busy else 0,
        )
        for one, entry in entries.items()
        for standing in [standings.get(one, Standing())]
    ]  # fmt: skip
    ranked = sorted(filter(_is_ranked, rows), key=lambda row: (-conservative(row.standing.rating), row.id))
    others = sorted((row for row in rows if not _is_ranked(row)), key=lambda row: (row.entry.joined_at, row.id))
    return [*(row._replace(place=place) for place, row in enumerate(ranked, 1)), *others]


def ledger_page(host: Host, ladder_id: str, entry_id: str = "", before: int = 0, limit: int = 50) -> list[LedgerItem]:
    """The newest entries of the ledger, of one entry where it is given, from places before `before` (0: all).

    Raises LadderNotFound.
    """
    find_ladder(host, ladder_id)
    if entry_id:
        found = host.ladders.ledger_of(ladder_id, entry_id, before, limit)
        return [LedgerItem(place, ledger_entry_of(record)) for place, record in found]
    last = before - 1 if before else host.ladders.length(ladder_id)
    first = max(1, last - limit + 1)
    records = host.ladders.ledger(ladder_id, first, last)
    return [LedgerItem(first + offset, ledger_entry_of(record)) for offset, record in enumerate(records)][::-1]


def running_games(host: Host, ladder_id: str) -> list[RunningGame]:
    """The games that run, newest first. Raises LadderNotFound."""
    find_ladder(host, ladder_id)
    pairings = ((one, pairing_of(one.record)) for one in reversed(host.ladders.running(ladder_id)))
    return [RunningGame(one.game_id, one.made_at, pairing.seats, pairing.counts) for one, pairing in pairings]


def names_of(host: Host, entry_ids: Sequence[str]) -> dict[str, str]:
    """What the entries are called: AI players by their own names, who is gone by a neutral one (B24)."""
    people = [one for one in entry_ids if is_player_id(one)]
    found = host.players.get_many(people) if people else []
    names = {one: player.name if player else DELETED_NAME for one, player in zip(people, found, strict=True)}
    return {one: names.get(one, one) for one in entry_ids}


def _is_ranked(row: Row) -> bool:
    return row.standing.games > 0 and row.entry.status in ("active", "paused")
