"""What an app may do: make players for its users, find them, and issue tokens for them."""

from http import HTTPStatus
from typing import Any

from service.api.apps import schemas
from service.api.apps.schemas import EXAMPLE_APP, EXAMPLE_APP_PLAYER
from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.paging import Place, after, page
from service.api.players.schemas import EXAMPLE_SECRET, EXAMPLE_TOKEN, NEW_TOKENS, IssuedSchema, NewTokenSchema
from service.api.players.views import issued, player_view, token_order
from service.hosting import apps as verbs
from service.hosting.instants import instant
from service.hosting.players import issue_token, no_player
from service.store.keys import new_player_id
from service.store.players import Player

apps = Blueprint(
    "Apps",
    __name__,
    url_prefix="/v1",
    description=(
        "For back ends of apps, with the app's token. An app plays no seat and sees what a spectator sees; its users "
        "play with tokens that it issues for them."
    ),
)
blueprints = (apps,)


def _view(player: Player) -> dict[str, Any]:
    return {**player_view(player), "external_id": player.external_id}


def _player_reply(player: Player, made: bool) -> Reply:
    status, location = (HTTPStatus.CREATED, f"/v1/players/{player.id}") if made else (HTTPStatus.OK, "")
    return Reply(_view(player), status, location=location)


def _made_before(call: Call) -> Reply:
    """The reply to a creation that was carried out before."""
    player = verbs.find_player_of(call.services, call.app_id, call.body["external_id"])
    if player is None:
        raise no_player()
    return _player_reply(player, player.id == call.creation_id)


def _find_own(call: Call) -> Player:
    return verbs.find_own_player(call.services, call.app_id, call.path.pop("player_id"))


@apps.route("/apps/me")
class Me(Resource):
    """The calling app."""

    @apps.operation(
        "getApp",
        summary="The calling app",
        description="The app that the token belongs to.",
        callers=("app",),
        reply=schemas.AppSchema,
        problems=("app-not-found",),
        reply_examples={"an app": EXAMPLE_APP},
    )
    def get(self, call: Call) -> dict[str, Any]:
        app = verbs.find_app(call.services, call.app_id)
        return {"id": app.id, "name": app.name, "created_at": instant(app.created_at)}


@apps.route("/apps/me/players")
class AppPlayers(Resource):
    """The players that the app has made."""

    @apps.operation(
        "createAppPlayer",
        summary="Make a player for a user",
        description=(
            "Gives the player that stands for a user of the app. The first request with an `external_id` makes it (201), "
            "every later one gives the same player (200), whose name stays. It stays also unused. Where it was deleted, "
            "a new one is made, that has nothing to do with the old one."
        ),
        callers=("app",),
        body=schemas.NewAppPlayerSchema,
        reply=schemas.AppPlayerSchema,
        makes=True,
        versioned=False,
        idempotent="creation",
        new_id=new_player_id,
        replay=_made_before,
        problems=("app-not-found", "player-not-found", "contention"),
        examples={"a user": {"external_id": "user-4711", "name": "Ada"}},
        reply_examples={"a user": EXAMPLE_APP_PLAYER},
    )
    def post(self, call: Call) -> Reply:
        body = call.body
        found = verbs.player_for(call.services, call.app_id, body["external_id"], body["name"], call.creation_id)
        return _player_reply(found.player, found.made)

    @apps.operation(
        "listAppPlayers",
        summary="The app's players",
        description="All players that the app has made, or the one with a certain `external_id`. Deleted ones are left out.",
        callers=("app",),
        query=schemas.AppPlayerQuerySchema,
        reply=schemas.AppPlayerListSchema,
        reply_examples={"one": {"items": [EXAMPLE_APP_PLAYER]}},
    )
    def get(self, call: Call) -> Reply:
        behind, limit = after(call), call.query["limit"]
        if "external_id" in call.query:
            player = verbs.find_player_of(call.services, call.app_id, call.query["external_id"])
            return page(call, [_view(player)] if player else [], None)
        found = verbs.list_players(call.services, call.app_id, behind, limit + 1)
        following = Place(*found[limit - 1][0]) if len(found) > limit else None
        return page(call, [_view(player) for _, player in found[:limit] if player is not None], following)


@apps.route("/apps/me/players/<player_id>/tokens")
class AppPlayerTokens(Resource):
    """The tokens of one of the app's players."""

    @apps.operation(
        "createAppPlayerToken",
        summary="Issue a token for a user",
        description=(
            "A token of one of the app's players, shown this once, for the user's device: with it the device talks to "
            "this service itself. Location is the player. A player has so many valid tokens at a time "
            "(`SPLENDOR_QUOTA_TOKENS`): give them an `expires_at`, or let the device withdraw its own."
        ),
        callers=("app",),
        find=_find_own,
        body=NewTokenSchema,
        body_optional=True,
        reply=IssuedSchema,
        status=201,
        secret=True,
        problems=("player-not-found", "too-many"),
        examples=NEW_TOKENS,
        reply_examples={"play": {**EXAMPLE_TOKEN, "token": EXAMPLE_SECRET}},
    )
    def post(self, call: Call) -> Reply:
        player: Player = call.found
        return issued(issue_token(call.services, player.id, token_order(call)), f"/v1/players/{player.id}")
