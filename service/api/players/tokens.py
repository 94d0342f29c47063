"""The tokens of the calling player."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.paging import PageQuerySchema, Place, after, cut, page
from service.api.players import schemas
from service.api.players.schemas import EXAMPLE_SECRET, EXAMPLE_TOKEN, NEW_TOKENS
from service.api.players.views import issued, token_order, token_view
from service.hosting import players as verbs

blueprint = Blueprint("Tokens", __name__, url_prefix="/v1", description="The tokens of the calling player.")

TOKENS = "/v1/players/me/tokens"


@blueprint.route("/players/me/tokens")
class Tokens(Resource):
    """The caller's tokens."""

    @blueprint.operation(
        "createToken",
        summary="Issue a further token",
        description=(
            "For another device or program of the same player. The token is shown this once; Location is the list that "
            "it stands in from now on. A player has so many valid tokens at a time (`SPLENDOR_QUOTA_TOKENS`)."
        ),
        body=schemas.NewTokenSchema,
        body_optional=True,
        reply=schemas.IssuedSchema,
        status=201,
        secret=True,
        problems=("player-not-found", "too-many"),
        examples=NEW_TOKENS,
        reply_examples={"play": {**EXAMPLE_TOKEN, "token": EXAMPLE_SECRET}},
    )
    def post(self, call: Call) -> Reply:
        return issued(verbs.issue_token(call.services, call.player_id, token_order(call)), TOKENS)

    @blueprint.operation(
        "listTokens",
        summary="The calling player's tokens",
        description="All valid tokens of the player, without their secrets, which nobody knows any more.",
        query=PageQuerySchema,
        reply=schemas.TokenListSchema,
        reply_examples={"one": {"items": [EXAMPLE_TOKEN]}},
    )
    def get(self, call: Call) -> Reply:
        behind = after(call)
        tokens = {
            Place(token.created_at, token.id): token for token in verbs.list_tokens(call.services, call.player_id)
        }
        places, following = cut(tokens, behind, call.query["limit"])
        return page(call, [token_view(tokens[place]) for place in places], following)


@blueprint.route("/players/me/tokens/<token_id>")
class OneToken(Resource):
    """One of the caller's tokens."""

    @blueprint.operation(
        "deleteToken",
        summary="Withdraw a token",
        description="It is invalid at once. A player that withdraws its last one can never be used again.",
        find=lambda call: verbs.find_token(call.services, call.player_id, call.path.pop("token_id")),
        status=204,
        problems=("token-not-found",),
    )
    def delete(self, call: Call) -> Reply:
        verbs.withdraw_token(call.services, call.player_id, call.found.id)
        return Reply()
