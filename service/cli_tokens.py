"""`splendor token`: tokens of apps and administrators. A new one goes to standard output alone, and is shown this once."""

from typing import TYPE_CHECKING

import click

from service.cli_store import open_store

if TYPE_CHECKING:
    from service.hosting.operator_tokens import Handed

LONGEST_NAME = 40


@click.group()
def token() -> None:
    """Hand out, list and revoke the tokens of apps and administrators."""


def _name(_: click.Context, __: click.Parameter, value: str) -> str:
    """A name that can be shown; empty where there is none."""
    from service.api.names import InvalidName, clean_name

    try:
        return clean_name(value, LONGEST_NAME) if value else ""
    except InvalidName as error:
        raise click.BadParameter(str(error)) from None


@token.command("app")
@click.option("--further", metavar="APP_ID", default="", help="A further token of an app that is there.")
@click.argument("name", default="", callback=_name)
def app_token(name: str, further: str) -> None:
    """A new app called NAME and its token, for the developer of that app."""
    from service.hosting import operator_tokens as verbs
    from service.store.apps import AppStore
    from service.store.operators import OperatorStore

    if bool(name) == bool(further):
        raise click.UsageError("Give the NAME of a new app, or --further with the id of one that is there.")
    with open_store() as client:
        made = verbs.app_token(OperatorStore(client), AppStore(client), further, name)
    if made is None:
        raise click.ClickException("There is no app with this id; `splendor token list` shows those with tokens.")
    _show(made)


@token.command("admin")
@click.option("--note", default="", callback=_name, help="Whose it is, or what for.")
def admin_token(note: str) -> None:
    """A token of an administrator."""
    from service.hosting import operator_tokens as verbs
    from service.store.operators import OperatorStore

    with open_store() as client:
        _show(verbs.admin_token(OperatorStore(client), note))


@token.command("list")
def list_tokens() -> None:
    """All of these tokens, without their secrets, which nobody knows: id, kind, since when, app, name or note."""
    from service.hosting.instants import instant
    from service.store.operators import OperatorStore

    with open_store() as client:
        tokens = OperatorStore(client).all()
    for one in tokens:
        click.echo(f"{one.id}  {one.kind:5}  {instant(one.created_at)}  {one.app_id or '-':22}  {one.name}".rstrip())
    if not tokens:
        click.echo("There are no tokens of apps or administrators.", err=True)


@token.command("revoke")
@click.argument("token_id", metavar="ID")
def revoke(token_id: str) -> None:
    """Make the token with this ID invalid at once. An app keeps its players."""
    from service.store.operators import OperatorStore

    with open_store() as client:
        if not OperatorStore(client).revoke(token_id):
            raise click.ClickException("There is no token with this id; `splendor token list` shows all.")
    click.echo(f"Revoked {token_id}.", err=True)


def _show(made: "Handed") -> None:
    of = f" of the app {made.token.app_id}" if made.token.app_id else ""
    click.echo(f"Token {made.token.id}{of}. Keep what follows: it is shown this once.", err=True)
    click.echo(made.secret)
