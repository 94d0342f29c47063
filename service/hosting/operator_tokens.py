"""Tokens of apps and administrators, as the operators of the service hand them out."""

from typing import NamedTuple

from service.store.apps import App, AppStore
from service.store.keys import new_app_id, new_token_id
from service.store.operators import OperatorStore, OperatorToken
from service.store.players import digest_of, new_secret


class Handed(NamedTuple):
    """A new token and its secret, in the only moment in which it is known."""

    token: OperatorToken
    secret: str


def app_token(operators: OperatorStore, apps: AppStore, app_id: str, name: str) -> Handed | None:
    """A token of a new app, or, where `app_id` is given, a further one of that app; None where there is no such."""
    app = apps.get(app_id) if app_id else App(new_app_id(), name, operators.now())
    if app is None:
        return None
    if not app_id:
        apps.create(app)
    return _hand_out(operators, OperatorToken("", "app", "", operators.now(), app.name, app.id))


def admin_token(operators: OperatorStore, note: str) -> Handed:
    """A token of an administrator; the note says whose it is."""
    return _hand_out(operators, OperatorToken("", "admin", "", operators.now(), note))


def _hand_out(operators: OperatorStore, about: OperatorToken) -> Handed:
    secret = new_secret(about.kind)
    token = OperatorToken(new_token_id(), about.kind, digest_of(secret), about.created_at, about.name, about.app_id)
    operators.add(token)
    return Handed(token, secret)
