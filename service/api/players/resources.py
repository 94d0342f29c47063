"""POST /v1/players, and what a player may do about itself."""

from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.players import schemas
from service.api.players.paging import Place, cut, from_cursor
from service.api.players.schemas import EXAMPLE_PLAYER, EXAMPLE_SECRET, EXAMPLE_TOKEN, PLAY
from service.hosting import players as verbs
from service.hosting.instants import instant
from service.store.players import Player, Token

players = Blueprint(
    "Players", __name__, url_prefix="/v1", description="Players and their tokens. A player is a person or a bot."
)
blueprints = (players,)

ME = "/v1/players/me"
TOKENS = "/v1/players/me/tokens"


def registration_is_open(call: Call) -> None:
    """Raises Refused `registration-closed` where players cannot register themselves."""
    if call.services.settings.registration != "open":
        raise Refused("registration-closed")


def player_view(player: Player) -> dict[str, Any]:
    """A player as it sees itself."""
    return {
        "id": player.id,
        "name": player.name,
        "kind": player.kind,
        "created_at": instant(player.created_at),
    }


def token_view(token: Token) -> dict[str, Any]:
    """A token without its secret, which nobody knows."""
    view = {"id": token.id, "scope": token.scope or PLAY, "created_at": instant(token.created_at)}
    return view | ({"expires_at": instant(token.expires_at)} if token.expires_at else {})


@players.route("/players")
class Players(Resource):
    """All players."""

    @players.operation(
        "createPlayer",
        summary="Register a player",
        description=(
            "Creates a player and its first token, which is shown this once. Needs no token where registration is open "
            "(`SPLENDOR_REGISTRATION`). A player that is never used expires after 30 days, so a lost reply costs nothing."
        ),
        auth="none",
        body=schemas.NewPlayerSchema,
        reply=schemas.RegisteredSchema,
        status=201,
        secret=True,
        right=registration_is_open,
        problems=("registration-closed", "store-unavailable"),
        examples={"ada": {"name": "Ada"}},
        reply_examples={"ada": {"player": EXAMPLE_PLAYER, "token": EXAMPLE_SECRET}},
    )
    def post(self, call: Call) -> Reply:
        made = verbs.register(call.services, call.body["name"])
        return Reply({"player": player_view(made.player), "token": made.secret}, location=ME)


@players.route("/players/me")
class Me(Resource):
    """The caller."""

    @players.operation(
        "getMe",
        summary="The calling player",
        description="The player that the token belongs to.",
        reply=schemas.PlayerSchema,
        problems=("player-not-found",),
        reply_examples={"ada": EXAMPLE_PLAYER},
    )
    def get(self, call: Call) -> dict[str, Any]:
        return player_view(verbs.find_player(call.services, call.player_id))

    @players.operation(
        "updateMe",
        summary="Rename the calling player",
        description="Games keep the name of the time the seat was taken.",
        body=schemas.PlayerChangesSchema,
        reply=schemas.PlayerSchema,
        problems=("player-not-found",),
        examples={"rename": {"name": "Ada L."}},
        reply_examples={"renamed": {**EXAMPLE_PLAYER, "name": "Ada L."}},
    )
    def patch(self, call: Call) -> dict[str, Any]:
        if "name" in call.body:
            return player_view(verbs.rename(call.services, call.player_id, call.body["name"]))
        return player_view(verbs.find_player(call.services, call.player_id))


@players.route("/players/me/tokens")
class Tokens(Resource):
    """The caller's tokens."""

    @players.operation(
        "createToken",
        summary="Issue a further token",
        description=(
            "For another device or program of the same player. The token is shown this once; Location is the list that "
            "it stands in from now on."
        ),
        body=schemas.NewTokenSchema,
        body_optional=True,
        reply=schemas.IssuedSchema,
        status=201,
        secret=True,
        problems=("player-not-found",),
        examples={"play": {}, "look": {"scope": "read", "expires_at": "2199-12-31T23:59:59Z"}},
        reply_examples={"play": {**EXAMPLE_TOKEN, "token": EXAMPLE_SECRET}},
    )
    def post(self, call: Call) -> Reply:
        scope = call.body["scope"]
        stored = "" if scope == PLAY else scope
        made = verbs.issue_token(call.services, call.player_id, stored, call.body.get("expires_at", 0))
        return Reply({**token_view(made.token), "token": made.secret}, location=TOKENS)

    @players.operation(
        "listTokens",
        summary="The calling player's tokens",
        description="All valid tokens of the player, without their secrets, which nobody knows any more.",
        query=schemas.TokenQuerySchema,
        reply=schemas.TokenListSchema,
        reply_examples={"one": {"items": [EXAMPLE_TOKEN]}},
    )
    def get(self, call: Call) -> Reply:
        limit, cursor = call.query["limit"], call.query.get("cursor")
        tokens = {
            Place(token.created_at, token.id): token for token in verbs.list_tokens(call.services, call.player_id)
        }
        page, following = cut(tokens, from_cursor(cursor) if cursor is not None else None, limit)
        body: dict[str, Any] = {"items": [token_view(tokens[place]) for place in page]}
        if not following:
            return Reply(body)
        link = f'<{TOKENS}?limit={limit}&cursor={following}>; rel="next"'
        return Reply(body | {"next_cursor": following}, headers={"Link": link})


@players.route("/players/me/tokens/<token_id>")
class OneToken(Resource):
    """One of the caller's tokens."""

    @players.operation(
        "deleteToken",
        summary="Withdraw a token",
        description="It is invalid at once. A player that withdraws its last one can never be used again.",
        status=204,
        problems=("token-not-found",),
    )
    def delete(self, call: Call, token_id: str) -> Reply:
        verbs.withdraw_token(call.services, call.player_id, token_id)
        return Reply()
