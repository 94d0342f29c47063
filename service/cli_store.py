"""What commands need that work on a store which runs already."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from service.config import Settings
    from service.store.client import Client


def settings() -> "Settings":
    """The settings, looked at before anything starts: what is wrong is told in one line."""
    from service.config import ConfigurationError, read_settings

    try:
        return read_settings()
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from None


def store_url() -> str:
    """SPLENDOR_REDIS_URL where it is set, else the embedded store of the data folder, which has to run."""
    chosen = settings()
    return chosen.redis_url if os.environ.get("SPLENDOR_REDIS_URL") else _embedded_url(Path(chosen.data_dir))


def _embedded_url(data_dir: Path) -> str:
    from service.supervisor import embedded
    from service.supervisor.folder import Folder

    # Whoever only looks creates no folder.
    if (data_dir / "lock").exists():
        folder = Folder(data_dir)
        if embedded.ask(folder.socket, b"PING\r\n").startswith(b"+PONG"):
            return embedded.url(folder, 0)
    raise click.ClickException(
        f"No store runs in the data folder {data_dir.absolute()}. Start `splendor up` first, or name its folder in "
        "SPLENDOR_DATA_DIR, or a store elsewhere in SPLENDOR_REDIS_URL."
    )


@contextmanager
def open_store() -> Iterator["Client"]:
    """A client for that store; its errors are told in one line."""
    from service.store.client import connect
    from service.store.errors import StoreError

    client = connect(store_url())
    try:
        yield client
    except StoreError as error:
        raise click.ClickException(f"The store does not do it: {error}") from None
    finally:
        client.close()
