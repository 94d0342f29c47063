"""The forms of players and tokens."""

import re
from datetime import UTC, datetime
from typing import Any

import marshmallow as ma
from marshmallow import fields

from service.api.fields import Choice, Id, Instant, Name, OpenChoice, Text, list_of
from service.api.schema import ReplySchema, Schema
from service.hosting.instants import instant
from service.outbound.targets import LONGEST_URL

LONGEST_NAME = 40
PLAY, READ = "play", "read"

EXAMPLE_PLAYER: dict[str, Any] = {
    "id": "pKx3vTq0dJm5sWb8yRzU2a",
    "name": "Ada",
    "kind": "human",
    "created_at": "2027-01-31T12:00:00.000Z",
}
EXAMPLE_BOT: dict[str, Any] = {
    "id": "pR7uLz2cVb9nMq4Xw1Ye6d",
    "name": "Ada's engine",
    "kind": "bot",
    "created_at": "2027-01-31T12:00:00.000Z",
    "owner": EXAMPLE_PLAYER["id"],
}
EXAMPLE_BLOCK: dict[str, Any] = {"player": EXAMPLE_PLAYER, "created_at": "2027-02-01T12:00:00.000Z"}
EXAMPLE_TOKEN: dict[str, Any] = {
    "id": "tZ81nGc4uYp6eLhAqVfD7k",
    "scope": PLAY,
    "created_at": "2027-01-31T12:00:00.000Z",
}
NEW_TOKENS: dict[str, Any] = {"play": {}, "look": {"scope": "read", "expires_at": "2199-12-31T23:59:59Z"}}
EXAMPLE_SECRET = "spl_player_" + "EXAMPLE0" * 5 + "abc"

_RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)", re.ASCII)
_LATEST = datetime(2200, 1, 1, tzinfo=UTC)


class FutureInstant(fields.String):
    """An RFC 3339 instant that still lies ahead, loaded as milliseconds since 1970."""

    def __init__(self, description: str, **kwargs: Any) -> None:
        metadata = {"description": description, "format": "date-time", "example": "2199-12-31T23:59:59Z"}
        super().__init__(metadata=metadata, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        try:
            when = datetime.fromisoformat(text) if _RFC3339.fullmatch(text) else None
        except ValueError:
            when = None
        if when is None:
            raise ma.ValidationError("Not an RFC 3339 instant.")
        if not datetime.now(UTC) < when < _LATEST:
            raise ma.ValidationError(f"Not between now and {instant(int(_LATEST.timestamp() * 1000))}.")
        return int(when.timestamp() * 1000)


class NewPlayerSchema(Schema):
    """A player who registers."""

    name = Name("What others see. It need not be unique: ids identify players.", LONGEST_NAME, "Ada", required=True)


class NewBotSchema(Schema):
    """A bot of the calling player."""

    name = Name("What others see. It need not be unique.", LONGEST_NAME, "Ada's engine", required=True)


class PlayerChangesSchema(Schema):
    """What of a player changes; what is left out stays."""

    name = Name("The new name. Games keep the one of the time the seat was taken.", LONGEST_NAME, "Ada L.")
    turn_url = Text(
        "Where to be called when it is one's turn: an https URL of a public host. Empty: not any more.",
        LONGEST_URL,
        example="https://bots.example/splendor",
    )


class NewTokenSchema(Schema):
    """A further token."""

    scope = Choice(
        f"`{PLAY}`: may do all that the player may; `{READ}`: changes nothing.", [PLAY, READ], load_default=PLAY
    )
    expires_at = FutureInstant("When it becomes invalid, before the year 2200; never, where this is left out.")


class PlayerSchema(ReplySchema):
    """A player."""

    id = Id("Its id.", EXAMPLE_PLAYER["id"], required=True)
    name = Text("What others see.", example="Ada", required=True)
    kind = OpenChoice("A person or a program.", ["human", "bot"], required=True)
    created_at = Instant("When it registered.", required=True)
    owner = Id("Of a bot: the player whose it is.", EXAMPLE_PLAYER["id"])
    turn_url = Text(
        "Of oneself alone: where one is called when it is one's turn.", example="https://bots.example/splendor"
    )


class PlayerListSchema(ReplySchema):
    """A page of players."""

    items = list_of(PlayerSchema, "Oldest first, by time and id.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class BlockSchema(ReplySchema):
    """Somebody whom the calling player has blocked."""

    player = fields.Nested(PlayerSchema, required=True)
    created_at = Instant("Since when.", required=True)


class BlockListSchema(ReplySchema):
    """A page of blocks."""

    items = list_of(BlockSchema, "Oldest first, by time and id.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class RegisteredSchema(ReplySchema):
    """A new player."""

    player = fields.Nested(PlayerSchema, required=True)
    token = Text("The token. It is shown this once; send it as `Authorization: Bearer <token>`.", required=True)


class TokenSchema(ReplySchema):
    """A token, without its secret."""

    id = Id("Its id, to withdraw it by.", EXAMPLE_TOKEN["id"], required=True)
    scope = OpenChoice("What it may do.", [PLAY, READ], required=True)
    created_at = Instant("When it was issued.", required=True)
    expires_at = Instant("When it becomes invalid; absent: never.")


class IssuedSchema(TokenSchema):
    """A new token, with its secret."""

    token = Text("The token. It is shown this once; send it as `Authorization: Bearer <token>`.", required=True)


class TokenListSchema(ReplySchema):
    """A page of the caller's tokens."""

    items = list_of(TokenSchema, "Oldest first, by time and id.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")
