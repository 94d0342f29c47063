"""The table of a ladder, its running games, and the pages of its ledger."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from service.hosting.game import DELETED_NAME
from service.hosting.host import Host
from service.hosting.ladders.conduct import error_share
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.ranks import FAR, rank_of
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
from service.store.ladders import MOST_ENTRIES, Busy, Spot
from service.store.players import Player

_RANKED = ("active", "paused")


class Row(NamedTuple):
    """An entry in the table.

    place: from 1, by conservative rating; 0 for one that is not ranked, since it has not played or is out. seen_ms: how
    long ago it was heard of, None for an AI player, or not for long. error_share: in what share of its last
    games it has erred.
    """

    place: int
    id: str
    name: str
    entry: Entry
    standing: Standing
    seen_ms: int | None
    error_share: float
    running: int

    @property
    def spot(self) -> Spot:
        """Where it comes in the table."""
        return Spot(rank_of(self.standing) if self.place else 2 * FAR + self.entry.joined_at, self.id)


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

    @property
    def spot(self) -> Spot:
        """Where it comes among those that run."""
        return Spot(-self.made_at, self.game_id)


def table(host: Host, ladder_id: str, behind: Spot | None = None, limit: int = MOST_ENTRIES) -> list[Row]:
    """Up to so many entries behind a spot, the best first; those that are not ranked last, by when they came.

    Raises LadderNotFound.
    """
    ladder = find_ladder(host, ladder_id)
    rows = _people(host, behind, limit) if ladder_id == PEOPLE else _entered(host, ladder_id, behind, limit)
    ids = [row.id for row in rows]
    players, seen = _players(host, ids), host.presence.seen_ms(ids)
    return [
        row._replace(
            name=_name(row.id, players),
            entry=_with_kind(row.entry, players.get(row.id)),
            seen_ms=seen_ms,
            error_share=error_share(row.standing, ladder.settings),
        )
        for row, seen_ms in zip(rows, seen, strict=True)
    ]


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


def running_games(
    host: Host, ladder_id: str, behind: Spot | None = None, limit: int = MOST_ENTRIES
) -> list[RunningGame]:
    """Up to so many of the games that run behind a spot, newest first. Raises LadderNotFound."""
    find_ladder(host, ladder_id)
    pairings = ((one, pairing_of(one.record)) for one in host.ladders.begun(ladder_id, behind, limit))
    return [RunningGame(one.game_id, one.made_at, pairing.seats, pairing.counts) for one, pairing in pairings]


def names_of(host: Host, entry_ids: Sequence[str]) -> dict[str, str]:
    """What the entries are called: AI players by their own names, who is gone by a neutral one (B24)."""
    players = _players(host, entry_ids)
    return {one: _name(one, players) for one in entry_ids}


def _people(host: Host, behind: Spot | None, limit: int) -> list[Row]:
    """Nobody has entered there: who has played is in it."""
    return [
        Row(one.place, one.entry, "", Entry("human", validated=True), standing_of(one.standing), None, 0.0, 0)
        for one in host.ladders.ranked(PEOPLE, behind, limit)
    ]


def _entered(host: Host, ladder_id: str, behind: Spot | None, limit: int) -> list[Row]:
    """Who is ranked depends on entry and standing: all of them, which are not many, are put in order."""
    found = host.ladders.snapshot(ladder_id)
    rows: list[Row] = []
    for one, record in found.entries.items():
        entry, standing = entry_of(record), standing_of(found.standings.get(one))
        place = int(standing.games > 0 and entry.status in _RANKED)
        rows.append(Row(place, one, "", entry, standing, None, 0.0, found.busy.get(one, Busy()).games))
    rows.sort(key=lambda row: row.spot)
    placed = (row._replace(place=place) if row.place else row for place, row in enumerate(rows, 1))
    return [row for row in placed if behind is None or row.spot > behind][:limit]


def _players(host: Host, entry_ids: Sequence[str]) -> dict[str, Player]:
    """The players among the entries, but for who is gone."""
    people = [one for one in entry_ids if is_player_id(one)]
    return {one.id: one for one in host.players.get_many(people) if one is not None} if people else {}


def _name(entry_id: str, players: Mapping[str, Player]) -> str:
    if not is_player_id(entry_id):
        return entry_id
    return players[entry_id].name if entry_id in players else DELETED_NAME


def _with_kind(entry: Entry, player: Player | None) -> Entry:
    return entry if player is None else msgspec.structs.replace(entry, kind=player.kind)
