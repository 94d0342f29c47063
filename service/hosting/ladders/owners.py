"""Telling what became of an entry by itself, to its owner and to the bot: in the logs that they keep.

A log names commits, so it is one of the game that led to it, which is over; nothing of that game changes.
"""

import contextlib

import msgspec

from service.hosting.advancing import advance
from service.hosting.changes import EntryChanged, EntryStatus
from service.hosting.committing import Outcome, at_newest, commit, own_request
from service.hosting.effects import tell_others
from service.hosting.host import Host
from service.hosting.ladders.values import encode, entry_of
from service.hosting.reading import Table, load_table
from service.store.errors import ArchiveUnavailable, GameGone, NotFound, Unreadable
from service.store.ladders import EntryChange


def tell_owner(host: Host, ladder_id: str, entry_id: str) -> bool:
    """Tells what has not been told of an entry; False where that is nothing. May be repeated, by any process.

    Of a game that has left the store, or cannot be read, nothing is told any more: the entry says what there is to say.
    """
    record = host.ladders.entries(ladder_id, [entry_id])[0]
    entry = entry_of(record) if record else None
    if entry is None or not entry.untold:
        return False
    if entry.status in ("active", "failed", "paused"):
        _tell(host, entry.untold, entry_id, entry.status)
    told = msgspec.structs.replace(entry, untold="")
    host.ladders.set_entry(ladder_id, EntryChange(entry_id, record, encode(told)))
    return True


def _tell(host: Host, game_id: str, entry_id: str, status: EntryStatus) -> None:
    bot = host.players.get(entry_id)

    def at(table: Table) -> Outcome | None:
        if table.viewer is None:
            return None
        step = advance(table.game, EntryChanged(table.viewer, status))
        name = f"entry-{table.viewer}"
        return commit(host, table.stored, step, "free", own_request(name, name))

    # An archived game is not found either.
    with contextlib.suppress(NotFound, GameGone, ArchiveUnavailable, Unreadable):
        told = at_newest(host, load_table(host, game_id, entry_id), at)
        if told is not None and bot is not None and bot.owner:
            tell_others(host, told.step, told.stored, [bot.owner])
