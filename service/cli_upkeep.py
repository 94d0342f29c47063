"""Commands that look through the whole store: `splendor doctor` and `splendor reindex`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from service.cli_store import open_store, settings, store_url

if TYPE_CHECKING:
    from service.hosting.doctor import Fault, Report
    from service.services import Services
    from service.store.survey import Survey


@click.command()
@click.option("--repair", is_flag=True, help="Put right what can be derived from the games: lists and due entries.")
def doctor(*, repair: bool) -> None:
    """Check that all that is stored fits together, while the service runs. Fails if anything is wrong."""
    from service.hosting.doctor import examine

    with _open() as (host, survey):
        report = examine(host, survey, repair=repair, tell=_tell)
    _table(report)
    sys.exit(0 if report.sound else 1)


@click.command()
def reindex() -> None:
    """Write all lists of games anew, from the games, while the service runs."""
    from service.hosting.reindex import reindex as rebuild

    with _open() as (host, survey):
        done = rebuild(host, survey)
    click.echo(f"{done.games} games written into their lists, {done.removed} wrong entries removed")
    if done.unreadable:
        raise click.ClickException(f"{done.unreadable} games cannot be read; `splendor doctor` names them")


@contextmanager
def _open() -> Iterator[tuple["Services", "Survey"]]:
    from service.services import connect
    from service.store.survey import Survey

    with open_store() as client:
        yield connect(settings()._replace(redis_url=store_url())), Survey(client)


def _tell(fault: "Fault") -> None:
    click.echo(f"{'mended' if fault.mended else 'FAULT '}  {fault.check}: {fault.where}: {fault.text}")


def _table(report: "Report") -> None:
    from service.hosting.doctor import CHECKS

    click.echo(f"{'check':<10} {'looked at':>9} {'faults':>7} {'mended':>7}  what should be so")
    for check, meaning in CHECKS.items():
        faults, mended = report.count(check), report.count(check, mended=True)
        click.echo(f"{check:<10} {report.looked_at[check]:>9} {faults:>7} {mended:>7}  {meaning}")
