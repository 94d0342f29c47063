"""The command `splendor`. Everything is imported where it is used: each process loads only what it runs."""

import http.client
import json
import os
import re
import sys
from pathlib import Path
from typing import BinaryIO

import click

from service.cli_ai import ai
from service.cli_archive import archive
from service.cli_arena import arena, simulate
from service.cli_ladder import ladder
from service.cli_store import settings as _settings
from service.cli_tokens import token
from service.cli_upkeep import doctor, reindex

PORT = click.option("--port", envvar="PORT", default=8080, show_default=True, type=click.IntRange(0, 65535))
HOST = click.option("--host", envvar="SPLENDOR_HOST", default="127.0.0.1", show_default=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="splendor-host")
def main() -> None:
    """Hosts games of Splendor. Unofficial: the game is by Marc Andre, published by Space Cowboys."""


for command in (token, archive, doctor, reindex, ai, arena, simulate, ladder):
    main.add_command(command)


@main.command()
@HOST
@PORT
@click.option(
    "--ai-workers",
    envvar="SPLENDOR_AI_WORKERS",
    type=click.IntRange(1, 64),
    help="For long searches; one more is for quick moves. Default: cores less one.",
)
@click.option("--store-memory", envvar="SPLENDOR_STORE_MEMORY", default="1gb", show_default=True)
@click.option("--with-parent", is_flag=True, help="Stop when the process that started this one ends.")
def up(host: str, port: int, ai_workers: int | None, store_memory: str, *, with_parent: bool) -> None:
    """Run everything on this machine: API, workers, ticker and, unless SPLENDOR_REDIS_URL is set, a store."""
    from service.supervisor.layout import Request
    from service.supervisor.up import CannotStartError
    from service.supervisor.up import up as run

    settings = _settings()
    request = Request(
        host=host,
        port=port,
        ai_workers=ai_workers or max(1, (os.cpu_count() or 2) - 1),
        durability=settings.durability,
        store_memory=store_memory,
        redis_url=os.environ.get("SPLENDOR_REDIS_URL", ""),
    )
    try:
        sys.exit(run(Path(settings.data_dir), request, click.echo, with_parent=with_parent))
    except CannotStartError as error:
        raise click.ClickException(str(error)) from None


@main.command()
@HOST
@PORT
@click.option("--processes", envvar="SPLENDOR_WEB_PROCESSES", type=click.IntRange(1), help="Default: one a core.")
@click.option("--threads", envvar="SPLENDOR_WEB_THREADS", default=32, show_default=True, type=click.IntRange(2))
@click.option("--grace", default=30, show_default=True, help="Seconds that running requests get when it is stopped.")
@click.option("--fd", type=int, hidden=True, help="A socket that listens already.")
def serve(host: str, port: int, processes: int | None, threads: int, grace: int, fd: int | None) -> None:
    """Run the API alone, on the store at SPLENDOR_REDIS_URL."""
    from service.open_files import allow_all

    _settings()
    allow_all()
    # Half of the threads may wait for events: the others keep answering.
    os.environ.setdefault("SPLENDOR_MAX_WAITERS", str(threads // 2))
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    options = {
        "--config": "python:service.serving",
        "--bind": address if fd is None else f"fd://{fd}",
        "--workers": str(processes or os.cpu_count() or 1),
        "--threads": str(threads),
        "--graceful-timeout": str(grace),
    }
    words = [word for pair in options.items() for word in pair]
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", *words, "service.wsgi:app"])  # noqa: S606


@main.command()
@click.argument("queues", nargs=-1, metavar="[QUEUE]...")
def worker(queues: tuple[str, ...]) -> None:
    """Do the jobs of these queues, in order of preference: ladders, ai_quick, ai, clock, upkeep, outbound. Without any: of all.

    Those of ai and ai_quick play in the games of ladders too, where nothing else is to be done.
    """
    from workers.main import run

    _settings()
    run(list(queues))


@main.command()
def ticker() -> None:
    """Watch deadlines and unfinished effects. Any number of tickers may run."""
    from workers.ticker import run

    _settings()
    run()


@main.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if the files are not what the code gives.")
@click.argument("folder", default="api_spec", type=click.Path(path_type=Path))
def openapi(folder: Path, *, check: bool) -> None:
    """Write the OpenAPI documents that the code describes."""
    from service.api.openapi import stale_documents, write_documents

    if not check:
        write_documents(folder)
    elif stale := stale_documents(folder):
        raise click.ClickException(f"{', '.join(stale)}: not what the code gives; run `make openapi`")


def _digest(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """A SHA-256 in hex digits, if one was given."""
    if value is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise click.BadParameter("a commitment is 64 hex digits")
    return value


@main.command()
@click.option("--commitment", metavar="HEX", callback=_digest, help="The one that was noted when the game was created.")
@click.argument("record", type=click.File("rb"))
def verify(record: BinaryIO, commitment: str | None) -> None:
    """Replay a game's RECORD (JSON, - for standard input): are deal, actions and result what they claim to be?

    Without the noted commitment this tells whether the record fits together, not whether the host has changed seed and
    commitment both.
    """
    from splendor.engine.record import verify as examine

    try:
        report = examine(json.load(record), commitment)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"This is no JSON: {error}") from None
    for check in report.checks:
        click.echo(f"{'ok  ' if check.ok else 'FAIL'}  {check.name}: {check.message}")
    sys.exit(0 if report.ok else 1)


@main.command()
@PORT
def health(port: int) -> None:
    """Does the API on this machine answer? The health check of its container."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3)
    try:
        connection.request("GET", "/livez")
        status = connection.getresponse().status
    except OSError as error:
        raise click.ClickException(f"No answer on port {port}: {error}") from None
    if status != http.HTTPStatus.OK:
        raise click.ClickException(f"/livez answered {status}")


if __name__ == "__main__":
    main()
