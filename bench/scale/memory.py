"""Where the memory of games goes, key by key."""

import random
import statistics
from collections.abc import Iterable
from typing import NamedTuple

from bench.scale.filling import Content
from bench.scale.patterns import SHARES, Kind, Pattern
from bench.scale.site import Site
from service.store.games import Commit
from service.store.keys import BUCKETS, bucket_keys, game_keys, life_key

SAMPLE = 200


class Parts(NamedTuple):
    """What keys take, by the server's own word, in bytes a game: state, log and requests, and the largest of games."""

    state: float
    log: float
    requests: float
    largest: int


def parts_of(site: Site, content: Content, chance: random.Random) -> dict[Kind, Parts]:
    """The means of a sample of each kind."""
    return {kind: _parts(site, _sample(content.games[kind], chance)) for kind in SHARES}


def _sample(ids: list[str], chance: random.Random) -> list[str]:
    return chance.sample(ids, min(SAMPLE, len(ids)))


def _parts(site: Site, ids: Iterable[str]) -> Parts:
    rows = [[_usage(site, key) for key in game_keys(game_id)[:3]] for game_id in ids]
    means = [statistics.fmean(column) for column in zip(*rows, strict=True)]
    return Parts(means[0], means[1], means[2], max(map(sum, rows)))


def due_sets(site: Site) -> tuple[int, int]:
    """How many entries all due sets have, and what they take, in bytes."""
    keys = [key for bucket in BUCKETS for key in (bucket_keys(bucket).due, life_key(bucket))]
    return sum(site.client.calls([("ZCARD", key) for key in keys])), sum(_usage(site, key) for key in keys)


def _usage(site: Site, key: str) -> int:
    return int(site.client.call("MEMORY", "USAGE", key, "SAMPLES", 0) or 0)


def with_keys(patterns: Iterable[Pattern]) -> list[Pattern]:
    """The same games, had each client sent an Idempotency-Key with every request."""
    return [each._replace(commits=tuple(map(_keyed, each.commits))) for each in patterns]


def _keyed(commit: Commit) -> Commit:
    request = commit.request._replace(id=f"{commit.expect[0]:032x}", body="0" * 32, keep=True, slot="")
    return commit._replace(request=request)
