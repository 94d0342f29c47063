"""What comes of a ladder's game, once for all of its entries: ratings, the ledger, and who is paused or admitted.

Everything is computed from what is stored now and written in one step that refuses if any of it has moved; then it is
computed again. So a game counts once, whoever tries and however often.
"""

import logging
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from service.hosting.game import CODEC, DELETED, Game
from service.hosting.host import Host
from service.hosting.ladders.causes import cause_of, lacked_a_call
from service.hosting.ladders.conduct import errs_too_often
from service.hosting.ladders.errors import LadderNotFound
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.ledger import Effect, Result, Seat, effect_of
from service.hosting.ladders.owners import tell_owner
from service.hosting.ladders.ranks import kept_rank
from service.hosting.ladders.values import (
    Entry,
    Ladder,
    Pairing,
    PausedFor,
    Standing,
    Void,
    encode,
    entry_of,
    pairing_of,
    standing_of,
)
from service.store.games import StoredGame
from service.store.ladder_keys import PEOPLE
from service.store.ladders import EntryChange, SettledSeat, Settlement
from splendor.engine.outcome import outcome

TRIES = 100
"""With so many that settle games of the same entries at once each still gets through: one of them always does."""
VALIDATION, NOT_PAIRED, UNRATED = "validation", "not paired", "unrated"

log = logging.getLogger(__name__)


class LadderBusy(Exception):
    """A game could not be settled for all the others that were. It is found again."""


class Settling(NamedTuple):
    """What came of trying to settle a game: what is noted of it, and whether this call has done so."""

    noted: str
    ours: bool = False


def rate_game(host: Host, game_id: str) -> Settling | None:
    """Settles a game that is over; may be repeated. None for one that is not, or belongs to no ladder.

    Raises GameGone, ArchiveUnavailable, LadderBusy.
    """
    stored = host.games.read(game_id)
    game: Game | None = CODEC.decode(stored.blob) if stored is not None else None
    if stored is None or game is None or not (game.ladder and game.over):
        return None
    try:
        ladder = find_ladder(host, game.ladder)
    except LadderNotFound:
        return None
    result = result_of_game(host, ladder, game, stored)
    if ladder.id == PEOPLE and result.void:
        return _unrated(host, ladder, result)
    return settle(host, ladder, game_id, result)


def settle(host: Host, ladder: Ladder, game_id: str, result: Result) -> Settling:
    """Writes what follows from a result. Its entries are those of the pairing, whatever has become of the players since."""
    for _ in range(TRIES):
        running = host.ladders.find_running(ladder.id, game_id)
        pairing = pairing_of(running.record) if running else None
        if ladder.id != PEOPLE and pairing is None:
            return Settling(host.ladders.settled(ladder.id, game_id) or NOT_PAIRED)
        settlement = _settlement(host, ladder, pairing, result)
        answer, noted = host.ladders.settle(ladder.id, settlement)
        if answer != "moved":
            return _settled(host, ladder, settlement, noted, ours=answer == "done")
    raise LadderBusy(game_id)


def result_of_game(host: Host, ladder: Ladder, game: Game, stored: StoredGame) -> Result:
    """How a game that is over ended for the ladder."""
    seats = tuple(seat.player_id or seat.ai_player for seat in game.seats)
    ended = outcome(game.running) if game.status == "finished" else None
    if ended is None or game.stand_ins or lacked_a_call(host, game, stored):
        return no_result(game.id, stored.updated_at, seats)
    places = {one.seat: one.place for one in ended.ranking}
    found = tuple(
        Seat(entry, places[number], cause_of(host, game, stored, number)) for number, entry in enumerate(seats)
    )
    left = any(seat.cause != "finished" for seat in found)
    return Result(
        game.id, stored.updated_at, found, "unfinished" if left and ladder.settings.unfinished == "void" else ""
    )


def no_result(game_id: str, at: int, entries: Sequence[str], void: Void = "infrastructure") -> Result:
    """The result of a game that has none, for a reason that lies with the service."""
    return Result(game_id, at, tuple(Seat(entry, 0, "finished") for entry in entries), void)


def void_game(host: Host, ladder: Ladder, game_id: str, at: int, entries: Sequence[str]) -> Settling:
    """Settles a game that is lost, or cannot be read: nobody's failure but the service's. Raises LadderBusy."""
    result = no_result(game_id, at, entries)
    return _unrated(host, ladder, result) if ladder.id == PEOPLE else settle(host, ladder, game_id, result)


def _unrated(host: Host, ladder: Ladder, result: Result) -> Settling:
    """A game of people that was called off."""
    answer, noted = host.ladders.settle(ladder.id, Settlement(result.game_id, (), b"", UNRATED, paired=False))
    return Settling(noted, ours=answer == "done")


def _settlement(host: Host, ladder: Ladder, pairing: Pairing | None, result: Result) -> Settlement:
    if pairing is not None:
        seats = zip(pairing.seats, result.seats, strict=True)
        result = result._replace(seats=tuple(seat._replace(entry=entry) for entry, seat in seats))
    if pairing is not None and not pairing.counts:
        return _trial(host, ladder, result)
    ids = [seat.entry for seat in result.seats]
    standings = {
        one: standing_of(found) for one, found in zip(ids, host.ladders.standings(ladder.id, ids), strict=True)
    }
    effect = effect_of(result, standings)
    seats_after = tuple(_seat_after(ladder, one, standings[one].revision, effect.standings.get(one)) for one in ids)
    return Settlement(
        result.game_id,
        seats_after,
        encode(effect.entry),
        paired=ladder.id != PEOPLE,
        rest_ms=ladder.settings.rest_ms,
        put_back=result.void == "infrastructure",
        met=effect.met,
        changes=_pauses(host, ladder, effect),
    )


def _seat_after(ladder: Ladder, entry_id: str, revision: int, after: Standing | None) -> SettledSeat:
    held = ladder.id != PEOPLE
    if after is None:
        return SettledSeat(entry_id, revision, b"", held)
    return SettledSeat(entry_id, revision, encode(after), held, rank=kept_rank(ladder.id, after))


def _trial(host: Host, ladder: Ladder, result: Result) -> Settlement:
    """A bot that finishes its first game is admitted. What was the service's failure is tried again."""
    bot = result.seats[0]
    seats = tuple(SettledSeat(seat.entry, 0, b"", held=number == 0) for number, seat in enumerate(result.seats))
    record = host.ladders.entries(ladder.id, [bot.entry])[0]
    changes: tuple[EntryChange, ...] = ()
    if record and result.void != "infrastructure":
        after = _after_trial(entry_of(record), result.game_id, bot.cause)
        changes = (EntryChange(bot.entry, record, encode(after)),)
    return Settlement(result.game_id, seats, b"", VALIDATION, changes=changes)


def _after_trial(entry: Entry, game_id: str, cause: str) -> Entry:
    entry = msgspec.structs.replace(entry, trial=game_id)
    if entry.status not in ("validating", "paused"):
        return entry  # it has left meanwhile
    entry = msgspec.structs.replace(entry, untold=game_id)
    if cause != "finished":
        kept: PausedFor = "operator" if entry.paused_for == "operator" else ""
        return msgspec.structs.replace(entry, status="failed", paused_for=kept, failed_for=cause)
    status = "active" if entry.status == "validating" else entry.status
    return msgspec.structs.replace(entry, status=status, validated=True, failed_for="")


def _pauses(host: Host, ladder: Ladder, effect: Effect) -> tuple[EntryChange, ...]:
    """The entries that have erred too often by now, as they are when they are paused for it; those too that paused before."""
    ids = [one for one in effect.standings if not one.startswith(DELETED)]
    if ladder.id == PEOPLE or not ids:
        return ()
    found: list[EntryChange] = []
    for one, record in zip(ids, host.ladders.entries(ladder.id, ids), strict=True):
        entry = entry_of(record) if record else None
        if entry is None or entry.kind == "ai" or not (entry.status == "active" or entry.paused_for == "owner"):
            continue
        if errs_too_often(entry, effect.standings[one], ladder.settings):
            paused = msgspec.structs.replace(entry, status="paused", paused_for="errors", untold=effect.entry.game_id)
            found.append(EntryChange(one, record, encode(paused)))
    return tuple(found)


def _settled(host: Host, ladder: Ladder, settlement: Settlement, noted: str, *, ours: bool) -> Settling:
    host.ladders_due.hurry(ladder.id)
    for change in settlement.changes if ours else ():
        log.info("an entry has changed", extra={"ladder_id": ladder.id, "entry": change.entry})
        tell_owner(host, ladder.id, change.entry)
    return Settling(noted, ours)
