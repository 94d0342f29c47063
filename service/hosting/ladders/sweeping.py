"""Going through a ladder's pairings for what was lost on the way: games that were not created, not settled, or are gone."""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TypeVar

from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.ladders.errors import LadderNotFound
from service.hosting.ladders.finding import find_ladder, unattended
from service.hosting.ladders.games import begin_game
from service.hosting.ladders.owners import tell_owner
from service.hosting.ladders.rating import LadderBusy, rate_game, void_game
from service.hosting.ladders.values import Ladder, entry_of, pairing_of
from service.store.errors import ArchiveDamaged, ArchiveUnavailable, GameGone, NoCapacity, StoreFull, StoreUnavailable
from service.store.games import StoredGame
from service.store.ladder_keys import PEOPLE
from service.store.ladders import Running

SETTLED_MS = 5_000
"""A pairing that is younger is left to those who are at it."""
LOST_MS = 60_000
"""A claim of this age without a game is one whose game is gone: it counts as a failure of the service."""
GIVEN_UP_MS = 600_000
"""A game that has failed to be settled for so long is void: its entries are not to be kept by it for ever."""
_BATCH = 100

T = TypeVar("T")

log = logging.getLogger(__name__)


def sweep_ladder(host: Host, ladder_id: str) -> int:
    """Mends what was lost; how much that was. Each game and each entry on its own: what fails with one stops no other.

    A ladder that is closed and has no games is looked after no more. That of people always is, and with it whether all
    others are.
    """
    try:
        ladder = find_ladder(host, ladder_id)
    except LadderNotFound:
        host.ladders_due.remove(ladder_id)
        return 0
    running, now = host.ladders.running(ladder_id), host.ladders.now(ladder_id)
    if not running and ladder.status == "closed":
        host.ladders_due.remove(ladder_id)
    if ladder_id == PEOPLE:
        _attempt(lambda: _attend(host), "ladders cannot be looked after")
    else:
        _tell_owners(host, ladder)
    old = [one for one in running if one.made_at <= now - SETTLED_MS]
    failing = host.unsettled.failing(ladder_id)
    host.unsettled.works(ladder_id, sorted(failing.keys() - {one.game_id for one in running}))
    return sum(_look_at(host, ladder, batch, now, failing) for batch in _batches(old))


def _attempt(work: Callable[[], T], text: str, **ids: str) -> T | None:
    """What goes wrong with it is logged, and None: it goes no further. Only a store that is away or full concerns all."""
    try:
        return work()
    except (StoreUnavailable, StoreFull):
        raise
    except Exception:
        log.exception(text, extra=ids)
        return None


def _attend(host: Host) -> None:
    """Whatever was lost of that, as with a process that died while it laid down a ladder."""
    for one in unattended(host):
        log.warning("a ladder is looked after again", extra={"ladder_id": one})
        host.ladders_due.add(one)


def _tell_owners(host: Host, ladder: Ladder) -> None:
    """Those who have not been told what became of their entries, since a process died."""

    def tell(entry_id: str, record: bytes) -> bool:
        return bool(entry_of(record).untold) and tell_owner(host, ladder.id, entry_id)

    for one, record in host.ladders.snapshot(ladder.id).entries.items():
        _attempt(partial(tell, one, record), "an owner cannot be told", ladder_id=ladder.id, entry=one)


def _batches(pairings: Sequence[Running]) -> Iterator[Sequence[Running]]:
    return (pairings[first : first + _BATCH] for first in range(0, len(pairings), _BATCH))


def _look_at(host: Host, ladder: Ladder, batch: Sequence[Running], now: int, failing: Collection[str]) -> int:
    ids = [one.game_id for one in batch]
    found = _attempt(lambda: host.games.read_each(ids), "games cannot be read together", ladder_id=ladder.id)
    each = found or [None] * len(batch)  # then each is read for itself
    return sum(_look(host, ladder, one, stored, now, failing) for one, stored in zip(batch, each, strict=True))


def _look(
    host: Host, ladder: Ladder, one: Running, stored: StoredGame | None, now: int, failing: Collection[str]
) -> bool:
    mend = partial(_mend, host, ladder, one, stored, now)
    mended = _attempt(mend, "a game of a ladder cannot be settled", game_id=one.game_id)
    if mended is None:
        return _give_up(host, ladder, one, now)
    if one.game_id in failing:
        host.unsettled.works(ladder.id, [one.game_id])
    return mended


def _give_up(host: Host, ladder: Ladder, one: Running, now: int) -> bool:
    """Makes a game void that has failed for long; whether it has."""
    if now - host.unsettled.fails(ladder.id, one.game_id, now) < GIVEN_UP_MS:
        return False

    def give_up() -> bool:
        void_game(host, ladder, one.game_id, now, pairing_of(one.record).seats)
        host.unsettled.works(ladder.id, [one.game_id])
        return True

    return _attempt(give_up, "a game of a ladder cannot be made void", game_id=one.game_id) or False


def _mend(host: Host, ladder: Ladder, one: Running, stored: StoredGame | None, now: int) -> bool:
    """Whether there was anything to be done."""
    if stored is not None:
        game: Game = CODEC.decode(stored.blob)
        return game.over and _rate(host, one.game_id)
    try:
        if host.games.read(one.game_id) is not None:
            return _rate(host, one.game_id)
    except GameGone:
        pass
    except ArchiveDamaged:
        raise
    except ArchiveUnavailable:
        return False
    pairing = pairing_of(one.record)
    young = now - one.made_at < LOST_MS and ladder.id != PEOPLE
    try:
        if young and begin_game(host, ladder, one.game_id, pairing):
            return True
    except NoCapacity:
        return False
    log.warning("a game of a ladder is lost", extra={"game_id": one.game_id})
    void_game(host, ladder, one.game_id, now, pairing.seats)
    return True


def _rate(host: Host, game_id: str) -> bool:
    try:
        return rate_game(host, game_id) is not None
    except ArchiveDamaged:
        raise
    except (LadderBusy, GameGone, ArchiveUnavailable) as error:
        log.warning("a game could not be settled: %s", error, extra={"game_id": game_id})
        return False
