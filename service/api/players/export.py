"""The export of a player's data, sent piece by piece, so that it may be as long as it is."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from marshmallow import fields

from service.api.encoding import encode
from service.api.fields import Text, list_of
from service.api.games.examples import RECORDS, VIEWS
from service.api.games.record_replies import GameRecordSchema
from service.api.games.replies import GameSchema
from service.api.players.callback_schemas import EXAMPLE_FAILURES, CallbackFailureSchema
from service.api.players.schemas import (
    EXAMPLE_BLOCK,
    EXAMPLE_BOT,
    EXAMPLE_PLAYER,
    EXAMPLE_TOKEN,
    BlockSchema,
    PlayerSchema,
    TokenSchema,
)
from service.api.players.views import failure_view, own_view, player_view, token_view
from service.api.schema import ReplySchema
from service.api.webhooks.schemas import EXAMPLE_ENDPOINT, WebhookSchema
from service.api.webhooks.views import webhook_view
from service.hosting.blocks import blocked_players, list_blocks
from service.hosting.bots import list_bots
from service.hosting.export import game_export, tables_of
from service.hosting.instants import instant
from service.hosting.turn_url import list_failures
from service.store.players import Player

if TYPE_CHECKING:
    from service.services import Services


class ExportedGame(ReplySchema):
    """One game of the player."""

    game = fields.Nested(GameSchema, required=True)
    record = fields.Nested(GameRecordSchema, required=True)


class ExportSchema(ReplySchema):
    """Everything that is kept about a player."""

    player = fields.Nested(PlayerSchema, required=True)
    app = Text("The app that made the player.")
    external_id = Text("The name that the player has for that app.")
    tokens = list_of(TokenSchema, "All valid tokens, without their secrets.", required=True)
    bots = list_of(PlayerSchema, "The player's bots.", required=True)
    blocks = list_of(BlockSchema, "Whom the player has blocked.", required=True)
    webhooks = list_of(WebhookSchema, "The player's webhook endpoints, without their secrets.", required=True)
    callback_failures = list_of(
        CallbackFailureSchema, "The latest calls to the player that led to no action, newest first.", required=True
    )
    games = list_of(ExportedGame, "All games, newest first within each status.", required=True)


EXAMPLE_EXPORT: dict[str, Any] = {
    "player": EXAMPLE_PLAYER,
    "tokens": [EXAMPLE_TOKEN],
    "bots": [EXAMPLE_BOT],
    "blocks": [EXAMPLE_BLOCK],
    "webhooks": [EXAMPLE_ENDPOINT],
    "callback_failures": EXAMPLE_FAILURES,
    "games": [{"game": VIEWS["just started"], "record": RECORDS["after one action"]}],
}


def export_parts(services: "Services", player: Player) -> Iterator[bytes]:
    """The export as UTF-8 JSON, in pieces."""
    head = encode(_person(services, player))
    yield head[:-1] + b',"games":['
    yield from _separated(encode(game_export(services, table)) for table in tables_of(services, player.id))
    yield b"]}"


def _person(services: "Services", player: Player) -> dict[str, Any]:
    blocked = blocked_players(services, player.id, list_blocks(services, player.id))
    made_by = {"app": player.app, "external_id": player.external_id} if player.app else {}
    return {
        "player": own_view(player),
        **made_by,
        "tokens": [token_view(token) for token in services.players.tokens(player.id)],
        "bots": [player_view(bot) for _, bot in list_bots(services, player.id)],
        "blocks": [{"player": player_view(other), "created_at": instant(link.at)} for link, other in blocked],
        "webhooks": [webhook_view(webhook) for webhook in services.webhooks.all(player.id)],
        "callback_failures": [failure_view(failure) for failure in list_failures(services, player.id)],
    }


def _separated(parts: Iterable[bytes]) -> Iterator[bytes]:
    comma = b""
    for part in parts:
        yield comma + part
        comma = b","
