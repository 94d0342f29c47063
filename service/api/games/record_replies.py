"""The record of a game, as it is shown; docs/record.md describes it."""

from typing import Any

from marshmallow import fields

from service.api.fields import Bool, Id, Instant, Int, OpenChoice, Text, list_of
from service.api.games.event_replies import ShownAction
from service.api.games.replies import (
    VISIBILITIES,
    Fairness,
    GameResult,
    OnFlagReply,
    PlayerName,
    TimeControlReply,
    count,
    seat_list,
    seat_number,
)
from service.api.schema import ReplySchema
from splendor.engine.tokens import TOKEN_NAMES


class RecordOptions(ReplySchema):
    """The options of the game, all but the seating. The replay needs the four that the rules know."""

    seats = count("Number of seats.", required=True)
    target_prestige = count("What sets off the last round.", required=True)
    reserved_cards = OpenChoice("What opponents saw.", ["blind_hidden", "hidden", "open"], required=True)
    max_rounds = count("The round after which it is scored at the latest.", required=True)
    visibility = OpenChoice("Who may see and find it.", VISIBILITIES, required=True)
    rated = Bool("Whether ratings follow.", required=True)
    time_control = fields.Nested(TimeControlReply, required=True)
    on_flag = fields.Nested(OnFlagReply, required=True)


class RecordSeat(ReplySchema):
    """Who sat where."""

    seat = seat_number()
    type = OpenChoice("Who the seat is for.", ["open", "invited", "player", "ai"], required=True)
    player = fields.Nested(PlayerName)
    ai_player = Text("The AI player at the controls.")
    controller = OpenChoice("Who acts for the seat.", ["player", "ai"])


class RecordStart(ReplySchema):
    """What lay open at the start."""

    market = fields.List(
        fields.List(Text("A card id, empty for an empty slot.")),
        required=True,
        metadata={"description": "Four card ids a level, from level 1 to 3."},
    )
    nobles = fields.List(Text("A noble id."), required=True, metadata={"description": "The nobles on the table."})


class RecordEntry(ReplySchema):
    """One commit that changed the game after its start."""

    version = count("Version that it made.", required=True)
    at = Instant("When.", required=True)
    type = OpenChoice(
        "What it was.",
        ["turn", "resignation", "flag", "controller_change", "clock_adjustment", "abort"],
        required=True,
    )
    seat = seat_number(required=False)
    action = fields.Nested(ShownAction)
    notation = Text("The action in notation, where all of it may be seen.")
    ai_player = Text("The AI player that took over.")


def _ids(description: str) -> fields.List[Any]:
    return fields.List(Text("An id."), metadata={"description": description})


def _levels(description: str) -> fields.List[Any]:
    return fields.List(_ids("Card ids."), metadata={"description": description})


RecordTokens: Any = ReplySchema.from_dict(
    {name: count(f"How many {name} tokens.") for name in TOKEN_NAMES}, name="RecordTokens"
)
RecordTokens.__doc__ = "Counts of tokens by colour. A colour that is absent counts 0."


class RecordPositionReserved(ReplySchema):
    """A reserved card of a start position."""

    card_id = Text("Id of the card.", required=True)
    hidden = Bool("True where it came unseen from a deck.")


class RecordPositionSeat(ReplySchema):
    """What a seat had."""

    tokens = fields.Nested(RecordTokens)
    purchased = _ids("Card ids.")
    reserved = list_of(RecordPositionReserved, "Reserved cards.")
    nobles = _ids("Noble ids.")


class RecordPosition(ReplySchema):
    """A start position, in the form in which games are created from one."""

    seats = list_of(RecordPositionSeat, "What each seat had.", required=True)
    market = _levels("Four card ids a level, an empty string for an empty slot.")
    decks = _levels("Card ids, top first.")
    nobles = _ids("Ids of the nobles on the table.")
    seat_to_act = Int("The seat that began.", 0, 3)
    round = count("Number of the round.")


class GameRecordSchema(ReplySchema):
    """The record of a game."""

    format = Text("Name and version of the format.", required=True, example="splendor-record/1")
    rules_version = count("Version of the rules it is played by.", required=True)
    game_id = Id("Id of the game.", required=True)
    options = fields.Nested(RecordOptions, required=True)
    marks = fields.List(
        OpenChoice("A mark.", ["seeded", "from_position", "sandbox"]),
        required=True,
        metadata={
            "description": "What the creator gave, so that there is no commitment: seed or position. Or that it was a trial game."
        },
    )
    seating = OpenChoice("How seats were given.", ["as_given", "random"], required=True)
    seating_order = seat_list(
        "Where seating is random: for each seat the place of its player in the order of the request."
    )
    seats = list_of(RecordSeat, "All seats, by number.", required=True)
    start = fields.Nested(RecordStart)
    entries = list_of(RecordEntry, "What changed the game, in order.", required=True)
    result = fields.Nested(GameResult)
    fairness = fields.Nested(Fairness, required=True)
    position = fields.Nested(
        RecordPosition, metadata={"description": "The start position as it was given, once the game is over."}
    )
