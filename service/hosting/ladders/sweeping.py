"""Going through a ladder's pairings for what was lost on the way: games that were not created, not settled, or are gone."""

import logging
from collections.abc import Iterator, Sequence

from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.ladders.errors import LadderNotFound
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.games import begin_game
from service.hosting.ladders.owners import tell_owner
from service.hosting.ladders.rating import LadderBusy, no_result, rate_game, settle
from service.hosting.ladders.values import Ladder, entry_of, pairing_of
from service.store.errors import ArchiveUnavailable, GameGone
from service.store.games import StoredGame
from service.store.ladders import Running

SETTLED_MS = 5_000
"""A pairing that is younger is left to those who are at it."""
LOST_MS = 60_000
"""A claim of this age without a game is one whose game is gone: it counts as a failure of the service."""
_BATCH = 100

log = logging.getLogger(__name__)


def sweep_ladder(host: Host, ladder_id: str) -> int:
    """Mends what was lost; how much that was. A ladder that is closed and has no games is looked after no more."""
    try:
        ladder = find_ladder(host, ladder_id)
    except LadderNotFound:
        host.ladders_due.remove(ladder_id)
        return 0
    running, now = host.ladders.running(ladder_id), host.ladders.now(ladder_id)
    if not running and ladder.status == "closed":
        host.ladders_due.remove(ladder_id)
    _tell_owners(host, ladder)
    old = [one for one in running if one.made_at <= now - SETTLED_MS]
    return sum(_look_at(host, ladder, batch, now) for batch in _batches(old))


def _tell_owners(host: Host, ladder: Ladder) -> None:
    """Those who have not been told what became of their entries, since a process died."""
    for one, record in host.ladders.snapshot(ladder.id).entries.items():
        if entry_of(record).untold:
            tell_owner(host, ladder.id, one)


def _batches(pairings: Sequence[Running]) -> Iterator[Sequence[Running]]:
    return (pairings[first : first + _BATCH] for first in range(0, len(pairings), _BATCH))


def _look_at(host: Host, ladder: Ladder, batch: Sequence[Running], now: int) -> int:
    found = host.games.read_each([one.game_id for one in batch])
    return sum(_mend(host, ladder, one, stored, now) for one, stored in zip(batch, found, strict=True))


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
    except ArchiveUnavailable:
        return False
    pairing = pairing_of(one.record)
    if now - one.made_at < LOST_MS and begin_game(host, ladder, one.game_id, pairing):
        return True
    log.warning("a game of a ladder is lost", extra={"game_id": one.game_id})
    settle(host, ladder, one.game_id, no_result(one.game_id, now, pairing.seats))
    return True


def _rate(host: Host, game_id: str) -> bool:
    try:
        return rate_game(host, game_id) is not None
    except (LadderBusy, GameGone, ArchiveUnavailable) as error:
        log.warning("a game could not be settled: %s", error, extra={"game_id": game_id})
        return False
