"""`splendor ladder`: what an operator wants to know of the ladders."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from service.cli_store import settings, store_url

if TYPE_CHECKING:
    from service.services import Services


@click.group()
def ladder() -> None:
    """Ladders: which there are, and whether they add up."""


@ladder.command("list")
def list_all() -> None:
    """List all ladders."""
    from service.hosting.ladders.entering import is_in
    from service.hosting.ladders.finding import list_ladders
    from service.hosting.ladders.values import entry_of

    with _host() as host:
        click.echo(f"{'ladder':<22}  {'status':<6}  {'seats':>5}  {'entries':>7}  {'games':>9}  {'running':>7}  name")
        for one in list_ladders(host):
            entries = sum(is_in(entry_of(record)) for record in host.ladders.snapshot(one.id).entries.values())
            games, running = host.ladders.length(one.id), len(host.ladders.running(one.id))
            click.echo(
                f"{one.id:<22}  {one.status:<6}  {one.settings.seats:>5}  {entries:>7}  {games:>9}  {running:>7}  {one.name}"
            )


@ladder.command()
@click.argument("ladder_id")
@click.option("--repair", is_flag=True, help="Write the standings anew, as they follow from the ledger.")
def recompute(ladder_id: str, *, repair: bool) -> None:
    """Go through the whole ledger of a ladder: does it lead to the standings that are there? Fails where it does not."""
    from service.hosting.errors import DomainError
    from service.hosting.ladders.recompute import recompute as go_through

    with _host() as host:
        try:
            found = go_through(host, ladder_id, repair=repair)
        except DomainError as error:
            raise click.ClickException(error.detail) from None
    for text in found.faults:
        click.echo(f"FAULT   {text}")
    for text in found.differences:
        click.echo(f"{'mended' if found.mended else 'FAULT '}  {text}")
    click.echo(f"{found.games} games, {len(found.faults) + len(found.differences)} differences")
    sys.exit(0 if found.sound else 1)


@contextmanager
def _host() -> Iterator["Services"]:
    from service.cli_store import open_store
    from service.services import connect

    with open_store():
        yield connect(settings()._replace(redis_url=store_url()))
