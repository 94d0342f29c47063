"""`splendor arena` and `splendor simulate`: games of AI players on this machine, without a service (docs/arena.md)."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from splendor.arena.contenders import Limit
    from splendor.arena.folder import Results
    from splendor.arena.run import Ran
    from splendor.arena.simulation import Simulated

INTERRUPTED = 130
"""What a command ends with that Ctrl-C stopped, as in a shell."""


class Given(NamedTuple):
    """The options that both commands have."""

    games: int
    time_ms: int | None
    simulations: int | None
    out: Path
    overwrite: bool
    target: int
    processes: int | None
    seed: int

    @property
    def limit(self) -> "Limit":
        """What players that search may spend. Raises UsageError for two limits."""
        from splendor.arena.contenders import Limit

        if self.time_ms and self.simulations:
            raise click.UsageError("Give --time-ms or --simulations, not both.")
        return Limit(self.time_ms or 0, self.simulations or 0)


_OPTIONS = (
    click.option("--games", type=click.IntRange(1), required=True, metavar="N", help="How many, at least."),
    click.option("--time-ms", type=click.IntRange(1), metavar="T", help="Time for a turn of players that search."),
    click.option(
        "--simulations", type=click.IntRange(1), metavar="S", help="Or simulations for each choice of theirs."
    ),
    click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, metavar="FOLDER"),
    click.option("--overwrite", is_flag=True, help="Replace results that are in FOLDER."),
    click.option("--target", type=click.IntRange(10, 30), default=15, show_default=True, help="Prestige."),
    click.option("--processes", type=click.IntRange(1), metavar="P", help="Default: one a core."),
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another one gives other deals."),
)


def _common(command: Callable[..., None]) -> Callable[..., None]:
    """Hands the options over as one argument, `given`."""

    @wraps(command)
    def called(**named: Any) -> None:
        command(given=Given(**{name: named.pop(name) for name in Given._fields}), **named)

    for option in reversed(_OPTIONS):
        called = option(called)
    return called


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="A B [C D]")
@_common
def arena(players: tuple[str, ...], given: Given) -> None:
    """Play a series between two, three or four AI players, all in one game, at full speed.

    On each deal every player has every seat once. Without --time-ms or --simulations each player thinks as much as its
    level does. FOLDER gets games.csv, records.ndjson, summary.json, times.json and shares.svg.
    """
    from splendor.arena.processes import USABLE
    from splendor.arena.run import run
    from splendor.arena.series import Series

    if not 2 <= len(players) <= 4:
        raise click.UsageError("A game has two, three or four players.")
    series = Series(players, given.games, given.seed, given.target, given.limit)
    _check(players, series.limit)
    with _results(given) as results, _progress(len(series.numbers) * len(players)) as tell:
        ran = run(series, results, given.processes or USABLE, tell)
    if ran is None:
        click.echo("Stopped before a deal was played.", err=True)
        sys.exit(INTERRUPTED)
    _show(ran)
    sys.exit(INTERRUPTED if ran.stopped else 0)


@click.command()
@_common
@click.option("--players", default="greedy", show_default=True, metavar="NAME,...", help="They take the seats in turn.")
@click.option("--seats", type=click.Choice(["2", "3", "4", "all"]), default="all", show_default=True)
def simulate(players: str, seats: str, given: Given) -> None:
    """Play N games with each number of seats and say what games are like: length, leads, nobles, reserves, seats.

    Each game has a deal of its own. FOLDER gets games.csv, cards.csv, statistics.json and six pictures.
    """
    from splendor.arena.processes import USABLE
    from splendor.arena.simulation import Simulation
    from splendor.arena.simulation import simulate as run

    names, numbers = tuple(players.split(",")), (2, 3, 4) if seats == "all" else (int(seats),)
    simulation = Simulation(names, given.games, numbers, given.seed, given.target, given.limit)
    _check(names, simulation.limit)
    with _results(given) as results, _progress(given.games * len(numbers)) as tell:
        done = run(simulation, results, given.processes or USABLE, tell)
    if done is None:
        click.echo("Stopped before a game was played.", err=True)
        sys.exit(INTERRUPTED)
    _show_statistics(done)
    sys.exit(INTERRUPTED if done.stopped else 0)


def _check(players: tuple[str, ...], limit: "Limit") -> None:
    """Refuses players that do not exist, and says so where a limit makes two of them one."""
    from splendor.arena.series import alike

    try:
        pairs = alike(players, limit)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for one, other in pairs:
        click.echo(f"With this limit {one} and {other} are the same player.", err=True)


@contextmanager
def _results(given: Given) -> Iterator["Results"]:
    from splendor.arena.folder import Occupied, Results

    try:
        results = Results(given.out, overwrite=given.overwrite)
    except Occupied as error:
        raise click.ClickException(f"{error}; --overwrite replaces results that are there") from None
    except OSError as error:
        raise click.ClickException(f"{given.out} cannot be written to: {error}") from None
    with results:
        yield results


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing elsewhere."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=games)
        yield lambda done: progress.update(task, completed=done)


def _show(ran: "Ran") -> None:
    found, rounds = ran.tally, ran.tally.rounds
    heads = ("player", "share", "95 %", "won", "shared", "lost", "by seat", "ms a turn: mean", "99 %", "most")
    rows = [
        (
            one.name,
            f"{one.share:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
            f"{one.won}",
            f"{one.shared}",
            f"{one.lost}",
            _percents(one.by_seat),
            *(f"{ms:.3g}" for ms in (spent.mean, spent.high, spent.most)),
        )
        for one, spent in zip(found.players, ran.times, strict=True)
    ]
    _table([heads, *rows])
    ends = ", ".join(f"{count} by {reason}" for reason, count in found.reasons.items())
    click.echo(f"\n{found.games} games on {found.deals} deals{', stopped early' if ran.stopped else ''}; ended {ends}")
    click.echo(f"Rounds: {rounds[0]:.1f} ({rounds[1]} to {rounds[2]}). Share by seat: {_percents(found.seats)}")
    click.echo(f"{ran.seconds:.1f} s, {found.games / ran.seconds:.1f} games a second")


def _show_statistics(done: "Simulated") -> None:
    from splendor.arena.statistics import by_seats, headlines

    _table([("", *(f"{seats} seats" for seats in by_seats(done.games))), *headlines(done.games)])
    stopped = ", stopped early" if done.stopped else ""
    click.echo(
        f"\n{len(done.games)} games in {done.seconds:.1f} s, {len(done.games) / done.seconds:.1f} a second{stopped}"
    )


def _percents(shares: Sequence[float]) -> str:
    return " / ".join(f"{share:.1%}" for share in shares)


def _table(rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as they have to be, the first one aligned to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        click.echo("  ".join(cells).rstrip())
