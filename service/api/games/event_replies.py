"""Events and what contains them, as they are shown. docs/events.md tells which type has which members."""

from marshmallow import fields

from service.api.fields import Bool, Hex, Instant, Int, OpenChoice, Text, list_of
from service.api.games.actions import Action
from service.api.games.replies import (
    GameResult,
    GameSchema,
    MarketLevel,
    PlayerName,
    ReservedCard,
    Seat,
    TokenCounts,
    count,
    seat_number,
)
from service.api.reference.schemas import CardSchema, NobleSchema
from service.api.schema import ReplySchema

EVENT_MEMBERS: dict[str, tuple[str, ...]] = {
    "game_created": ("creator_id", "seat_count"),
    "seat_offered": ("seat", "player", "expires_at"),
    "seat_taken": ("seat", "player", "ai_player"),
    "seat_left": ("seat", "reason", "player", "ai_player"),
    "game_started": ("seats", "supply", "market", "nobles"),
    "action_played": ("seat", "action", "card", "hidden", "level", "gold", "from_reserved", "phase"),
    "card_revealed": ("level", "slot", "card", "hidden"),
    "tokens_returned": ("seat", "tokens", "phase"),
    "noble_visited": ("seat", "noble"),
    "turn_started": ("seat", "turn", "round", "deadline_at"),
    "last_round_started": ("round", "seat"),
    "seat_resigned": ("seat", "tokens", "cause"),
    "seat_flagged": ("seat", "tokens"),
    "controller_changed": ("seat", "controller", "ai_player"),
    "clock_adjusted": ("seat", "deadline_at"),
    "game_finished": ("result", "reserved"),
    "abort_voted": ("seat",),
    "game_aborted": ("cause",),
    "player_erased": ("seat",),
    "creator_erased": (),
    "ladder_entry_changed": ("seat", "status"),
}
"""The types of events, and what each of them may have besides the members of all."""


class ShownAction(ReplySchema):
    """An action as it was played, one flat form for all types. A card that may not be seen is its level alone."""

    type = OpenChoice("Type of the action.", list(Action.variants), required=True)
    tokens = fields.Nested(TokenCounts, metadata={"description": "What is taken or returned."})
    card_id = Text("The card.")
    hidden = Bool("True where the caller may not see the card.")
    level = Int("Level of deck or hidden card.", 1, 3)
    payment = fields.Nested(TokenCounts, metadata={"description": "What is paid with."})
    noble_id = Text("The noble.")
    returned_tokens = fields.Nested(TokenCounts, metadata={"description": "What is returned (L2)."})


class Event(ReplySchema):
    """One entry of the numbered log. The first five members are always there, the others as its `type` has them:"""

    number = count("Number in the log, from 1, without gaps.", required=True)
    tag = Hex("Tag of the commit.", 8, required=True)
    version = count("Version that the commit made.", required=True)
    at = Instant("When it was committed.", required=True)
    type = OpenChoice("What happened.", list(EVENT_MEMBERS), required=True)
    seat = seat_number(required=False)
    player = fields.Nested(PlayerName)
    ai_player = Text("An AI player.")
    controller = OpenChoice("Who acts for the seat now.", ["player", "ai"])
    expires_at = Instant("Until when the invitation holds.")
    reason = OpenChoice("Why the seat is open again.", ["left", "declined", "withdrawn", "expired", "deleted"])
    cause = OpenChoice(
        "Why the game was aborted, or the seat put out.",
        ["creator", "agreed", "expired", "idle", "deleted", "illegal_action"],
    )
    status = OpenChoice("What its entry in the ladder is from now on.", ["active", "failed", "paused"])
    creator_id = Text("Who created the game.")
    seat_count = count("How many seats the game has.")
    seats = list_of(Seat, "All seats at the start.")
    supply = fields.Nested(TokenCounts, metadata={"description": "The supply at the start."})
    market = list_of(MarketLevel, "The market at the start, from level 1 to 3.")
    nobles = list_of(NobleSchema, "The nobles on the table at the start.")
    action = fields.Nested(ShownAction)
    phase = OpenChoice("The phase in which the turn goes on.", ["return_tokens", "choose_noble"])
    from_reserved = Bool("True where the purchased card came out of the hand, false where it lay in the market (P1).")
    gold = count("Gold tokens that came with a reserved card.")
    card = fields.Nested(CardSchema, metadata={"description": "The card purchased, reserved or revealed."})
    hidden = Bool("True where the caller may not see the card.")
    level = Int("Level of the hidden card, or of the row whose slot is told of.", 1, 3)
    slot = Int("Slot of the market.", 0, 3)
    tokens = fields.Nested(TokenCounts, metadata={"description": "What went back to the supply."})
    noble = fields.Nested(NobleSchema, metadata={"description": "The noble that came."})
    turn = count("Number of the turn, from 1, over all seats.")
    round = count("Number of the round, from 1.")
    deadline_at = Instant("When the flag of the turn falls.")
    result = fields.Nested(GameResult)
    reserved = fields.List(
        fields.List(fields.Nested(ReservedCard)),
        metadata={"description": "For each seat in order its reserved cards, all of them open at the end (V4)."},
    )


def _told(kind: str, members: tuple[str, ...]) -> str:
    return f"- `{kind}`: {', '.join(f'`{name}`' for name in members) or 'none'}"


Event.__doc__ = "\n".join([f"{Event.__doc__}\n", *(_told(kind, members) for kind, members in EVENT_MEMBERS.items())])


class Resync(ReplySchema):
    """The caller's place in the log does not exist (any more): read the game again and go on from `last_event`."""

    version = count("Present version.", required=True)
    etag = Text("Present etag.", required=True)
    last_event = count("Number of the newest event.", required=True)


class PlayedSchema(ReplySchema):
    """A game after a request, and the events the request caused."""

    game = fields.Nested(GameSchema, required=True)
    events = list_of(Event, "The events, in their order.", required=True)


class EventPageSchema(ReplySchema):
    """A page of the numbered log."""

    items = list_of(Event, "The events, by number.", required=True)
    last = count("Number of the newest event in the log.", required=True)
    resync = fields.Nested(Resync)


class ListedAction(ReplySchema):
    """A legal action, exactly as it can be posted, and in notation."""

    action = fields.Nested(ShownAction, required=True)
    notation = Text("In the notation of docs/notation.md.", required=True)


class LegalActionsSchema(ReplySchema):
    """What the caller can do now. Only the seat to act gets a list; anyone else none and `complete` false."""

    etag = Text("The version it belongs to.", required=True)
    seat = seat_number(required=False)
    phase = OpenChoice("Phase of the turn.", ["action", "return_tokens", "choose_noble"])
    complete = Bool("True where the list holds every legal action.", required=True)
    actions = list_of(ListedAction, "The actions, in a fixed order.", required=True)
