"""The game as it is shown. Members without a value are absent; members, values and types may be added."""

from typing import Any

from marshmallow import fields

from service.api.fields import Bool, Hex, Id, Instant, Int, OpenChoice, Text, list_of
from service.api.reference.schemas import CardSchema, GemCounts, NobleSchema
from service.api.schema import ReplySchema
from splendor.engine.state import PHASE_NAMES, SEAT_STATUS_NAMES
from splendor.engine.tokens import TOKEN_NAMES

LARGEST = 2**31 - 1
LONGEST_MS = 2**53 - 1
VISIBILITIES = ("public", "unlisted", "private")
STATUSES = ("open", "playing", "finished", "aborted")
REASONS = ("prestige", "resignation", "flag", "stalemate", "max_rounds", "aborted")


def count(description: str, most: int = LARGEST, **kwargs: Any) -> Int:
    """A whole number from 0."""
    return Int(description, 0, most, **kwargs)


def duration(description: str) -> Int:
    """A duration; what is left on a clock may grow beyond 32 bits."""
    return count(f"{description} In milliseconds.", LONGEST_MS)


def seat_list(description: str, required: bool = False) -> fields.List[Any]:
    """A list of seat numbers."""
    return fields.List(seat_number(), required=required, metadata={"description": description})


def seat_number(required: bool = True) -> Int:
    """The number of a seat, from 0."""
    return Int("Number of the seat.", 0, 3, required=required)


TokenCounts: Any = ReplySchema.from_dict(
    {name: count(f"How many {name} tokens.", required=True) for name in TOKEN_NAMES}, name="TokenCounts"
)
TokenCounts.__doc__ = "Counts of tokens by colour."


class PlayerName(ReplySchema):
    """Who sits at a seat, under the name at the time the seat was taken."""

    id = Id("Id of the player.", required=True)
    name = Text("Name of the player.", required=True)


class ReservedCard(ReplySchema):
    """A reserved card; `card` is there where the caller may see it."""

    level = Int("Level of the card.", 1, 3, required=True)
    hidden = Bool("True where the caller may not see the card.", required=True)
    card = fields.Nested(CardSchema, metadata={"description": "The card, unless it is hidden."})


class Seat(ReplySchema):
    """A place in the game. From `tokens` on the members are there once the game has started."""

    seat = seat_number()
    type = OpenChoice("Who the seat is for.", ["open", "invited", "player", "ai"], required=True)
    player = fields.Nested(PlayerName, metadata={"description": "Who took the seat, or is invited to it."})
    ai_player = Text("The AI player at the controls.")
    controller = OpenChoice("Who acts for the seat.", ["player", "ai"])
    status = OpenChoice("Whether the seat is still in (H1).", SEAT_STATUS_NAMES)
    forfeit = OpenChoice("Why the seat was put out, where that was not its player's doing.", ["illegal_action"])
    tokens = fields.Nested(TokenCounts, metadata={"description": "Tokens the seat holds."})
    bonuses = fields.Nested(GemCounts, metadata={"description": "Bonuses of its purchased cards."})
    prestige = count("Prestige from cards and nobles.")
    purchased = list_of(CardSchema, "Purchased cards, in the order of their purchase.")
    reserved = list_of(ReservedCard, "Reserved cards. Those that the caller may see come first.")
    nobles = list_of(NobleSchema, "Nobles that have visited the seat.")
    expires_at = Instant("Until when the invitation to the seat holds.")
    remaining_ms = duration("What the seat had left when the turn began.")


class TurnSchema(ReplySchema):
    """Whose turn it is. Absent before the start and once the game is over."""

    seat = seat_number()
    phase = OpenChoice("What has to be done now (T2).", PHASE_NAMES[:3], required=True)
    number = count("Number of the turn, from 1, over all seats.", required=True)
    round = count("Number of the round, from 1.", required=True)
    started_at = Instant("When the turn began.")
    deadline_at = Instant("When the flag falls (H6).")


class Slot(ReplySchema):
    """A place of the market; an empty one is `{}`. `hidden` and `level` occur in previews only."""

    card = fields.Nested(CardSchema, metadata={"description": "The face-up card."})
    hidden = Bool("True for a card that nobody has seen yet.")
    level = Int("Level of a card that nobody has seen yet.", 1, 3)


class MarketLevel(ReplySchema):
    """The face-up cards of one level, and how many lie in its deck."""

    level = Int("Level of the cards.", 1, 3, required=True)
    deck_count = count("Cards left in the deck.", required=True)
    slots = list_of(Slot, "The four places, from left to right.", required=True)


class Standing(ReplySchema):
    """A seat's place; equal seats share one (E3)."""

    seat = seat_number()
    place = Int("The place, from 1.", 1, 4, required=True)
    prestige = count("Prestige at the end.", required=True)
    purchased_count = count("Purchased cards at the end.", required=True)


class GameResult(ReplySchema):
    """How the game ended."""

    reason = OpenChoice("What ended it (H8).", REASONS, required=True)
    winners = seat_list("The seats that have won, all of them where they share the victory (E3).", required=True)
    ranking = list_of(
        Standing, "All seats, by place and then by number; none where the game was aborted.", required=True
    )


class Fairness(ReplySchema):
    """What proves the deal; docs/fair-deals.md says how."""

    commitment = Hex("Digest of game id and seed, published at creation.", 64)
    seed = Hex("The seed, once the game is over.", 64)


class You(ReplySchema):
    """The caller's part in the game."""

    seat = seat_number()


class TimeControlReply(ReplySchema):
    """A time control; which members it has depends on its type."""

    type = OpenChoice("Kind of clock.", ["none", "per_turn", "fischer"], required=True)
    turn_ms = duration("Time for each turn.")
    initial_ms = duration("The remaining time at the start.")
    increment_ms = duration("Added for every complete turn.")
    max_ms = duration("What the remaining time never exceeds.")


class OnFlagReply(ReplySchema):
    """What happens to a seat whose time is over."""

    type = OpenChoice("What happens.", ["forfeit", "ai_takes_over"], required=True)
    ai_player = Text("The AI player that takes over.")


class GameOptionsSchema(ReplySchema):
    """The options of the game."""

    visibility = OpenChoice("Who may see and find it.", VISIBILITIES, required=True)
    seating = OpenChoice("How seats were given.", ["as_given", "random"], required=True)
    rated = Bool("Whether ratings follow.", required=True)
    time_control = fields.Nested(TimeControlReply, required=True)
    target_prestige = count("What sets off the last round.", required=True)
    reserved_cards = OpenChoice(
        "What opponents see of reserved cards.", ["blind_hidden", "hidden", "open"], required=True
    )
    max_rounds = count("The round after which it is scored at the latest.", required=True)
    on_flag = fields.Nested(OnFlagReply, required=True)


class GameLadder(ReplySchema):
    """What a game is to a ladder."""

    id = Text("Id of the ladder; `people` for a rated game that nobody has paired.", example="people", required=True)
    kind = OpenChoice(
        "Whether it is rated, or shows that a bot can finish a game; `unrated` once it has been called off.",
        ["rated", "validation", "unrated"],
        required=True,
    )


class GameSchema(ReplySchema):
    """The view of a game for the caller."""

    id = Id("Id of the game.", required=True)
    version = count("Rises by one with every commit.", required=True)
    etag = Text("Version and commit tag: what If-Match takes, in quotation marks there.", required=True)
    last_event = count("Number of the newest event this view shows.", required=True)
    status = OpenChoice("Status of the game.", STATUSES, required=True)
    options = fields.Nested(GameOptionsSchema, required=True)
    marks = fields.List(
        OpenChoice("A mark.", ["seeded", "from_position", "sandbox"]),
        required=True,
        metadata={"description": "What sets the game apart from one that was dealt in the common way."},
    )
    seats = list_of(Seat, "All seats, by number.", required=True)
    turn = fields.Nested(TurnSchema)
    supply = fields.Nested(TokenCounts, metadata={"description": "The tokens in the middle. From the start on."})
    market = list_of(MarketLevel, "The face-up cards, from level 1 to 3. From the start on.")
    nobles = list_of(NobleSchema, "The nobles on the table. From the start on.")
    last_round = Bool("True once the last round was set off (E1).")
    you = fields.Nested(You, metadata={"description": "Absent for a caller without a seat."})
    result = fields.Nested(GameResult, metadata={"description": "Once the game is over."})
    abort_votes = seat_list("The seats that want to end the game without a result (H4).")
    ladder = fields.Nested(GameLadder, metadata={"description": "The ladder that the game belongs to."})
    join_code = Text("What opens the free seats of a private game; for its creator, while there are any.")
    fairness = fields.Nested(Fairness, required=True)
    created_at = Instant("When it was created.", required=True)
    updated_at = Instant("When it changed last.", required=True)
    expires_at = Instant("When it is aborted if nothing happens: an open game, or one without clocks.")
