"""Everything that is kept about a player, for that player."""

from collections.abc import Iterator
from typing import Any

from service.hosting.host import Host
from service.hosting.reading import Table, open_table
from service.hosting.record import record_for

PAGE = 100


def tables_of(host: Host, player_id: str) -> Iterator[Table]:
    """All games on the player's list, one after the other, as the player may see them."""
    for entries in host.indexes.entries(player_id):
        for stored in host.games.read_each([entry.game_id for entry in entries]):
            if stored is not None:
                yield open_table(stored, player_id)
    yield from _archived(host, player_id)


def _archived(host: Host, player_id: str) -> Iterator[Table]:
    after = None
    while entries := host.archive.page(player_id, after, PAGE):
        after = entries[-1].place
        for stored in host.games.read_each([entry.game_id for entry in entries]):
            if stored is not None:
                yield open_table(stored, player_id)


def game_export(host: Host, table: Table) -> dict[str, Any]:
    """One game: the view and the record, both cut down to what the player may see."""
    return {"game": table.view(), "record": record_for(host, table)}
