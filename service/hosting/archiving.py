"""Taking a game that is over out of the store and into the archive, and later most of it out of that."""

from service.hosting.delete_player import leave_game
from service.hosting.effects import catch_up
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.indexing import former_players, index, players_of, unindex
from service.store.archive import Archived, Tombstone
from service.store.errors import ArchiveBusy
from service.store.games import StoredGame


def archive_game(host: Host, game_id: str) -> bool:
    """Archives a game if it is over; whether it was this call that took it out of the store.

    Written first, then removed: who is killed in between has done no harm, and the next call finishes it. So does one
    where two are at it, or the game changes meanwhile. Raises the store's ArchiveUnavailable with the store unchanged.
    """
    catch_up(host, game_id)
    _see_off(host, game_id)
    stored = host.games.read_live(game_id)
    game: Game | None = CODEC.decode(stored.blob) if stored else None
    if stored is None or game is None or not game.over:
        return False
    try:
        with host.archive.alone(game_id):
            return _move(host, game, stored)
    except ArchiveBusy:
        return False


def _move(host: Host, game: Game, stored: StoredGame) -> bool:
    """Writes the game and takes it out of the store. Nobody else may be at it: what they erase must not come back."""
    if not _write(host, stored):
        return False
    # Also those who have left before the start: their own lists do not show it, but their deletion has to find it.
    for player_id in former_players(host, game):
        host.archive.enlist(player_id, stored.created_at, stored.id)
    # While the log is there: those who have left stand in it.
    unindex(host, game, stored)
    return host.games.drop(stored)


def prune(host: Host, game_id: str) -> bool:
    """Leaves only a tombstone of a game whose time in the archive is over; whether there was more. Raises ArchiveDamaged."""
    document = host.archive.read_afresh(game_id)
    if not isinstance(document, Archived) or not host.archive.is_past(document):
        return False
    game: Game = CODEC.decode(document.game.blob)
    host.archive.write(Tombstone(game_id, document.private, document.archived_at))
    for player_id in players_of(game, document.log):
        host.archive.delist(player_id, document.game.created_at, game_id)
    return True


def _see_off(host: Host, game_id: str) -> None:
    """Erases those who are gone: who has left before the start stands on no list by which the deletion finds a game."""
    stored = host.games.read_live(game_id)
    if stored is not None:
        for player_id in index(host, CODEC.decode(stored.blob), stored).gone:
            leave_game(host, player_id, game_id)


def _write(host: Host, stored: StoredGame) -> bool:
    """Writes the document, unless a later one is there: another process has archived what came after `stored`."""
    entries = host.games.log(stored.id)
    if len(entries) != stored.version or entries[-1].tag != stored.tag:
        return False
    there = host.archive.read_afresh(stored.id)
    if isinstance(there, Archived) and (there.game.updated_at, there.game.version) > (
        stored.updated_at,
        stored.version,
    ):
        return False
    host.archive.write(Archived(stored, tuple(entries), host.games.now(stored.id)))
    return True
