"""What has to hold for every game, whatever happened to the processes around it."""

from contextlib import suppress

from service.hosting.game import CODEC, Game
from service.hosting.soundness import due_faults, log_faults
from service.services import Services
from service.store.games import LogEntry, StoredGame
from service.store.keys import game_keys
from service.store.survey import Survey
from splendor.engine.record import verify
from tests.races.callers import Json
from tests.servers import wait_until


def read(host: Services, game_id: str) -> tuple[StoredGame, Game]:
    stored = host.games.read(game_id)
    assert stored is not None, game_id
    return stored, CODEC.decode(stored.blob)


def whole(host: Services, game_id: str) -> list[LogEntry]:
    """The log of a game at rest, after a look at all that must fit together.

    No version is missing or doubled, the log replays by the rules to the very state that is stored, event numbers have
    no gap, and the due entries are those that the state asks for. What is read here is not read at one moment: where the
    last commit's effects are being done meanwhile, it is looked at again.
    """
    found = [""]

    def sound() -> bool:
        found[:] = faults_of(host, game_id)
        return not found

    with suppress(AssertionError):  # what is wrong says more than that it took too long
        wait_until(sound, 10)
    assert found == []
    return host.games.log(game_id)


def faults_of(host: Services, game_id: str) -> list[str]:
    """All that does not fit together in a game."""
    stored, game = read(host, game_id)
    found = Survey(host.games._client).due_entries(game_id)
    faults = [
        *log_faults(game, stored, host.games.log(game_id)),
        *due_faults(game, stored, found, host.games.now(game_id)),
    ]
    return [str(fault) for fault in faults]


def at_rest(host: Services, game_id: str) -> list[LogEntry]:
    """The same once nothing is owed any more: another process may be at work in the game still."""

    def settled() -> bool:
        stored, _ = read(host, game_id)
        return stored.effects_done == stored.version

    wait_until(settled, 15, "nothing is owed any more")
    return whole(host, game_id)


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
