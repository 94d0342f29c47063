"""What has to be true of every ladder, for `splendor doctor`."""

import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from service.hosting.host import Host
from service.hosting.ladders.errors import LadderMoved
from service.hosting.ladders.finding import list_ladders
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.values import pairing_of

_LOOKS, _PAUSE_S = 5, 0.1


class LadderFault(NamedTuple):
    """What is wrong in a ladder, and whether it has been put right."""

    ladder_id: str
    text: str
    mended: bool


def ladder_faults(host: Host, *, repair: bool) -> Iterator[list[LadderFault]]:
    """For each ladder what is wrong."""
    for ladder in list_ladders(host):
        try:
            found = recompute(host, ladder.id, repair=repair)
        except LadderMoved as error:
            yield [LadderFault(ladder.id, error.detail, mended=False)]
            continue
        faults = [
            LadderFault(ladder.id, text, mended=False) for text in (*found.faults, *_busy_faults(host, ladder.id))
        ]
        yield faults + [LadderFault(ladder.id, text, found.mended) for text in found.differences]


def _busy_faults(host: Host, ladder_id: str) -> list[str]:
    """An entry plays as many games as it has pairings that are not settled. What stays wrong is wrong."""
    faults: list[str] = []
    for _ in range(_LOOKS):
        faults = list(_differences(host, ladder_id))
        if not faults:
            break
        time.sleep(_PAUSE_S)
    return faults


def _differences(host: Host, ladder_id: str) -> Iterator[str]:
    busy = {entry: one.games for entry, one in host.ladders.snapshot(ladder_id).busy.items()}
    pairings = [pairing_of(one.record) for one in host.ladders.running(ladder_id)]
    counted = Counter(
        entry for pairing in pairings for entry in (pairing.seats if pairing.counts else pairing.seats[:1])
    )
    for entry in sorted(busy.keys() | counted.keys()):
        if busy.get(entry, 0) != counted[entry]:
            yield f"{entry} is taken to play {busy.get(entry, 0)} games, and plays {counted[entry]}"
