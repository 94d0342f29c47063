"""The seats of a game before its start: joining, leaving, inviting."""

import re
from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.fields import Int, Text
from service.api.games.call_table import player_of, replayed, settled, table_of
from service.api.games.event_replies import PlayedSchema
from service.api.games.examples import INVITED, JOINED, LEFT
from service.api.games.seat_orders import SeatChangeSchema, new_seat
from service.api.operation import admits_its_people
from service.api.schema import Schema
from service.hosting.join_seat import join_seat
from service.hosting.leave_seat import change_seat, leave_seat

blueprint = Blueprint("Seats", __name__, url_prefix="/v1", description="Who sits where, until a game starts.")


class JoinSchema(Schema):
    """Which seat to take: the one the caller is invited to, else the lowest open one, where it is left out."""

    seat = Int("Number of the seat.", 0, 3)
    join_code = Text("Opens a private game to those who are not invited.", pattern="^[A-Za-z0-9]{8}$")


def admits_with_code(call: Call, document: Any) -> bool:
    """A private game exists for its own people, and for who has its join code."""
    if admits_its_people(call, document):
        return True
    return isinstance(document, dict) and bool(call.opened.game.admits(document.get("join_code")))


def admits_who_left(call: Call, document: Any) -> bool:
    """Who has left a private game, or declined it, may still ask whether the request has got through."""
    return admits_its_people(call, document) or call.replay is not None


def seat_at(text: str) -> int:
    """The number that stands in a path; -1, which no seat has, for anything else."""
    return int(text) if re.fullmatch("[0-9]", text, re.ASCII) else -1


@blueprint.route("/games/<game_id>/seats")
class Seats(Resource):
    """The seats of a game."""

    @blueprint.operation(
        "joinGame",
        summary="Take a seat",
        description=(
            "The seat named, else the one that the caller is invited to, else the lowest open one. The last seat starts"
            " the game in the same commit. Who is seated already gets 200 and nothing changes. A private game is 404 to"
            " those who are neither invited nor have its `join_code`."
        ),
        body=JoinSchema,
        body_optional=True,
        reply=PlayedSchema,
        game=True,
        admits=admits_with_code,
        idempotent="game",
        replay=replayed,
        problems=(
            "seat-not-open",
            "invitation-expired",
            "game-started",
            "game-over",
            "not-welcome",
            "sandbox-stranger",
            "not-rateable",
            "too-many",
            "contention",
        ),
        examples={"any seat": {}, "a certain seat": {"seat": 1}, "a private game": {"join_code": "K7QF2M9D"}},
        reply_examples=JOINED,
    )
    def post(self, call: Call) -> Reply:
        """Seats the caller."""
        player, code = player_of(call), call.body.get("join_code", "")
        seat = call.body.get("seat")
        outcome = join_seat(call.services, table_of(call), player, seat, call.request, join_code=code)
        return settled(call, outcome)


@blueprint.route("/games/<game_id>/seats/<seat>")
class OneSeat(Resource):
    """One seat of a game that has not started."""

    @blueprint.operation(
        "changeSeat",
        summary="Give a free seat to somebody else",
        description=(
            "The creator opens a seat, puts an AI player there, or invites a player, as long as nobody sits there. The"
            " last seat that was waited for starts the game in the same commit."
        ),
        body=SeatChangeSchema,
        reply=PlayedSchema,
        game=True,
        idempotent="game",
        replay=replayed,
        problems=(
            "not-creator",
            "seat-not-found",
            "seat-not-open",
            "not-rateable",
            "game-started",
            "game-over",
            "sandbox-stranger",
            "invitation-refused",
            "too-many",
            "contention",
        ),
        examples={
            "an AI player": {"type": "ai", "ai_player": "greedy"},
            "an invitation": {"type": "player", "player_id": "pZ4nYk7Tc2VwB8uXe6MdG1"},
            "open to all": {"type": "open"},
        },
        reply_examples=INVITED,
    )
    def put(self, call: Call, seat: str) -> Reply:
        """Changes the seat."""
        player, wanted = player_of(call), new_seat(call.body)
        return settled(call, change_seat(call.services, table_of(call), player, seat_at(seat), wanted, call.request))

    @blueprint.operation(
        "leaveSeat",
        summary="Leave, decline, or withdraw an offer",
        description=(
            "Before the start: a player leaves the own seat, or declines an invitation; the creator withdraws an"
            " invitation or an AI player. The seat is open then. The creator leaving the own seat aborts the game. A"
            " seat that is open already stays so."
        ),
        reply=PlayedSchema,
        game=True,
        admits=admits_who_left,
        idempotent="game",
        replay=replayed,
        problems=("not-your-seat", "seat-not-found", "game-started", "game-over", "contention"),
        reply_examples=LEFT,
    )
    def delete(self, call: Call, seat: str) -> Reply:
        """Frees the seat."""
        return settled(call, leave_seat(call.services, table_of(call), call.player_id, seat_at(seat), call.request))
