"""A game as it is ordered: the closed request schema of POST /games, and the way from it to hosting's NewGame."""

from collections.abc import Mapping
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields, validate

from service.api.fields import Bool, Choice, Hex, Int, Tag, Text
from service.api.games.replies import VISIBILITIES
from service.api.games.seat_orders import SHORTEST_MS, NewSeatSchema, ai_player, new_seat
from service.api.schema import Schema
from service.api.unions import OneOf
from service.hosting.create_game import NewGame
from service.hosting.game import GameOptions
from service.store.games import TimeControl
from splendor.engine.state import RESERVED_CARDS_MODES
from splendor.engine.tokens import TOKEN_NAMES

LONGEST_MS = 14 * 86_400_000
"""A clock gives from one second to 14 days."""
MOST_SEATS = 4
PRIVATE, RANDOM = "private", "random"
WIDE = 99
"""Where a position is checked as a whole, its schema is wide: all its faults are named together."""


Variants = Mapping[str, type[ma.Schema]]


def _duration(description: str, shortest: int = SHORTEST_MS, required: bool = True) -> Int:
    return Int(f"{description} In milliseconds.", shortest, LONGEST_MS, 60_000, required=required)


class NoTimeControl(Schema):
    """No clock at all."""

    type = Tag("none")


class PerTurn(Schema):
    """The same time for every turn."""

    type = Tag("per_turn")
    turn_ms = _duration("The time for each turn.")


class Fischer(Schema):
    """A stock of time, and an increment for every turn that is complete."""

    type = Tag("fischer")
    initial_ms = _duration("The remaining time at the start.")
    increment_ms = _duration("Added for every complete turn.", 0)
    max_ms = _duration("What the remaining time never exceeds.", required=False)

    @ma.validates_schema
    def _limit_holds_initial(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("max_ms", LONGEST_MS) < data["initial_ms"]:
            raise ma.ValidationError("Must not be below initial_ms.", "max_ms")


class TimeControlSchema(OneOf):
    """The clock of the people's seats; AI seats have none."""

    variants: ClassVar[Variants] = {"none": NoTimeControl, "per_turn": PerTurn, "fischer": Fischer}


class Forfeit(Schema):
    """The seat is out (H1)."""

    type = Tag("forfeit")


class AiTakesOver(Schema):
    """An AI player goes on for the seat, for good."""

    type = Tag("ai_takes_over")
    ai_player = ai_player()


class OnFlagSchema(OneOf):
    """What happens to a seat whose time is over."""

    variants: ClassVar[Variants] = {"forfeit": Forfeit, "ai_takes_over": AiTakesOver}


def _ids(description: str, longest: int) -> fields.List[Any]:
    # Any text: what is no card or noble, or in the wrong place, is named with all other faults of the position.
    return fields.List(Text("An id.", 16), validate=validate.Length(max=longest), metadata={"description": description})


def _levels(description: str, longest: int) -> fields.List[Any]:
    inner = _ids("Card ids.", longest)
    return fields.List(inner, validate=validate.Length(max=3), metadata={"description": description})


PositionTokens: Any = Schema.from_dict(
    {name: Int(f"How many {name} tokens.", 0, WIDE) for name in TOKEN_NAMES}, name="PositionTokens"
)
PositionTokens.__doc__ = "The tokens that a seat holds at the start. A colour that is absent counts 0."


class PositionReserved(Schema):
    """A reserved card."""

    card_id = Text("Id of the card.", 16, "L2-07", required=True)
    hidden = Bool("True where it came unseen from a deck.", load_default=False)


class PositionSeat(Schema):
    """What a seat has; all of it may be left out."""

    tokens = fields.Nested(PositionTokens, metadata={"description": "None where they are left out."})
    purchased = _ids("Card ids.", 90)
    reserved = fields.List(
        fields.Nested(PositionReserved),
        validate=validate.Length(max=90),
        metadata={"description": "Reserved cards, in the order in which they came."},
    )
    nobles = _ids("Noble ids.", 10)


class Position(Schema):
    """A start position. All but `seats` may be left out; market and decks run from level 1 to 3.

    Where a seat has the target already, the round is the last one.
    """

    seats = fields.List(
        fields.Nested(PositionSeat),
        required=True,
        validate=validate.Length(max=WIDE),
        metadata={"description": "What each seat has, in the order of the seats."},
    )
    market = _levels(
        "Four card ids a level, an empty string for an empty slot. Left out: the tops of the decks, four of each.", 4
    )
    decks = _levels(
        "Card ids, top first; cards that the position names nowhere are out of the game then. Left out: all cards that"
        " it does not name, in the order of the seed.",
        40,
    )
    nobles = _ids(
        "Ids of the nobles on the table. Left out: one more than there are seats, less those the seats hold, in the"
        " order of the seed.",
        10,
    )
    seat_to_act = Int("The seat that begins. Left out: seat 0.", 0, 9)
    round = Int("Number of the round. Left out: 1.", 0, 9_999)


class NewGameSchema(Schema):
    """A game to be created."""

    seats = fields.List(
        fields.Nested(NewSeatSchema),
        required=True,
        validate=validate.Length(2, MOST_SEATS),
        metadata={"description": "Who is to sit where; `me` at most once."},
    )
    visibility = Choice("Who may see and find the game.", VISIBILITIES, load_default="public")
    seating = Choice("Whether the seats stay as given or are drawn.", ["as_given", RANDOM], load_default="as_given")
    time_control = fields.Nested(TimeControlSchema)
    target_prestige = Int("What sets off the last round (E4).", 10, 30, 15, load_default=15)
    reserved_cards = Choice(
        "What opponents see of reserved cards (V4).", RESERVED_CARDS_MODES, load_default="blind_hidden"
    )
    max_rounds = Int("The round after which the game is scored at the latest (H3).", 20, 500, 100, load_default=100)
    on_flag = fields.Nested(OnFlagSchema)
    rated = Bool(
        "Whether it counts in the ladder `people` (docs/ladders.md): of people alone, with a"
        " `time_control`, the usual target and reserved cards, and seats that are drawn (`seating` is `random` then).",
        load_default=False,
    )
    sandbox = Bool(
        "A private game for trying out a program, marked `sandbox`: with AI players, the creator's bots, and players of"
        " the same owner or app. Its creator can put on the clock and ask for faults.",
        load_default=False,
    )
    seed = Hex("The deal; the game is then marked `seeded` and carries no commitment.", 64)
    position = fields.Nested(
        Position, metadata={"description": "The start; the game is then marked `from_position`, without a commitment."}
    )

    @ma.validates_schema(pass_original=True)
    def _sandbox_is_private(self, data: dict[str, Any], original: dict[str, Any], **_: Any) -> None:
        if data["sandbox"] and original.get("visibility", PRIVATE) != PRIVATE:
            raise ma.ValidationError("A sandbox is private.", "visibility")

    @ma.validates_schema(pass_original=True)
    def _rated_seats_are_drawn(self, data: dict[str, Any], original: dict[str, Any], **_: Any) -> None:
        if data["rated"] and original.get("seating", RANDOM) != RANDOM:
            raise ma.ValidationError("The seats of a rated game are drawn.", "seating")

    @ma.validates_schema
    def _one_me(self, data: dict[str, Any], **_: Any) -> None:
        if sum(seat["type"] == "me" for seat in data["seats"]) > 1:
            raise ma.ValidationError("There is one seat of type me at most.", "seats")

    @ma.validates_schema
    def _invited_once(self, data: dict[str, Any], **_: Any) -> None:
        invited = [seat["player_id"] for seat in data["seats"] if seat["type"] == "player"]
        if len(set(invited)) < len(invited):
            raise ma.ValidationError("A player is invited to one seat at most.", "seats")

    @ma.validates_schema
    def _position_as_given(self, data: dict[str, Any], **_: Any) -> None:
        if "position" in data and data["seating"] != "as_given":
            raise ma.ValidationError("A game from a position is seated as given.", "seating")


def new_game(body: dict[str, Any]) -> NewGame:
    """The order that a loaded body is."""
    on_flag = body.get("on_flag", {})
    options = GameOptions(
        visibility=PRIVATE if body["sandbox"] else body["visibility"],
        seating=RANDOM if body["rated"] else body["seating"],
        rated=body["rated"],
        time_control=time_control(body.get("time_control", {"type": "none"})),
        target_prestige=body["target_prestige"],
        reserved_cards=body["reserved_cards"],
        max_rounds=body["max_rounds"],
        ai_on_flag=on_flag.get("ai_player", ""),
    )
    seats = tuple(new_seat(seat) for seat in body["seats"])
    return NewGame(seats, options, bytes.fromhex(body.get("seed", "")), body.get("position"), body["sandbox"])


def time_control(body: Mapping[str, Any]) -> TimeControl:
    """The time control that a loaded body asks for."""
    match body["type"]:
        case "per_turn":
            return TimeControl("per_turn", body["turn_ms"])
        case "fischer":
            return TimeControl("fischer", body["initial_ms"], body["increment_ms"], body.get("max_ms", 0))
        case _:
            return TimeControl()
