"""Taking a player's id and name out of a game that lies in the archive (B24)."""

from service.hosting.advancing import Step, advance
from service.hosting.changes import to_entry
from service.hosting.erasing import erasure
from service.hosting.events import step_events
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.store.archive import Archived
from service.store.games import LogEntry
from service.store.keys import new_tag


def erase_archived(host: Host, game_id: str, player_id: str) -> bool:
    """Erases a player as a commit would have; whether there was anything to erase. May be repeated.

    Raises ArchiveUnavailable, also where another process is at this game.
    """
    with host.archive.alone(game_id):
        document = host.archive.read_afresh(game_id)
        if not isinstance(document, Archived):
            return False
        game: Game = CODEC.decode(document.game.blob)
        found = erasure(game, document.log, player_id)
        if found is not None:
            change, rewritten = found
            host.archive.write(_after(document, advance(game, change), dict(rewritten), host.games.now(game_id)))
        host.archive.delist(player_id, document.game.created_at, game_id)
        return found is not None


def _after(document: Archived, step: Step, bodies: dict[int, str], at: int) -> Archived:
    """The document with one entry more, and other bodies in those that named the player."""
    before = document.game
    stored = before._replace(
        version=before.version + 1,
        tag=new_tag(),
        blob=CODEC.encode(step.after),
        last_event=before.last_event + len(step_events(step, None, step.after.over)),
        updated_at=max(at, before.updated_at),
        effects_done=before.version + 1,
    )
    last = LogEntry(stored.version, stored.tag, stored.updated_at, stored.last_event, -1, 0, to_entry(step.change))
    log = (entry._replace(body=bodies.get(number, entry.body)) for number, entry in enumerate(document.log))
    return Archived(stored, (*log, last), document.archived_at)
