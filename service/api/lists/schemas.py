"""What lists are asked for, and what they show of a game: members of its view under the same names."""

from typing import Any

import marshmallow as ma
from marshmallow import fields

from service.api.fields import Choice, Id, Instant, OpenChoice, QueryBool, QueryInt, Text, list_of
from service.api.games.replies import (
    STATUSES,
    GameLadder,
    GameOptionsSchema,
    GameResult,
    PlayerName,
    TurnSchema,
    You,
    count,
    seat_number,
)
from service.api.paging import PageQuerySchema
from service.api.schema import ReplySchema
from splendor.engine.state import SEAT_STATUS_NAMES

OPEN = "open"


class PublicGamesQuery(PageQuerySchema):
    """Which public games."""

    status = Choice("Only games of this status.", STATUSES)
    players = QueryInt("Only games with so many seats.", 2, 4, 2)
    seats_free = QueryInt("Only games with at least so many open seats. Needs `status=open`.", 1, 4, 1)

    @ma.validates_schema
    def _seats_are_free_before_the_start(self, data: dict[str, Any], **_: Any) -> None:
        if "seats_free" in data and data.get("status") != OPEN:
            raise ma.ValidationError("Only together with status=open.", "seats_free")


class PlayerGamesQuery(PageQuerySchema):
    """Which of a player's games."""

    status = Choice("Only games of this status.", STATUSES)


class OwnGamesQuery(PlayerGamesQuery):
    """Which of the caller's games."""

    my_turn = QueryBool("`true`: only games where the caller has to act; `false`: only the others.")


class SummarySeat(ReplySchema):
    """A seat of a game in a list."""

    seat = seat_number()
    type = OpenChoice("Who the seat is for.", ["open", "player", "ai", "invited"], required=True)
    player = fields.Nested(PlayerName, metadata={"description": "Who took the seat, or is invited to it."})
    ai_player = Text("The AI player at the controls.")
    controller = OpenChoice("Who acts for the seat.", ["player", "ai"])
    status = OpenChoice("Whether the seat is still in (H1).", SEAT_STATUS_NAMES)
    prestige = count("Prestige from cards and nobles.")
    expires_at = Instant("When the invitation ends.")


class GameSummary(ReplySchema):
    """What a list shows of a game. GET /games/{id} has the rest."""

    id = Id("Id of the game.", required=True)
    version = count("Rises by one with every commit.", required=True)
    etag = Text("Version and commit tag, as in the view of the game.", required=True)
    status = OpenChoice("Status of the game.", STATUSES, required=True)
    options = fields.Nested(GameOptionsSchema, required=True)
    marks = fields.List(
        OpenChoice("A mark.", ["seeded", "from_position", "sandbox"]),
        required=True,
        metadata={"description": "What sets the game apart from one that was dealt in the common way."},
    )
    seats = list_of(SummarySeat, "All seats, by number.", required=True)
    turn = fields.Nested(TurnSchema)
    you = fields.Nested(You, metadata={"description": "Absent for a caller without a seat."})
    result = fields.Nested(GameResult, metadata={"description": "Once the game is over."})
    ladder = fields.Nested(GameLadder, metadata={"description": "The ladder that the game belongs to."})
    created_at = Instant("When it was created.", required=True)
    updated_at = Instant("When it changed last.", required=True)
    expires_at = Instant("When it ends by itself unless something happens.")


class GameList(ReplySchema):
    """A page of a list of games."""

    items = list_of(GameSummary, "Newest first, by time of creation and id.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class Invitation(ReplySchema):
    """An invitation that has not been answered."""

    game = fields.Nested(GameSummary, required=True)
    seat = seat_number()
    invited_by = fields.Nested(PlayerName, required=True, metadata={"description": "The creator of the game."})
    expires_at = Instant("When the invitation ends.", required=True)


class InvitationList(ReplySchema):
    """A page of the caller's invitations."""

    items = list_of(Invitation, "Newest game first, by its time of creation and id.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")
