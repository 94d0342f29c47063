"""Playing a series and writing down what it gives, as far as it gets."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from splendor.arena import svg
from splendor.arena.figures import Times
from splendor.arena.folder import GAMES, RECORDS, SHARES, SUMMARY, TIMES, Results
from splendor.arena.processes import pool, undisturbed
from splendor.arena.rows import heads, row
from splendor.arena.series import Series, games, get_ready
from splendor.arena.stopping import Stop
from splendor.arena.tally import Played, Tally, summary, tally


class Ran(NamedTuple):
    """What came of it."""

    tally: Tally
    times: list[Times]
    """By player."""
    seconds: float
    """Of the games, and of the start of the processes that played them."""


def run(series: Series, results: Results, processes: int, tell: Callable[[int], None], stop: Stop) -> Ran | None:
    """Plays the series and fills the folder; `tell` hears how many games are done. None where no deal was played to its end.

    Where something ends it early, as `stop` tells, the deals that are done are written down all the same. Raises ValueError
    for players that do not exist.
    """
    get_ready(series.players, series.limit)
    played, began = Played(len(series.players)), time.monotonic()
    stop.run(lambda: _play(series, results, processes, played, tell))
    seconds = time.monotonic() - began
    if not played.deals:
        return None
    ran = Ran(tally(series.names, played.deals), played.times, seconds)
    stop.attempt(lambda: results.json(SUMMARY, summary(series, ran.tally)))
    stop.attempt(lambda: results.json(TIMES, times_json(series, ran, processes, stopped=stop.heard)))
    stop.attempt(lambda: results.text(SHARES, picture(ran.tally)))
    return ran


def _play(series: Series, results: Results, processes: int, played: Played, tell: Callable[[int], None]) -> None:
    seats = len(series.players)
    table, records = results.table(GAMES, heads(seats)), results.lines(RECORDS)
    results.begin()
    with pool(processes) as executor:
        for deal in games(series, executor):
            with undisturbed():
                with results.together():
                    table.add(row(game.facts, seats) for game in deal)
                    records.add(game.record for game in deal)
                played.add(deal)
            tell(len(played.deals) * seats)


def times_json(series: Series, ran: Ran, processes: int, *, stopped: bool) -> dict[str, Any]:
    """times.json: what differs from run to run."""
    return {
        "format": "splendor-arena-times/1",
        "seconds": round(ran.seconds, 3),
        "processes": processes,
        "games_a_second": round(ran.tally.games / ran.seconds, 1),
        "stopped": stopped,
        "turn_ms": [
            {"name": name, "turns": one.turns, "mean": one.mean, "below_99": one.high, "most": one.most}
            for name, one in zip(series.names, ran.times, strict=True)
        ],
    }


def picture(found: Tally) -> str:
    """shares.svg: each player's share with its interval."""
    rows = [svg.Share(one.name, one.share, one.low, one.high) for one in found.players]
    note = f"{found.games:,} games on {found.deals:,} deals, 95 % intervals"
    return svg.shares("Share of the victory", rows, [1 / len(rows)] * len(rows), note)
