"""Looks through all lists of games for entries that do not belong in them."""

import time
from collections.abc import Iterator, Sequence

from service.hosting.game import CODEC
from service.hosting.host import Host
from service.hosting.indexing import set_of
from service.store.errors import Unreadable
from service.store.games import StoredGame
from service.store.indexes import PUBLIC, Entry
from service.store.survey import Survey

ListFault = tuple[str, str]
"""The name of the list, and what is wrong in it."""
_PAUSE_S = 0.1


def list_faults(host: Host, survey: Survey, *, repair: bool) -> Iterator[tuple[int, list[ListFault]]]:
    """For each batch of entries how many there are, and what is wrong with them; put right with `repair`."""
    for name in sorted(set(host.indexes.lists())):
        title = name or "all public games"
        if name != PUBLIC and host.players.get(name) is None:
            if repair:
                host.indexes.drop(name)
            yield 1, [(title, "the list of a player who is gone")]
            continue
        for entries in host.indexes.entries(name):
            yield len(entries), [(title, text) for text in _entry_faults(host, survey, name, entries, repair)]
        forgotten = survey.missing(host.indexes.remembered(name))
        if repair:
            host.indexes.forget(name, forgotten)
        yield 0, [(title, f"knows a version of {game_id}, which does not exist") for game_id in forgotten]


def _entry_faults(host: Host, survey: Survey, name: str, entries: Sequence[Entry], repair: bool) -> Iterator[str]:
    """What was wrong twice, with a pause between: games move on, and leave the store and their lists one by one."""
    wrong = [entry for entry, _ in _wrong(host, survey, name, entries)]
    if not wrong:
        return
    time.sleep(_PAUSE_S)
    wrong = [entry for entry in wrong if entry.set in _sets_with(host, name, entry)]
    for entry, stored in _wrong(host, survey, name, wrong):
        if repair:
            host.indexes.remove(entry.game_id, entry.at, [name])
        if stored is None:
            yield f"{entry.game_id} stands in {entry.set} and does not exist"
            continue
        right = set_of(CODEC.decode(stored.blob), name)
        if repair:
            host.indexes.place(stored.id, stored.version, stored.created_at, {name: right})
        yield f"{entry.game_id} stands in {entry.set}, not in {right or 'nothing'}"


def _wrong(
    host: Host, survey: Survey, name: str, entries: Sequence[Entry]
) -> Iterator[tuple[Entry, StoredGame | None]]:
    """Entries that do not say what their games say, whose effects have all been carried out."""
    ids = [entry.game_id for entry in entries]
    missing = set(survey.missing(ids))
    for entry, stored in zip(entries, host.games.read_each(ids) if ids else [], strict=True):
        if stored is None or entry.game_id in missing:
            yield entry, None
        elif stored.effects_done == stored.version and not _fits(name, entry, stored):
            yield entry, stored


def _fits(name: str, entry: Entry, stored: StoredGame) -> bool:
    """A game that cannot be read is another check's business."""
    try:
        return stored.created_at == entry.at and set_of(CODEC.decode(stored.blob), name) == entry.set
    except Unreadable:
        return True


def _sets_with(host: Host, name: str, entry: Entry) -> list[str]:
    return host.indexes.where([(name, entry.at, entry.game_id)])[0][1]
