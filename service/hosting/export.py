"""Everything that is kept about a player, for that player."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from service.hosting.host import Host
from service.hosting.reading import Table, open_table
from service.hosting.record import record_for


def tables_of(host: Host, player_id: str) -> Iterator[Table]:
    """All games on the player's list, those in the archive last, as the player may see them."""
    for entries in chain(host.indexes.entries(player_id), host.archive.entries(player_id)):
        for stored in host.games.read_each([entry.game_id for entry in entries]):
            if stored is not None:
                yield open_table(stored, player_id)


def game_export(host: Host, table: Table) -> dict[str, Any]:
    """One game: the view and the record, both cut down to what the player may see."""
    return {"game": table.view(), "record": record_for(host, table)}
