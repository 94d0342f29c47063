"""Archiving by hand: many games in one go, for whoever wants it done now."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from service.hosting.archiving import archive_game, prune
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.store.errors import ArchiveDamaged, Unreadable


@dataclass
class Tally:
    """How many games were archived, are over but stay for now, go on, and cannot be read; how many tombstones were made."""

    archived: int = 0
    waiting: int = 0
    going_on: int = 0
    unreadable: int = 0
    pruned: int = 0


def archive_all(host: Host, game_ids: Iterable[str], rest_ms: int, tally: Tally) -> None:
    """Archives each game that is over and has not changed for `rest_ms`, by the store's clock.

    Raises ArchiveUnavailable; `tally` has what was done until then.
    """
    for game_id in game_ids:
        try:
            _archive(host, game_id, rest_ms, tally)
        except Unreadable:
            tally.unreadable += 1


def _archive(host: Host, game_id: str, rest_ms: int, tally: Tally) -> None:
    stored = host.games.read_live(game_id)
    game: Game | None = CODEC.decode(stored.blob) if stored else None
    if stored is None or game is None:
        return
    if not game.over:
        tally.going_on += 1
    elif stored.updated_at + rest_ms > host.games.now(game_id):
        tally.waiting += 1
    elif archive_game(host, game_id):
        tally.archived += 1


def prune_all(host: Host, tally: Tally, broken: Callable[[str], None] = lambda _: None) -> None:
    """Leaves tombstones of all games that have been in the archive for longer than they are kept.

    `broken` is told the ids of games whose files cannot be used. Raises ArchiveUnavailable.
    """
    for game_id in host.archive.games():
        try:
            tally.pruned += prune(host, game_id)
        except (ArchiveDamaged, Unreadable):
            tally.unreadable += 1
            broken(game_id)
