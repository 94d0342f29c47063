"""Archived games as the tests need them."""

from pathlib import Path

from service.store.archive import Archive, Archived
from service.store.games import GameStore, StoredGame
from tests.store.commits import following, timed_creation

DAY_MS = 24 * 3600 * 1000
KEPT_MS = 365 * DAY_MS
NOW = 1_800_000_000_000


class Days:
    """A clock for the archive, which counts in days."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


def over(games: GameStore, *, private: bool = False) -> StoredGame:
    """A game of three commits whose last one has ended it."""
    first = timed_creation(private=private, effects=False)
    second = following(first, games.commit(first))
    games.commit(following(second, games.commit(second), over=True, life_after=DAY_MS))
    stored = games.read_live(first.game_id)
    assert stored is not None
    return stored


def document(games: GameStore, stored: StoredGame, at: int = NOW) -> Archived:
    return Archived(stored, tuple(games.log(stored.id)), at)


def moved(games: GameStore, archive: Archive, *, private: bool = False) -> StoredGame:
    """A game that lies in the archive alone."""
    stored = over(games, private=private)
    archive.write(document(games, stored))
    assert games.drop(stored)
    return stored


def file_of(folder: Path, game_id: str) -> Path:
    return folder / "games" / game_id[1:3] / f"{game_id}.json.gz"
