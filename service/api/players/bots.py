"""The bots of the calling player."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.paging import PageQuerySchema, Place, after, cut, page
from service.api.players import schemas
from service.api.players.schemas import EXAMPLE_BOT, EXAMPLE_SECRET, EXAMPLE_TOKEN, NEW_TOKENS
from service.api.players.views import issued, player_view, registered, token_order
from service.hosting import bots as verbs
from service.hosting.players import issue_token
from service.store.players import Player

blueprint = Blueprint(
    "Bots",
    __name__,
    url_prefix="/v1",
    description="Bots of the calling player: players of their own, that everybody sees the `owner` of.",
)


def find(call: Call) -> Player:
    """The caller's bot that the path names. Raises PlayerNotFound for others' players too."""
    return verbs.find_bot(call.services, call.player_id, call.path.pop("bot_id"))


@blueprint.route("/players/me/bots")
class Bots(Resource):
    """The caller's bots."""

    @blueprint.operation(
        "createBot",
        summary="Create a bot",
        description=(
            "A player with `kind` `bot` and its first token, which is shown this once. The bot acts by its own tokens "
            "alone; its owner can issue further ones. A player has so many bots at a time (`SPLENDOR_QUOTA_BOTS`), and "
            "a bot has none. A bot that is never used expires after 30 days."
        ),
        body=schemas.NewBotSchema,
        reply=schemas.RegisteredSchema,
        status=201,
        secret=True,
        problems=("owner-is-bot", "player-not-found", "too-many"),
        examples={"a bot": {"name": "Ada's engine"}},
        reply_examples={"a bot": {"player": EXAMPLE_BOT, "token": EXAMPLE_SECRET}},
    )
    def post(self, call: Call) -> Reply:
        quota = call.services.settings.quota_bots
        made = verbs.create_bot(call.services, call.player_id, call.body["name"], quota)
        return registered(made, f"/v1/players/{made.player.id}")

    @blueprint.operation(
        "listBots",
        summary="The calling player's bots",
        description="All bots of the player.",
        query=PageQuerySchema,
        reply=schemas.PlayerListSchema,
        reply_examples={"one": {"items": [EXAMPLE_BOT]}},
    )
    def get(self, call: Call) -> Reply:
        behind = after(call)
        bots = {Place(*link): bot for link, bot in verbs.list_bots(call.services, call.player_id)}
        places, following = cut(bots, behind, call.query["limit"])
        return page(call, [player_view(bots[place]) for place in places], following)


@blueprint.route("/players/me/bots/<bot_id>/tokens")
class BotTokens(Resource):
    """The tokens of one of the caller's bots."""

    @blueprint.operation(
        "createBotToken",
        summary="Issue a token for a bot",
        description=(
            "A further token of one of the calling player's bots, shown this once. Location is the bot. With it, or "
            "with any other token of the bot, the bot's tokens can be listed and withdrawn."
        ),
        find=find,
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
        bot: Player = call.found
        return issued(issue_token(call.services, bot.id, token_order(call)), f"/v1/players/{bot.id}")
