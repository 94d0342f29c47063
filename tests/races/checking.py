"""What has to hold for every game, whatever happened to the processes around it."""

from service.hosting.changes import advance, from_entry
from service.hosting.events import step_events
from service.hosting.game import CODEC, Game
from service.hosting.history import _blank
from service.services import Services
from service.store.games import LogEntry, StoredGame
from service.store.keys import game_keys
from splendor.engine.record import verify
from tests.races.callers import Json


def read(host: Services, game_id: str) -> tuple[StoredGame, Game]:
    stored = host.games.read(game_id)
    assert stored is not None, game_id
    return stored, CODEC.decode(stored.blob)


def whole(host: Services, game_id: str) -> list[LogEntry]:
    """The log of a game at rest, after a look at all that must fit together.

    No version is missing or doubled, the log replays by the rules to the very state that is stored, event numbers have
    no gap, and the due entries are those that the state asks for.
    """
    stored, game = read(host, game_id)
    entries = host.games.log(game_id)
    assert len(entries) == stored.version
    assert len({entry.tag for entry in entries}) == len(entries)
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    assert (entries[-1].tag, entries[-1].last_event) == (stored.tag, stored.last_event)
    assert replayed(game, entries) == game
    check_due(host, stored, game)
    return entries


def replayed(game: Game, entries: list[LogEntry]) -> Game:
    """The game that the log leads to; each entry's events are counted on the way."""
    state, last_event = _blank(game), 0
    for entry in entries:
        step = advance(state, from_entry(entry.body))
        last_event += len(step_events(step, None, step.after.over))
        assert entry.last_event == last_event, entry
        state = step.after
    return state


def check_due(host: Services, stored: StoredGame, game: Game) -> None:
    """Deadline, watch and owed effects each have their entry exactly where they are needed."""
    members = due_members(host, stored.id)
    wanted = {"d": stored.clock.deadline > 0, "w": bool(game.ai_to_act), "e": stored.effects_done < stored.version}
    # What has been done already may still stand there to be looked at once more, never the other way round.
    assert {letter for letter, needed in wanted.items() if needed} <= members <= {*"dwe"}, (members, wanted)
    assert ("d" in members) == wanted["d"]


def due_members(host: Services, game_id: str) -> set[str]:
    """The letters of the game's due entries."""
    found = host.games._client.call("ZRANGE", game_keys(game_id).due, 0, -1)
    return {member.decode()[-1] for member in found if member.decode().startswith(game_id)}


def finished(host: Services, game_id: str) -> bool:
    return read(host, game_id)[1].over


def check_record(record: Json) -> None:
    """The public record verifies by the engine alone."""
    report = verify(record)
    assert report.ok, report
