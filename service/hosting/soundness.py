"""What has to be true of a game at rest, whatever has happened to the processes around it."""

from collections.abc import Iterator, Mapping, Sequence

from service.hosting.advancing import advance
from service.hosting.changes import from_entry
from service.hosting.events import step_events
from service.hosting.game import Game
from service.hosting.history import blank
from service.store.games import LogEntry, StoredGame
from service.store.survey import LONGEST_LEASE_MS, DueEntries


class BrokenLog(ValueError):
    """A log that does not lead anywhere; the text says at which version."""


def log_faults(game: Game, stored: StoredGame, entries: Sequence[LogEntry]) -> Iterator[str]:
    """What is wrong with a log: it has each version once, in order of time, and leads to the state that is stored."""
    if len(entries) != stored.version:
        yield f"the log has {len(entries)} entries, the game is at version {stored.version}"
        return
    if len({entry.tag for entry in entries}) != len(entries):
        yield "two versions have the same tag"
    if [entry.at for entry in entries] != sorted(entry.at for entry in entries):
        yield "the times in the log go backwards"
    if (entries[-1].tag, entries[-1].last_event) != (stored.tag, stored.last_event):
        yield "the last entry of the log has another tag or event number than the game"
    try:
        if replayed(game, entries) != game:
            yield "the log leads to another state than the one that is stored"
    except BrokenLog as error:
        yield str(error)


def replayed(game: Game, entries: Sequence[LogEntry]) -> Game:
    """The game that the log leads to. Raises BrokenLog, also where the numbers of events do not fit."""
    state, last_event = blank(game), 0
    for entry in entries:
        try:
            step = advance(state, from_entry(entry.body))
            last_event += len(step_events(step, None, step.after.over))
        except Exception as error:  # whatever a broken entry makes the rules say
            raise BrokenLog(f"version {entry.version} does not replay: {error}") from error
        if entry.last_event != last_event:
            raise BrokenLog(f"version {entry.version} ends with event {last_event}, not {entry.last_event}")
        state = step.after
    return state


def due_faults(game: Game, stored: StoredGame, found: DueEntries, now: int) -> Iterator[str]:
    """What is wrong with the due entries. What has been done may still stand there to be looked at once more."""
    for letter, name in (("w", "AI watch"), ("e", "effects")):
        if needed_entries(game, stored)[letter] and letter not in found.due:
            yield f"no entry for {name}"
    yield from _instant_faults("deadline", stored.clock.deadline, found.due.get("d", 0), now)
    yield from _instant_faults("lifetime", stored.life, found.life, now)


def needed_entries(game: Game, stored: StoredGame) -> Mapping[str, bool]:
    """Which entries a game has to have, by letter (d deadline, w watch, e effects)."""
    return {
        "d": stored.clock.deadline > 0,
        "w": bool(game.ai_to_act),
        "e": stored.effects_done < stored.version,
    }


def _instant_faults(name: str, wanted: int, found: int, now: int) -> Iterator[str]:
    """Entries may stand ahead of their time by a lease."""
    if bool(wanted) != bool(found):
        yield f"an entry for a {name} that the game does not have" if found else f"no entry for the {name}"
    elif not wanted <= found <= max(wanted, now) + LONGEST_LEASE_MS:
        yield f"the entry for the {name} stands at another time"
