"""Playing a series and writing down what it gives, as far as it gets."""

from collections.abc import Callable
from typing import Any, NamedTuple

from splendor.arena import svg
from splendor.arena.caption import Setting, caption
from splendor.arena.figures import Times
from splendor.arena.folder import GAMES, RECORDS, SHARES, SUMMARY, TIMES, Results
from splendor.arena.pace import Pace
from splendor.arena.processes import pool, undisturbed
from splendor.arena.rows import heads, row
from splendor.arena.series import Series, batches, games, get_ready, start
from splendor.arena.stopping import Stop
from splendor.arena.tally import Played, Tally, summary, tally


class Ran(NamedTuple):
    """What came of it."""

    tally: Tally
    times: list[Times]
    """By player."""
    seconds: float
    """From the start of the first game."""


def run(series: Series, results: Results, processes: int, tell: Callable[[int], None], stop: Stop) -> Ran | None:
    """Plays the series and fills the folder; `tell` hears how many games are done. None where no deal was played to its end.

    Where something ends it early, as `stop` tells, the deals that are done are written down all the same. Raises ValueError
    for players that do not exist.
    """
    get_ready(series.players, series.limit)
    processes = min(processes, len(batches(series.numbers, series.players)))
    played, pace = Played(len(series.players)), Pace(tell)
    stop.run(lambda: _play(series, results, processes, played, pace))
    seconds = pace.seconds
    if not played.deals:
        return None
    ran = Ran(tally(series.names, played.deals), played.times, seconds)
    stop.attempt(lambda: results.json(SUMMARY, summary(series, ran.tally)))
    stop.attempt(lambda: results.json(TIMES, times_json(series, ran, processes, stopped=stop.heard)))
    stop.attempt(lambda: results.text(SHARES, picture(series, ran.tally)))
    return ran


def _play(series: Series, results: Results, processes: int, played: Played, pace: Pace) -> None:
    seats = len(series.players)
    with pool(processes) as executor:
        start(series.players, series.limit, executor)
        table, records = results.table(GAMES, heads(seats)), results.lines(RECORDS)
        results.begin()
        pace.begin()
        for deal in games(series, executor):
            with undisturbed():
                with results.together():
                    table.add(row(game.facts, seats) for game in deal)
                    records.add(game.record for game in deal)
                played.add(deal)
            pace.done(len(played.deals) * seats)


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


def picture(series: Series, found: Tally) -> str:
    """shares.svg: each player's share with its interval."""
    rows = [svg.Share(one.name, one.share, one.low, one.high) for one in found.players]
    setting = Setting(series.names, series.target, series.limit)
    note = caption(found.games, setting, [len(rows)], f"{found.deals:,} deals", "95 % intervals")
    return svg.shares("Share of the victory", rows, [1 / len(rows)] * len(rows), note)
