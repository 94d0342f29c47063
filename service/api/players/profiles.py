"""POST /v1/players, what everybody sees of a player, and what a player may do about itself."""

from contextlib import nullcontext
from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.players import schemas
from service.api.players.callback_schemas import EXAMPLE_TURN_URL
from service.api.players.export import EXAMPLE_EXPORT, ExportSchema, export_parts
from service.api.players.schemas import EXAMPLE_BOT, EXAMPLE_PLAYER, EXAMPLE_SECRET
from service.api.players.views import own_view, player_view, registered
from service.hosting import players as verbs
from service.hosting.delete_player import delete_player
from service.hosting.turn_url import set_turn_url
from service.outbound.targets import BadTarget
from service.store.players import Player

blueprint = Blueprint("Players", __name__, url_prefix="/v1", description="Players. A player is a person or a bot.")

ME = "/v1/players/me"


def may_register(call: Call) -> None:
    """Raises Refused `registration-closed` where only apps and administrators can make players."""
    trusted = call.caller is not None and call.caller.kind != "player"
    if not trusted and call.services.settings.registration != "open":
        raise Refused("registration-closed")


def _change_turn_url(call: Call, url: str) -> None:
    try:
        with call.services.waiters.hold(call.holder) if url else nullcontext():
            set_turn_url(call.services, call.player_id, url)
    except BadTarget as error:
        raise Refused("invalid-request", errors=[("/turn_url", str(error))]) from None


def find(call: Call) -> Player:
    """The player that the path names. Raises PlayerNotFound."""
    return verbs.find_player(call.services, call.path.pop("player_id"))


@blueprint.route("/players")
class Players(Resource):
    """All players."""

    @blueprint.operation(
        "createPlayer",
        summary="Register a player",
        description=(
            "Creates a player and its first token, which is shown this once. Needs no token where registration is open "
            "(`SPLENDOR_REGISTRATION`), else that of an app or an administrator. A player that is never used expires "
            "after 30 days, so a lost reply costs nothing."
        ),
        auth="optional",
        body=schemas.NewPlayerSchema,
        reply=schemas.RegisteredSchema,
        status=201,
        secret=True,
        right=may_register,
        problems=("registration-closed",),
        examples={"ada": {"name": "Ada"}},
        reply_examples={"ada": {"player": EXAMPLE_PLAYER, "token": EXAMPLE_SECRET}},
    )
    def post(self, call: Call) -> Reply:
        return registered(verbs.register(call.services, call.body["name"]), ME)


@blueprint.route("/players/me")
class Me(Resource):
    """The caller."""

    @blueprint.operation(
        "getMe",
        summary="The calling player",
        description="The player that the token belongs to.",
        reply=schemas.PlayerSchema,
        problems=("player-not-found",),
        reply_examples={"ada": EXAMPLE_PLAYER},
    )
    def get(self, call: Call) -> dict[str, Any]:
        return own_view(verbs.find_player(call.services, call.player_id))

    @blueprint.operation(
        "updateMe",
        summary="Change the calling player",
        description=(
            "Its name: games keep the one of the time the seat was taken. And `turn_url`, where it is called when it is "
            "its turn: the address is sent a signed challenge at once, which it has to answer within 5 s, so this takes "
            "as long as that; calls then begin with the turns that wait already. Nothing changes where anything is "
            "refused."
        ),
        body=schemas.PlayerChangesSchema,
        reply=schemas.PlayerSchema,
        problems=("player-not-found", "no-callback-secret", "callback-refused", "too-many-waiters"),
        examples={
            "rename": {"name": "Ada L."},
            "be called": {"turn_url": EXAMPLE_TURN_URL},
            "no more": {"turn_url": ""},
        },
        reply_examples={
            "renamed": {**EXAMPLE_PLAYER, "name": "Ada L."},
            "called": {**EXAMPLE_BOT, "turn_url": EXAMPLE_TURN_URL},
        },
    )
    def patch(self, call: Call) -> dict[str, Any]:
        if "turn_url" in call.body:
            _change_turn_url(call, call.body["turn_url"])
        if "name" in call.body:
            verbs.rename(call.services, call.player_id, call.body["name"])
        return own_view(verbs.find_player(call.services, call.player_id))

    @blueprint.operation(
        "deleteMe",
        summary="Delete the calling player",
        description=(
            "For good, with its bots. All tokens are invalid at once. Within seconds the player is out of its games:"
            " open ones lose their seat or, where it was the creator, are aborted; running ones are forfeited (H1); in"
            " those that are over a neutral name stays, put there by a commit that raises the version."
        ),
        status=204,
        problems=("player-not-found",),
    )
    def delete(self, call: Call) -> Reply:
        delete_player(call.services, verbs.find_player(call.services, call.player_id).id)
        return Reply()


@blueprint.route("/players/me/export")
class Export(Resource):
    """All that is kept about the caller."""

    @blueprint.operation(
        "exportMe",
        summary="Everything about the calling player",
        description=(
            "The player, tokens and webhook endpoints without their secrets, bots, blocks, callbacks that led to no action,"
            " and every game with its view and its record as the player may see them: nothing hidden of others. It is sent"
            " as it is read, so a failure in between shows as a reply that breaks off."
        ),
        reply=ExportSchema,
        problems=("player-not-found",),
        reply_examples={"ada": EXAMPLE_EXPORT},
    )
    def get(self, call: Call) -> Reply:
        return Reply(export_parts(call.services, verbs.find_player(call.services, call.player_id)))


@blueprint.route("/players/<player_id>")
class OnePlayer(Resource):
    """Any player."""

    @blueprint.operation(
        "getPlayer",
        summary="See a player",
        description="What everybody may know of a player: its name, whether it is a person or a bot, and whose.",
        auth="optional",
        find=find,
        reply=schemas.PlayerSchema,
        problems=("player-not-found", "store-unavailable"),
        reply_examples={"a person": EXAMPLE_PLAYER, "a bot": EXAMPLE_BOT},
    )
    def get(self, call: Call) -> dict[str, Any]:
        return player_view(call.found)
