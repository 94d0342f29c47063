"""`python -m bench.scale [--games N]`: what a store with very many games costs, beside one with a thousand.

Both stores are embedded Valkeys that this program starts, filled with copies of games that were played through the
host's verbs (bench.scale.filling). All that is timed is done by both in turn, so the ratios tell of the stores and not
of the machine's moods.
"""

import argparse
import gc
import platform
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.scale import tables
from bench.scale.filling import Content, add_games, fill
from bench.scale.memory import due_sets, parts_of, with_keys
from bench.scale.patterns import MOST_PATTERNS, Kind, Pattern, play_patterns
from bench.scale.requests import Visitor, in_turn
from bench.scale.site import Site
from bench.scale.ticking import tick_along
from bench.scale.upkeep import archiving, examining, reindexing

FEW = 1_000
EXTRA = 1_000
"""So many further games, at most, are stored for measurements of their own."""


def main() -> None:
    """Runs the bench and prints its tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000, help="in the large store (default 100000, least 200)")
    parser.add_argument("--requests", type=int, default=300, help="of each kind by each store (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the mix (default 1)")
    parser.add_argument("--whole", action="store_true", help="reindex and doctor for the large store too")
    arguments = parser.parse_args()
    games = max(200, arguments.games)
    chance = random.Random(arguments.seed)
    print(f"{platform.platform()}, Python {platform.python_version()}, {games} games", flush=True)
    with Site() as few, Site() as many:
        with said("playing games to be copied"):
            patterns = play_patterns(few.host, few.client, min(MOST_PATTERNS, games // 20), chance)
        with said("storing games"):
            small = fill(few, patterns, min(FEW, games // 2), chance)
            large = fill(many, patterns, games, chance)
        tables.memory(large, parts_of(many, large, chance), due_sets(many))
        _times((few, small), (many, large), min(arguments.requests, len(small.games["running"]) // 2))
        _upkeep(few, many if arguments.whole else None)
        _archive(few, small, many, large, patterns, chance)
        _keyed(many, large, patterns, chance)


def _times(few: tuple[Site, Content], many: tuple[Site, Content], rounds: int) -> None:
    sites = (few, many)
    games = [_number(content) for _, content in sites]
    with said("writing the stores' logs"):
        forks = [site.write_log() for site, _ in sites]
    gc.collect()
    gc.freeze()  # a long list of ids must not cost a request anything
    with said("sending requests"):
        times = in_turn([Visitor(site, content, 7) for site, content in sites], rounds)
    with said("ticking"):
        lags = tick_along(sites, 100, random.Random(3))
    tables.requests(times, games)
    tables.ticking(lags, forks, games)


def _upkeep(few: Site, whole: Site | None) -> None:
    with said("reindex and doctor"):
        found = [(reindexing(site), examining(site)) for site in (few, whole) if site]
    tables.upkeep(found)


def _archive(
    few: Site, small: Content, many: Site, large: Content, patterns: dict[Kind, list[Pattern]], chance: random.Random
) -> None:
    with said("archiving"):
        number = min(EXTRA, len(large.games["finished"]) // 2)
        before = many.memory(key_table=False)
        ids = add_games(many, Content(large.secrets), "finished", patterns["finished"], number, chance)
        done = archiving(few, small.games["finished"], many, ids, before)
    tables.archiving(done, [_number(small), _number(large)])


def _keyed(site: Site, content: Content, patterns: dict[Kind, list[Pattern]], chance: random.Random) -> None:
    extra = Content(content.secrets)
    number = min(EXTRA, len(content.games["running"]))
    add_games(site, extra, "running", with_keys(patterns["running"]), number, chance)
    tables.keyed(extra.taken["running"])


def _number(content: Content) -> int:
    return sum(map(len, content.games.values()))


@contextmanager
def said(what: str) -> Iterator[None]:
    """Says what takes its time, and how long it took."""
    begun = time.monotonic()
    print(f"  ... {what}", end="", flush=True)
    yield
    print(f" ({time.monotonic() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
