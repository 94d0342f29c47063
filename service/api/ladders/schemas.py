"""Ladders, their entries and results, as they are shown. Ratings are in points; 400 of difference are ten victories to one."""

from marshmallow import fields

from service.api.fields import Bool, Id, Instant, Int, OpenChoice, Share, Text, list_of
from service.api.games.replies import TimeControlReply, count, duration, seat_number
from service.api.ladders.requests import OPEN_TO, RUNNING, STATUSES
from service.api.schema import ReplySchema

CAUSES = ("finished", "flag", "resignation", "illegal_action", "crash")
VOIDS = ("infrastructure", "unfinished")
ENTRY_STATUSES = ("validating", "active", "paused", "failed", "left")
_FAR = 1_000_000


def points(description: str, *, required: bool = False) -> Int:
    """A rating, or the like."""
    return Int(f"{description} In points.", -_FAR, _FAR, required=required)


def entry_id(description: str) -> Text:
    """Of a player its id, of an AI player the name by which it was entered."""
    return Text(f"{description} A player's id, or the name of an AI player's entry.", example="expert", required=True)


class LadderSettingsSchema(ReplySchema):
    """What its games are like, and how it is run. The ladder of people has but those that hold for all its games."""

    seats = Int("How many seats its games have.", 2, 4)
    time_control = fields.Nested(TimeControlReply)
    target_prestige = count("What sets off the last round.", required=True)
    reserved_cards = OpenChoice(
        "What opponents see of reserved cards.", ["blind_hidden", "hidden", "open"], required=True
    )
    max_rounds = count("The round after which a game is scored at the latest.")
    unfinished = OpenChoice(
        "What it means that a seat goes out: it has lost, or the game is not rated.", ["loss", "void"], required=True
    )
    games_at_once = count("How many games an entry plays at once, at most.")
    rest_ms = duration("How long an entry rests after each game.")
    open_to = OpenChoice("Who may enter by themselves.", OPEN_TO, required=True)
    invited_only = Bool("Whether only invited players enter.", required=True)
    invited = fields.List(Id("Id of a player."), metadata={"description": "Who is invited; for administrators alone."})
    illegal_actions = count("How many illegal actions of a seat are let pass in a game.")
    error_percent = count("In how many of its last games an entry may err before it is paused, in percent.")
    owner_entries = count("How many entries one owner may have.")
    anchor_games = count("How many games each AI player plays among AI players too, before it plays with others alone.")


class LadderSchema(ReplySchema):
    """A ladder."""

    id = Text("Its id. `people` is the one that all rated games of people count in.", required=True)
    name = Text("What people call it.", required=True)
    status = OpenChoice("Whether it begins games (`open`), and whether it ever will again.", STATUSES, required=True)
    settings = fields.Nested(LadderSettingsSchema, required=True)
    created_at = Instant("When it was laid down; absent where it was always there.")


class LadderListSchema(ReplySchema):
    """A page of ladders."""

    items = list_of(LadderSchema, "The ladder of people, then the others, newest first.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class LadderRatingSchema(ReplySchema):
    """What is known of a strength, in points. A newcomer has 1000."""

    rating = points("The likeliest strength.", required=True)
    uncertainty = points("The standard deviation of that.", required=True)
    conservative_rating = points("Three deviations below the rating: the table goes by it.", required=True)
    low = points("Where the interval begins that holds the strength with 95 %.", required=True)
    high = points("Where it ends.", required=True)


class LadderEntrySchema(ReplySchema):
    """A player or an AI player in a ladder."""

    id = entry_id("Its id in the ladder.")
    name = Text("What others see; `Deleted player` for one who is gone.", required=True)
    kind = OpenChoice("A person, a program, or a player of this service.", ["bot", "human", "ai"], required=True)
    ai_player = Text("The AI player that it is.", example="expert")
    status = OpenChoice("Whether it is put into games.", ENTRY_STATUSES, required=True)
    paused_for = OpenChoice("Why it is paused; `operator` also where it is kept out.", ["owner", "errors", "operator"])
    validation_game_id = Id("Its last validation game, once that is over.")
    failed_for = OpenChoice("How it failed there.", CAUSES[1:])
    joined_at = Instant("When it entered.")
    rating = fields.Nested(LadderRatingSchema, required=True)
    games = count("How many of its games were rated.", required=True)
    won = count("How many of them it won, shared victories included.", required=True)
    shared = count("How many victories it shared.", required=True)
    error_share = Share(
        "In what share of its last games it has erred: flag, illegal action, crash; where resigning spares a loss, that too.",
        required=True,
    )


class PositionStatisticsSchema(ReplySchema):
    """What an entry has made of one seat."""

    seats = Int("How many seats the games had.", 2, 4, required=True)
    seat = seat_number()
    games = count("How many games that were.", required=True)
    won = count("How many it won, shared victories included.", required=True)
    shared = count("How many victories it shared.", required=True)
    won_share = Share("Its share of the victories; a shared one counts half.", required=True)


class LadderStandingSchema(LadderEntrySchema):
    """Where an entry stands."""

    place = Int("Its place, from 1; absent where it is not ranked, as it has not played or is out.", 1, 2**31 - 1)
    won_share = Share("Its share of the victories; a shared one counts half. Absent before the first game.")
    positions = list_of(PositionStatisticsSchema, "By number of seats, and seat.", required=True)
    running_games = count("How many games it plays at present.", required=True)
    last_game_at = Instant("When its last game ended.")
    last_seen_at = Instant("When it was heard of last, to ten seconds; absent for AI players, and after 30 days.")


class StandingListSchema(ReplySchema):
    """A page of the table."""

    items = list_of(
        LadderStandingSchema, "By conservative rating, then those without a place, as they came.", required=True
    )
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class LadderSeatSchema(ReplySchema):
    """An entry at a seat of a game."""

    seat = seat_number()
    entry_id = entry_id("Who sits there.")
    name = Text("What others see; `Deleted player` for one who is gone.", required=True)
    place = Int("Its place, shared by equals (E3); absent where there is no result (yet).", 1, 4)
    cause = OpenChoice(
        "How the game ended for it. `crash`: the program that is called failed, and then its time ran out.", CAUSES
    )


class LadderGameSchema(ReplySchema):
    """A game of a ladder."""

    game_id = Id("The game.", required=True)
    status = OpenChoice("What has come of it.", [RUNNING, "rated", "void"], required=True)
    kind = OpenChoice("Whether it counts.", ["rated", "validation"], required=True)
    number = count("Its number in the ledger, from 1.")
    void_reason = OpenChoice("Why it does not count after all; `infrastructure`: it is played again.", VOIDS)
    seats = list_of(LadderSeatSchema, "Who sits where.", required=True)
    started_at = Instant("When it began, while it runs.")
    ended_at = Instant("When it ended.")


class LadderGameListSchema(ReplySchema):
    """A page of games."""

    items = list_of(LadderGameSchema, "Newest first.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class LedgerRatingSchema(ReplySchema):
    """A rating in the ledger."""

    rating = points("The rating, rounded.", required=True)
    uncertainty = points("Its standard deviation, rounded.", required=True)
    mean = Int(
        "What the algorithm knows, in millionths of its unit: a point is 25,000.", -(2**53), 2**53, required=True
    )
    deviation = Int("Its deviation, in the same.", 0, 2**53, required=True)


class LedgerSeatSchema(LadderSeatSchema):
    """What a game was for one of its seats."""

    before = fields.Nested(LedgerRatingSchema, required=True, metadata={"description": "Its rating until then."})
    after = fields.Nested(LedgerRatingSchema, required=True, metadata={"description": "Its rating from then on."})


class LedgerEntrySchema(ReplySchema):
    """A game in the ledger: what it was rated by, and what came of it."""

    number = count("Its number in the ledger, from 1. The order in which games were rated.", required=True)
    game_id = Id("The game.", required=True)
    ended_at = Instant("When it ended.", required=True)
    algorithm = Text("What it was rated by: the method, and a digest of all its values.", required=True)
    void_reason = OpenChoice("Why it was not rated.", VOIDS)
    seats = list_of(LedgerSeatSchema, "What it was for each seat.", required=True)


class LedgerSchema(ReplySchema):
    """A page of the ledger."""

    items = list_of(LedgerEntrySchema, "Newest first, by number.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class HeadToHeadEntrySchema(ReplySchema):
    """One of the two."""

    id = entry_id("Its id in the ladder.")
    name = Text("What others see; `Deleted player` for one who is gone.", required=True)


class HeadToHeadSchema(ReplySchema):
    """What two entries have made of each other, seen from the first one."""

    one = fields.Nested(HeadToHeadEntrySchema, required=True)
    other = fields.Nested(HeadToHeadEntrySchema, required=True)
    games = count("How many rated games they have played with each other.", required=True)
    won = count("How often the first one came in before the other.", required=True)
    shared = count("How often they shared a place.", required=True)
    lost = count("How often the other one came in before it.", required=True)
    likely_better = Share("How likely the first one is the stronger, by these games alone.", required=True)
    rated_better = Share("How likely it is by all that their ratings tell.", required=True)
