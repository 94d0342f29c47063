"""What is done with whole stores, by hand or by the way: reindex, doctor, archive."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bench.scale.site import Site
from service.hosting.archiving import archive_game
from service.hosting.doctor import examine
from service.hosting.reindex import reindex
from service.store.survey import Survey


class Archiving(NamedTuple):
    """What archiving took: ms a game by each of two stores in turn, bytes that stay in the store, bytes of a file."""

    few: tuple[float, ...]
    many: tuple[float, ...]
    left: float
    file: float


def reindexing(site: Site) -> tuple[int, float]:
    """Writes all lists anew; how many games, and the time in s."""
    done, seconds = _timed(lambda: reindex(site.host, Survey(site.client)))
    if done.unreadable or done.removed:
        raise RuntimeError(f"{done}")
    return done.games, seconds


def examining(site: Site) -> tuple[int, float]:
    """Looks through the whole store; how many games, and the time in s. What the bench has stored has to be sound."""
    report, seconds = _timed(lambda: examine(site.host, Survey(site.client), repair=False))
    if not report.sound:
        raise RuntimeError(f"{len(report.faults)} faults, the first: {report.faults[0]}")
    return report.looked_at["state"], seconds


def archiving(few: Site, few_ids: Sequence[str], many: Site, many_ids: Sequence[str], before: int) -> Archiving:
    """Archives finished games of both in turn, then the rest. `before`: the larger store's memory without those games."""
    pairs = list(zip(few_ids, many_ids, strict=False))
    taken = [(_archive(few, one), _archive(many, other)) for one, other in pairs]
    for game_id in many_ids[len(pairs) :]:
        _archive(many, game_id)
    left = (many.memory(key_table=False) - before) / len(many_ids)
    files = [path.stat().st_size for path in (many.folder / "archive" / "games").glob("*/*")]
    by_few, by_many = zip(*taken, strict=True)
    return Archiving(by_few, by_many, left, sum(files) / len(files))


def _archive(site: Site, game_id: str) -> float:
    done, seconds = _timed(lambda: archive_game(site.host, game_id))
    if not done:
        raise RuntimeError(f"{game_id} was not archived")
    return seconds * 1000


def _timed(act: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.perf_counter()
    return act(), time.perf_counter() - begun
