"""How many games a ladder plays and rates in an hour, through the whole service, and what the CPU time is spent on.

A store that writes its log, two workers that do everything, a ticker, and twelve entries, all of them `greedy`: they differ
in nothing, so who meets whom is up to the pairing alone.
"""

import json
import time
from collections.abc import Mapping
from typing import NamedTuple

from bench.ai.printing import Printer
from bench.ladders.counted_worker import JOBS
from bench.ladders.site import Program, Site
from service.hosting.ladders.entering import enter_ai
from service.hosting.ladders.finding import create_ladder
from service.hosting.ladders.ledger import METHOD
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.values import LadderSettings, ledger_entry_of
from service.store.ladder_keys import new_ladder_id
from splendor.ratings.pairing import MANY

WORKERS, ENTRIES, AT_ONCE = 2, 12, 4
WARM_UP_S = 5.0
GOAL = 20_000


class Used(NamedTuple):
    """What has been used and done so far: CPU seconds of processes, and of jobs with their numbers; games rated, plies."""

    at: float
    games: int
    programs: dict[str, float]
    jobs_s: dict[str, float]
    jobs: dict[str, int]


def throughput(printer: Printer, seconds: float, seats: int) -> bool:
    """Measures for so long and prints; whether the goal is reached and the ledger is sound."""
    with Site() as site:
        workers = [site.worker("play", "bench.ladders.counted_worker") for _ in range(WORKERS)]
        programs = {site.store: "store", **dict.fromkeys(workers, "workers")}
        programs[site.start("ticker", "service.cli", "ticker")] = "ticker"
        site.wait(WORKERS)
        ladder = create_ladder(
            site.host,
            new_ladder_id(),
            "Throughput",
            LadderSettings(seats=seats, games_at_once=AT_ONCE, anchor_games=MANY),
        )
        for number in range(ENTRIES):
            enter_ai(site.host, ladder.id, "greedy", f"greedy-{number}")
        time.sleep(WARM_UP_S)
        before = _used(site, ladder.id, programs)
        time.sleep(seconds)
        after = _used(site, ladder.id, programs)
        sound = recompute(site.host, ladder.id).sound
        plies = _plies(site, ladder.id, before.games)
    rate = _print(printer, before, after, seats, plies)
    printer.line(f"recompute: {'the same table' if sound else 'ANOTHER TABLE'}; {METHOD}")
    return sound and (rate >= GOAL or seats > 2)


def _used(site: Site, ladder_id: str, programs: Mapping[Program, str]) -> Used:
    by_program = {name: sum(one.cpu_s for one, its in programs.items() if its == name) for name in programs.values()}
    said = [json.loads(file.read_text()) for file in site.file_of_counts.glob("*.json")]
    jobs_s = {kind: sum(one["cpu_s"].get(kind, 0.0) for one in said) for kind in JOBS}
    jobs = {kind: sum(one["jobs"].get(kind, 0) for one in said) for kind in JOBS}
    return Used(time.monotonic(), site.host.ladders.length(ladder_id), by_program, jobs_s, jobs)


def _plies(site: Site, ladder_id: str, games: int) -> float:
    """How many commits a rated game has, on average, of the last hundred."""
    records = site.host.ladders.ledger(ladder_id, max(1, games - 99), max(1, games))
    found = site.host.games.read_each([ledger_entry_of(record).game_id for record in records])
    versions = [stored.version for stored in found if stored is not None]
    return sum(versions) / max(1, len(versions))


def _print(printer: Printer, before: Used, after: Used, seats: int, plies: float) -> float:
    seconds, games = after.at - before.at, after.games - before.games
    rate = 3600 * games / seconds
    printer.line(f"{games} games of {seats} in {seconds:.0f} s: {rate:,.0f} an hour; {plies:.0f} commits a game")
    programs = {name: used - before.programs[name] for name, used in after.programs.items()}
    rows = [(kind, after.jobs_s[kind] - before.jobs_s[kind], after.jobs[kind] - before.jobs[kind]) for kind in JOBS]
    other = programs["workers"] - sum(used for _, used, _ in rows)
    rows = [(f"workers: {kind}", used, count) for kind, used, count in rows]
    rows += [
        ("workers: taking jobs (RQ)", other, 0),
        ("store", programs["store"], 0),
        ("ticker", programs["ticker"], 0),
    ]
    total = sum(used for _, used, _ in rows)
    printer.table("CPU time", ("part", "ms a game", "share", "jobs a game"), (30, 9, 6, 11))
    for name, used, count in rows:
        cells = (
            f"{1000 * used / max(1, games):.2f}",
            f"{used / total:.1%}",
            f"{count / max(1, games):.1f}" if count else "",
        )
        printer.row((name, *cells))
    printer.row(("all", f"{1000 * total / max(1, games):.2f}", f"{total / seconds / 2:.0%} of two cores", ""))
    return rate
