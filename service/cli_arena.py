"""`splendor arena` and `splendor simulate`: games of AI players on this machine, without a service (docs/arena.md)."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

if TYPE_CHECKING:
    from splendor.arena.contenders import Limit
    from splendor.arena.folder import Results
    from splendor.arena.run import Ran
    from splendor.arena.simulation import Simulated
    from splendor.arena.stopping import Stop

INTERRUPTED = 130
"""What a command ends with that Ctrl-C stopped, as in a shell."""
_COUNT = click.IntRange(1, 999_999_999)
"""As many as the search can count."""


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
    click.option("--games", type=_COUNT, required=True, metavar="N", help="How many, at least."),
    click.option("--time-ms", type=_COUNT, metavar="T", help="Time for a turn of players that search."),
    click.option("--simulations", type=_COUNT, metavar="S", help="Or simulations for each choice of theirs."),
    click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, metavar="FOLDER"),
    click.option("--overwrite", is_flag=True, help="Replace results that are in FOLDER."),
    click.option("--target", type=click.IntRange(10, 30), default=15, show_default=True, help="Prestige."),
    click.option("--processes", type=click.IntRange(1), metavar="P", help="Default: one a core."),
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another one gives other deals."),
)


def _common(command: Callable[..., None]) -> Callable[..., None]:
    """Hands the options over as one argument, `given`. Ctrl-C before anything is played changes nothing."""

    @wraps(command)
    def called(**named: Any) -> None:
        try:
            command(given=Given(**{name: named.pop(name) for name in Given._fields}), **named)
        except KeyboardInterrupt:
            _interrupted(played=False)

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
    from splendor.arena.stopping import Stop

    if not 2 <= len(players) <= 4:
        raise click.UsageError("A game has two, three or four players.")
    series = Series(players, given.games, given.seed, given.target, given.limit)
    _check(players, series.limit)
    with Stop() as stop:
        with _results(given) as results, _progress(len(series.numbers) * len(players)) as tell:
            ran = run(series, results, given.processes or USABLE, tell, stop)
        if ran:
            _show(ran, stop)
        _end(stop, played=ran is not None)


@click.command()
@_common
@click.option("--players", default="greedy", show_default=True, metavar="NAME,...", help="They take the seats in turn.")
@click.option("--seats", type=click.Choice(["2", "3", "4", "all"]), default="all", show_default=True)
def simulate(players: str, seats: str, given: Given) -> None:
    """Play N games with each number of seats and say what games are like: length, leads, nobles, reserves, seats.

    Each game has a deal of its own. FOLDER gets games.csv, cards.csv, statistics.json and six pictures.
    """
    from splendor.arena.contenders import listed
    from splendor.arena.processes import USABLE
    from splendor.arena.simulation import Simulation
    from splendor.arena.simulation import simulate as run
    from splendor.arena.stopping import Stop

    names, numbers = listed(players), (2, 3, 4) if seats == "all" else (int(seats),)
    simulation = Simulation(names, given.games, numbers, given.seed, given.target, given.limit)
    _check(names, simulation.limit)
    with Stop() as stop:
        with _results(given) as results, _progress(given.games * len(numbers)) as tell:
            done = run(simulation, results, given.processes or USABLE, tell, stop)
        if done:
            _show_statistics(done, stop)
        _end(stop, played=done is not None)


def _check(players: tuple[str, ...], limit: "Limit") -> None:
    """Refuses players that cannot play, and says which of them are the same one."""
    from splendor.arena.contenders import check
    from splendor.arena.series import alike

    try:
        for text in players:
            check(text, limit)
        pairs = alike(players, limit)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for one, other in pairs:
        click.echo(f"{one} and {other} are the same player: they think alike, and as much.", err=True)


def _end(stop: "Stop", *, played: bool) -> None:
    """Ends the command as what stopped it asks for."""
    if stop.error:
        raise click.ClickException(f"stopped by a failure: {stop.error}")
    if stop.heard:
        _interrupted(played=played)


def _interrupted(*, played: bool) -> NoReturn:
    if not played:
        click.echo("Stopped before anything was played.", err=True)
    sys.exit(INTERRUPTED)


@contextmanager
def _results(given: Given) -> Iterator["Results"]:
    from splendor.arena.folder import Occupied, Results

    try:
        results = Results(given.out, overwrite=given.overwrite)
    except Occupied as error:
        raise click.ClickException(f"{error}; --overwrite replaces results that are there") from None
    except OSError as error:
        raise click.ClickException(f"{given.out} cannot be read: {error}") from None
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
    if not console.is_terminal:  # even a bar that is disabled ends with an empty line in some releases of rich
        yield lambda _: None
        return
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda done: progress.update(task, completed=done)


def _show(ran: "Ran", stop: "Stop") -> None:
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
    click.echo(f"\n{found.games} games on {found.deals} deals{_stopped(stop)}; ended {ends}")
    click.echo(f"Rounds: {rounds[0]:.1f} ({rounds[1]} to {rounds[2]}). Share by seat: {_percents(found.seats)}")
    click.echo(_pace(found.games, ran.seconds))


def _show_statistics(done: "Simulated", stop: "Stop") -> None:
    from splendor.arena.statistics import by_seats, headlines, player_lines

    numbers = list(by_seats(done.games))
    _table([("", *(f"{seats} seats" for seats in numbers)), *headlines(done.games)])
    if players := player_lines(done.games):
        click.echo("\nShare of the victory that a seat of each player won, with the 95 % interval:\n")
        equals = ("among equals", *(f"{1 / seats:.1%}" for seats in numbers))
        _table([("player", *(f"{seats} seats" for seats in numbers)), *players, equals])
    click.echo(f"\n{len(done.games)} games{_stopped(stop)}; {_pace(len(done.games), done.seconds)}")


def _pace(games: int, seconds: float) -> str:
    """How fast games were; nothing of it where there was too little time to tell."""
    if seconds < 1:
        return "less than a second from the first game on"
    return f"{seconds:.1f} s from the first game on, {games / seconds:.1f} games a second"


def _stopped(stop: "Stop") -> str:
    return ", stopped by Ctrl-C" if stop.heard else ""


def _percents(shares: Sequence[float]) -> str:
    return " / ".join(f"{share:.1%}" for share in shares)


def _table(rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as they have to be, the first one aligned to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        click.echo("  ".join(cells).rstrip())
