"""The forms of the reference data. `CardSchema` and `NobleSchema` are those of the views too."""

from typing import Any

from marshmallow import fields

from service.api.fields import Bool, Int, OpenChoice, Text, list_of
from service.api.schema import ReplySchema
from splendor.engine.state import PHASE_NAMES
from splendor.engine.tokens import GEM_NAMES

ACTION_TYPES = (
    "take_tokens",
    "reserve_card",
    "reserve_from_deck",
    "purchase_card",
    "pass",
    "return_tokens",
    "choose_noble",
)


GemCounts: Any = ReplySchema.from_dict(
    {name: Int(f"How many {name}.", 0, 90, required=True) for name in GEM_NAMES}, name="GemCounts"
)
GemCounts.__doc__ = "Counts of the five gem colours."


class CardSchema(ReplySchema):
    """A development card (M2)."""

    id = Text("What requests name it by.", example="L1-08", required=True)
    level = Int("Its level.", 1, 3, required=True)
    bonus = OpenChoice("The gem colour of its bonus.", GEM_NAMES, required=True)
    prestige = Int("Its prestige points.", 0, 5, required=True)
    cost = fields.Nested(GemCounts, required=True, metadata={"description": "What it costs before any bonus (P2)."})


class NobleSchema(ReplySchema):
    """A noble (M3)."""

    id = Text("What requests name it by.", example="N01", required=True)
    prestige = Int("Its prestige points.", 0, 5, required=True)
    demand = fields.Nested(GemCounts, required=True, metadata={"description": "The bonuses it asks for (N1)."})


class CardsSchema(ReplySchema):
    """All cards."""

    items = list_of(CardSchema, "All 90 cards, by level and bonus.", required=True)


class NoblesSchema(ReplySchema):
    """All nobles."""

    items = list_of(NobleSchema, "All 10 nobles.", required=True)


class AiPlayerSchema(ReplySchema):
    """One of the service's own players."""

    name = Text("What `ai_player` names in requests.", example="greedy", required=True)
    version = Int("Rises whenever its way of playing changes.", 1, 2**31 - 1, required=True)
    level = Int("Orders the AI players by strength, 0 is the weakest.", 0, 1_000, required=True)
    description = Text("How it plays.", required=True)
    typical_ms = Int("What an action usually takes, in milliseconds.", 0, 2**31 - 1, required=True)


class AiPlayersSchema(ReplySchema):
    """All AI players."""

    items = list_of(AiPlayerSchema, "All AI players, the weakest first.", required=True)


class SetupSchema(ReplySchema):
    """The start of a game for one number of seats (S1 to S3)."""

    seats = Int("The number of seats.", 2, 4, required=True)
    gem_tokens = Int("Tokens of each gem colour in the game.", 0, 90, required=True)
    gold_tokens = Int("Gold tokens in the game.", 0, 90, required=True)
    nobles = Int("Nobles on the table.", 0, 10, required=True)
    market_slots = Int("Face-up cards of each level.", 0, 90, required=True)
    deck_counts = fields.List(
        Int("Cards.", 0, 90),
        required=True,
        metadata={"description": "Face-down cards of levels 1, 2 and 3 after the market is laid out."},
    )


class LimitsSchema(ReplySchema):
    """The numbers in the rules."""

    tokens = Int("Tokens a seat may hold at the end of its turn (L1).", 0, 90, required=True)
    reserved_cards = Int("Cards a seat may have reserved at a time (V1).", 0, 90, required=True)
    different_tokens = Int(
        "Tokens in a take of different colours, where there are as many colours (K1).", 0, 90, required=True
    )
    same_tokens = Int("Tokens in a take of one colour (K2).", 0, 90, required=True)
    same_tokens_supply = Int("Tokens of that colour that must be in the supply for it (K2).", 0, 90, required=True)
    nobles_a_turn = Int("Nobles that may come in a turn (N3).", 0, 10, required=True)


class NumberOptionSchema(ReplySchema):
    """A game option that is a whole number."""

    description = Text("What it does.", required=True)
    minimum = Int("The least value.", 0, 2**53 - 1, required=True)
    maximum = Int("The greatest value.", 0, 2**53 - 1, required=True)
    default_value = Int("The value where it is left out.", 0, 2**53 - 1, required=True)


class OptionValueSchema(ReplySchema):
    """One value of a game option."""

    value = Text("The value, as it stands in requests.", required=True)
    description = Text("What it means.", required=True)


class ChoiceOptionSchema(ReplySchema):
    """A game option that is one of a few values. Where the option is an object, the value is its `type`."""

    description = Text("What it does.", required=True)
    choices = list_of(OptionValueSchema, "The values there are.", required=True)
    default_value = Text("The value where it is left out.", required=True)
    minimum_ms = Int("The least duration in it, in milliseconds.", 0, 2**53 - 1)
    maximum_ms = Int("The greatest duration in it, in milliseconds.", 0, 2**53 - 1)


def _option(schema: type[ReplySchema]) -> fields.Nested:
    return fields.Nested(schema, required=True)


class RuleOptionsSchema(ReplySchema):
    """The options of POST /v1/games by name."""

    visibility = _option(ChoiceOptionSchema)
    seating = _option(ChoiceOptionSchema)
    time_control = _option(ChoiceOptionSchema)
    on_flag = _option(ChoiceOptionSchema)
    target_prestige = _option(NumberOptionSchema)
    reserved_cards = _option(ChoiceOptionSchema)
    max_rounds = _option(NumberOptionSchema)


class PhaseSchema(ReplySchema):
    """A phase of a turn (T2)."""

    name = OpenChoice("The phase.", PHASE_NAMES[:-1], required=True)
    description = Text("When it comes, and what is asked then.", required=True)
    actions = fields.List(
        OpenChoice("A type of action.", ACTION_TYPES),
        required=True,
        metadata={"description": "The types of action that may be legal in it."},
    )


class RuleSchema(ReplySchema):
    """One rule."""

    id = Text("Its id, as `rule` in a refusal names it. Ids never change.", example="K2", required=True)
    text = Text("The rule.", required=True)
    ruling = Bool("True where no rule book settles the point and this service does.", required=True)


class RuleSectionSchema(ReplySchema):
    """Rules that belong together."""

    name = Text("A stable name.", example="taking", required=True)
    title = Text("The title.", example="Taking tokens", required=True)
    rules = list_of(RuleSchema, "The rules, in the order of their ids.", required=True)


class RulesSchema(ReplySchema):
    """How the game goes here."""

    language = Text("The language of the texts (BCP 47).", example="en", required=True)
    setup = list_of(SetupSchema, "The start of a game, for each number of seats.", required=True)
    limits = fields.Nested(LimitsSchema, required=True)
    options = fields.Nested(RuleOptionsSchema, required=True)
    phases = list_of(PhaseSchema, "The phases of a turn, in their order.", required=True)
    sections = list_of(RuleSectionSchema, "Every rule by id.", required=True)
