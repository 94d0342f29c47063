"""`splendor archive`: what the ticker and the workers do by themselves, done at once."""

from typing import TYPE_CHECKING

import click

from service.cli_store import open_store, settings, store_url

if TYPE_CHECKING:
    from service.hosting.archive_all import Tally

HOUR_MS = 3_600_000
_WORDS = {
    "archived": "games moved to the archive",
    "waiting": "games are over and stay in the store for now",
    "going_on": "games have not ended",
    "pruned": "games in the archive replaced by tombstones",
}


@click.command()
@click.option("--all-finished", is_flag=True, help="Every game that is over, however short a time ago.")
@click.option("--older-than", type=click.IntRange(0), metavar="HOURS", help="Games that have been over for so long.")
@click.option("--prune", "pruning", is_flag=True, help="Leave only tombstones of what has been archived for too long.")
def archive(older_than: int | None, *, all_finished: bool, pruning: bool) -> None:
    """Move finished games to the archive now, while the service runs: by default those whose time has come."""
    from service.hosting.archive_all import Tally, archive_all, prune_all
    from service.services import connect

    chosen, tally = settings(), Tally()
    hours = 0 if all_finished else chosen.finished_hours if older_than is None else older_than
    with open_store():
        host = connect(chosen._replace(redis_url=store_url()))
        try:
            if not pruning or all_finished or older_than is not None:
                archive_all(host, set(host.games.ids()), hours * HOUR_MS, tally)
            if pruning:
                prune_all(host, tally, lambda game_id: click.echo(f"cannot be read: {game_id}", err=True))
        finally:
            _show(tally)
    if tally.unreadable:
        raise click.ClickException(f"{tally.unreadable} games cannot be read")


def _show(tally: "Tally") -> None:
    for name, text in _WORDS.items():
        click.echo(f"{getattr(tally, name):>8} {text}")
