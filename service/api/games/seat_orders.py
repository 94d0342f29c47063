"""Who is to sit where, as it is ordered: at the creation of a game, and in changes before its start."""

from collections.abc import Mapping
from typing import Any, ClassVar

import marshmallow as ma

from service.api.fields import Id, Int, KnownId, Tag
from service.api.schema import Schema
from service.api.unions import OneOf
from service.hosting.create_game import INVITATION_MS, NewSeat
from splendor.ai import PLAYERS

SHORTEST_MS = 1_000
"""No time that is given is shorter: neither to answer nor to act."""


def ai_player() -> KnownId:
    """Which AI player."""
    return KnownId("An AI player, as in GET /v1/ai-players.", PLAYERS, "greedy", required=True)


class OpenSeat(Schema):
    """A seat for whoever joins."""

    type = Tag("open")


class MySeat(Schema):
    """The caller's own seat."""

    type = Tag("me")


class AiSeat(Schema):
    """A seat for an AI player."""

    type = Tag("ai")
    ai_player = ai_player()


class InvitedSeat(Schema):
    """A seat for a player, who is invited to it. Nobody else can take it until the invitation has expired."""

    type = Tag("player")
    player_id = Id("Id of the player.", required=True)
    expires_in_ms = Int(
        "How long the invitation holds, in milliseconds; never longer than the game stays open.",
        SHORTEST_MS,
        INVITATION_MS,
        load_default=INVITATION_MS,
    )


class NewSeatSchema(OneOf):
    """Who is to sit at a place."""

    variants: ClassVar[Mapping[str, type[ma.Schema]]] = {
        "open": OpenSeat,
        "me": MySeat,
        "ai": AiSeat,
        "player": InvitedSeat,
    }


class SeatChangeSchema(OneOf):
    """Who is to have a free seat from now on."""

    variants: ClassVar[Mapping[str, type[ma.Schema]]] = {"open": OpenSeat, "ai": AiSeat, "player": InvitedSeat}


def new_seat(body: dict[str, Any]) -> NewSeat:
    """A seat as it is ordered."""
    return NewSeat(
        body["type"], body.get("ai_player", ""), body.get("player_id", ""), body.get("expires_in_ms", INVITATION_MS)
    )
