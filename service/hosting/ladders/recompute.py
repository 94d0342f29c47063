"""Going through a ledger again: it has to lead to the very standings that are there."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from service.hosting.host import Host
from service.hosting.ladders.errors import LadderMoved
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.ledger import METHOD, effect_of, result_of
from service.hosting.ladders.ranks import kept_rank
from service.hosting.ladders.values import LedgerEntry, Standing, encode, ledger_entry_of, standing_of
from service.store.ladders import StoredStanding

LOOKS = 5
"""A ladder that goes on is looked at again where it seems wrong; what is wrong stays so."""


class Replay(NamedTuple):
    """What a ledger leads to, and what is wrong within it."""

    length: int
    standings: dict[str, Standing]
    met: dict[str, int]
    faults: tuple[str, ...]


class Recomputed(NamedTuple):
    """How many games were gone through, and what is wrong, in sentences.

    faults: within the ledger. differences: between what it leads to and what is stored, `mended` or not.
    """

    games: int
    faults: tuple[str, ...]
    differences: tuple[str, ...]
    mended: bool = False

    @property
    def sound(self) -> bool:
        """Whether all is well now."""
        return not self.faults and (self.mended or not self.differences)


def recompute(host: Host, ladder_id: str, *, repair: bool = False) -> Recomputed:
    """Compares what a ladder's ledger leads to with its standings, and writes those anew on request.

    What is wrong within the ledger itself is reported and never changed. Raises LadderNotFound, LadderMoved.
    """
    find_ladder(host, ladder_id)
    found = _certain(host, ladder_id)
    differences = tuple(_differences(host, ladder_id, found))
    if not (differences and repair):
        return Recomputed(found.length, found.faults, differences)
    for _ in range(LOOKS):
        standings = {one: StoredStanding(each.revision, encode(each)) for one, each in found.standings.items()}
        if host.ladders.repair(ladder_id, found.length, standings, found.met, _ranks(ladder_id, found)):
            return Recomputed(found.length, found.faults, differences, mended=True)
        found = replay(host, ladder_id)
    raise LadderMoved("The ladder goes on too fast to be mended; pause it first.")


def replay(host: Host, ladder_id: str) -> Replay:
    """Goes through the whole ledger."""
    standings: dict[str, Standing] = {}
    met: dict[str, int] = {}
    faults: list[str] = []
    games: set[str] = set()
    place = 0
    for place, record in enumerate(host.ladders.whole_ledger(ladder_id), 1):
        entry = ledger_entry_of(record)
        effect = effect_of(result_of(entry), standings)
        faults += (f"place {place} ({entry.game_id}): {text}" for text in _entry_faults(entry, effect.entry, games))
        games.add(entry.game_id)
        standings |= effect.standings
        for name in effect.met:
            met[name] = met.get(name, 0) + 1
    return Replay(place, standings, met, tuple(faults))


def _certain(host: Host, ladder_id: str) -> Replay:
    """The last of several looks, or the first at which all is well."""
    for _ in range(LOOKS):
        found = replay(host, ladder_id)
        if not any(_differences(host, ladder_id, found)) or host.ladders.length(ladder_id) == found.length:
            break
    return found


def _entry_faults(entry: LedgerEntry, computed: LedgerEntry, games: set[str]) -> Iterator[str]:
    if entry.algorithm != METHOD:
        yield f"it was rated by {entry.algorithm}, which is not the algorithm of this release"
    elif entry != computed:
        yield "its ratings are not what follows from the entries before it"
    if entry.game_id in games:
        yield "the game stands in the ledger twice"


def _differences(host: Host, ladder_id: str, found: Replay) -> Iterator[str]:
    snapshot = host.ladders.snapshot(ladder_id)
    stored = {one: standing_of(value) for one, value in snapshot.standings.items()}
    for one in sorted(stored.keys() | found.standings.keys()):
        yield from _standing_faults(one, stored.get(one, Standing()), found.standings.get(one, Standing()))
    met = host.ladders.all_met(ladder_id)
    for name in sorted(met.keys() | found.met.keys()):
        if met.get(name, 0) != found.met.get(name, 0):
            yield f"meetings '{name}': {met.get(name, 0)} are counted, the ledger has {found.met.get(name, 0)}"
    was, right = host.ladders.ranks(ladder_id), _ranks(ladder_id, found)
    for one in sorted(was.keys() | right.keys()):
        if was.get(one) != right.get(one):
            yield f"{one}: it is ranked by {was.get(one)}, not {right.get(one)}"


def _ranks(ladder_id: str, found: Replay) -> dict[str, int]:
    ranks = ((one, kept_rank(ladder_id, standing)) for one, standing in found.standings.items())
    return {one: rank for one, rank in ranks if rank is not None}


def _standing_faults(entry_id: str, stored: Standing, computed: Standing) -> Iterator[str]:
    was, right = msgspec.structs.asdict(stored), msgspec.structs.asdict(computed)
    wrong = [f"{name} is {was[name]}, not {right[name]}" for name in was if was[name] != right[name]]
    if wrong:
        yield f"{entry_id}: {', '.join(wrong)}"
