"""What has to be true of every ladder, for `splendor doctor`."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from service.hosting.game import CODEC
from service.hosting.host import Host
from service.hosting.ladders.errors import LadderMoved
from service.hosting.ladders.finding import list_ladders, unattended
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.values import Pairing, pairing_of
from service.store.errors import Unreadable
from service.store.ladder_keys import PEOPLE
from service.store.ladders import Busy, Running

OVERDUE_MS = 60_000
"""What is left of a game that is over for so long has been left: else it takes seconds."""
_LOOKS, _PAUSE_S = 5, 0.1


class LadderFault(NamedTuple):
    """What is wrong in a ladder, and whether it has been put right."""

    ladder_id: str
    text: str
    mended: bool


def ladder_faults(host: Host, *, repair: bool) -> Iterator[list[LadderFault]]:
    """For each ladder what is wrong."""
    forgotten = unattended(host)
    for ladder in list_ladders(host):
        faults = [LadderFault(ladder.id, text, mended=False) for text in _pairing_faults(host, ladder.id)]
        if ladder.id in forgotten:
            if repair:
                host.ladders_due.add(ladder.id)
            faults.append(LadderFault(ladder.id, "nobody looks after it", repair))
        try:
            found = recompute(host, ladder.id, repair=repair)
        except LadderMoved as error:
            yield [*faults, LadderFault(ladder.id, error.detail, mended=False)]
            continue
        faults += [LadderFault(ladder.id, text, mended=False) for text in found.faults]
        yield faults + [LadderFault(ladder.id, text, found.mended) for text in found.differences]


def _pairing_faults(host: Host, ladder_id: str) -> list[str]:
    """An entry plays as many games as it has pairings that are not settled. What stays wrong is wrong."""
    faults: list[str] = []
    for _ in range(_LOOKS):
        running, busy = host.ladders.running(ladder_id), host.ladders.snapshot(ladder_id).busy
        faults = [*_overdue(host, ladder_id, running), *_differences(ladder_id, running, busy)]
        if not faults:
            break
        time.sleep(_PAUSE_S)
    return faults


def _overdue(host: Host, ladder_id: str, running: Sequence[Running]) -> Iterator[str]:
    """Games that are over, or gone, or cannot be settled, though there was time enough for it."""
    now, failing = host.ladders.now(ladder_id), host.unsettled.failing(ladder_id)
    for one in running:
        if one.game_id in failing:
            yield f"{one.game_id} cannot be settled, since {(now - failing[one.game_id]) // 1000} s"
        elif one.made_at < now - OVERDUE_MS and not _goes_on(host, one.game_id, now):
            yield f"{one.game_id} is over, or gone, and is not settled"


def _goes_on(host: Host, game_id: str, now: int) -> bool:
    """Whether a game is played still, or was until a moment ago. What cannot be read is another check's business."""
    stored = host.games.read_live(game_id)
    try:
        return stored is not None and (stored.updated_at >= now - OVERDUE_MS or not CODEC.decode(stored.blob).over)
    except Unreadable:
        return True


def _differences(ladder_id: str, running: Sequence[Running], busy: Mapping[str, Busy]) -> Iterator[str]:
    if ladder_id == PEOPLE:
        return  # who plays there is nobody's choice but their own
    pairings: list[Pairing] = []
    for one in running:
        try:
            pairings.append(pairing_of(one.record))
        except msgspec.MsgspecError as error:
            yield f"the pairing of {one.game_id} cannot be read: {error}"
    counted = Counter(
        entry for pairing in pairings for entry in (pairing.seats if pairing.counts else pairing.seats[:1])
    )
    for entry in sorted(busy.keys() | counted.keys()):
        if busy.get(entry, Busy()).games != counted[entry]:
            yield f"{entry} is taken to play {busy.get(entry, Busy()).games} games, and plays {counted[entry]}"
