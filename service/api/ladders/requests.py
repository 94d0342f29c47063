"""What is asked of ladders: the closed forms of requests, and the way from them to hosting's values."""

from collections.abc import Mapping
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields, validate

from service.api.fields import Bool, Choice, Id, Int, KnownId, Name, Text
from service.api.games.new_game import Fischer, PerTurn, time_control
from service.api.paging import PageQuerySchema
from service.api.schema import Schema
from service.api.unions import OneOf
from service.hosting.ladders.conduct import LEAST, WINDOW
from service.hosting.ladders.values import LadderSettings
from splendor.ai import PLAYERS
from splendor.engine.setup import MAX_ROUNDS_RANGE, TARGET_RANGE
from splendor.engine.state import RESERVED_CARDS_MODES

LONGEST_NAME = 60
LONGEST_REST_MS = 7 * 86_400_000
MOST_INVITED = 1_000
MOST_ANCHOR_GAMES = 1_000_000_000
LONGEST_ENTRY_ID = 64
OPEN_TO = ("bots", "people", "all")
STATUSES = ("open", "paused", "closed")
RUNNING, SETTLED = "running", "settled"
_USUAL = LadderSettings()


class LadderTimeControlSchema(OneOf):
    """The clock of a ladder's games; none is without one. AI seats have none."""

    variants: ClassVar[Mapping[str, type[ma.Schema]]] = {"per_turn": PerTurn, "fischer": Fischer}


class SettingsSchema(Schema):
    """The settings that may change later."""

    games_at_once = Int(f"How many games an entry plays at once, at most; {_USUAL.games_at_once} at first.", 1, 20, 1)
    rest_ms = Int(
        f"How long an entry rests after each game, in milliseconds; {_USUAL.rest_ms} at first.",
        0,
        LONGEST_REST_MS,
        1_000,
    )
    open_to = Choice(f"Who may enter by themselves; `{_USUAL.open_to}` at first.", OPEN_TO)
    invited = fields.List(
        Id("Id of a player."),
        validate=validate.Length(max=MOST_INVITED),
        metadata={"description": "The only players that may enter; all, where the list is empty, as it is at first."},
    )
    illegal_actions = Int(
        f"How many illegal actions of a seat are let pass in a game, {_USUAL.illegal_actions} at first. With the next one"
        " it is out.",
        0,
        100,
        3,
    )
    error_percent = Int(
        f"An entry that has erred in more of its last {WINDOW} games than this is paused, once there are {LEAST};"
        f" {round(_USUAL.error_share * 100)} at first.",
        1,
        100,
        50,
    )
    owner_entries = Int(f"How many entries one owner may have; {_USUAL.owner_entries} at first.", 1, 100, 5)
    anchor_games = Int(
        f"How many games each AI player plays among AI players too; from then on it plays with others alone."
        f" {_USUAL.anchor_games} at first; with very many such games never end, and fill the store.",
        0,
        MOST_ANCHOR_GAMES,
        100,
    )


class NewLadderSchema(SettingsSchema):
    """A ladder to be laid down. `seats`, `unfinished` and what the games are like decide what its ratings mean, and never change."""

    name = Name("What people call it.", LONGEST_NAME, "Blitz for two", required=True)
    seats = Int("How many seats its games have.", 2, 4, 2, load_default=_USUAL.seats)
    time_control = fields.Nested(LadderTimeControlSchema, required=True)
    target_prestige = Int(
        "What sets off the last round (E4).", TARGET_RANGE[0], TARGET_RANGE[-1], 15, load_default=_USUAL.target_prestige
    )
    reserved_cards = Choice(
        "What opponents see of reserved cards (V4).", RESERVED_CARDS_MODES, load_default=_USUAL.reserved_cards
    )
    max_rounds = Int(
        "The round after which a game is scored at the latest (H3).",
        MAX_ROUNDS_RANGE[0],
        MAX_ROUNDS_RANGE[-1],
        100,
        load_default=_USUAL.max_rounds,
    )
    unfinished = Choice(
        "What it means that a seat goes out: `loss`, or `void`, and the game is not rated.",
        ["loss", "void"],
        load_default=_USUAL.unfinished,
    )


class LadderChangesSchema(SettingsSchema):
    """What of a ladder changes; what is left out stays."""

    name = Name("What people call it.", LONGEST_NAME, "Blitz for two")
    status = Choice("`paused`: it begins no games; `closed`: it is over, for good. Games that run go on.", STATUSES)


class EntryOrderSchema(Schema):
    """The caller's part in a ladder."""

    paused = Bool("Whether the entry is put into no games for now. Left out: as it is.")


class EntryCommandSchema(Schema):
    """What an administrator wants of an entry: one of the two at least."""

    ai_player = KnownId("The AI player that enters under this name.", PLAYERS, "expert")
    paused = Bool("Whether the entry is put into no games for now. Left out: as it is.")

    @ma.validates_schema
    def _something_is_wanted(self, data: dict[str, Any], **_: Any) -> None:
        if not data:
            raise ma.ValidationError("Neither ai_player nor paused.")


class LadderGamesQuerySchema(PageQuerySchema):
    """Which of a ladder's games."""

    status = Choice(
        "`running`, or `settled`: those that stand in the ledger.", [RUNNING, SETTLED], load_default=SETTLED
    )


class TwoEntriesQuerySchema(Schema):
    """Which two entries."""

    one = Text("Id of an entry.", LONGEST_ENTRY_ID, "pR7uLz2cVb9nMq4Xw1Ye6d", required=True)
    other = Text("Id of another entry.", LONGEST_ENTRY_ID, "expert", required=True)

    @ma.validates_schema
    def _they_are_two(self, data: dict[str, Any], **_: Any) -> None:
        if data["one"] == data["other"]:
            raise ma.ValidationError("The same as one.", "other")


def new_settings(body: Mapping[str, Any]) -> LadderSettings:
    """The settings that a loaded NewLadderSchema asks for."""
    wanted = {name: value for name, value in body.items() if name != "name"}
    return LadderSettings(**changed_settings(wanted) | {"time_control": time_control(body["time_control"])})


def changed_settings(body: Mapping[str, Any]) -> dict[str, Any]:
    """The settings in a loaded body, by hosting's names and in its terms."""
    wanted = {name: value for name, value in body.items() if name not in ("name", "status")}
    if "error_percent" in wanted:
        wanted["error_share"] = wanted.pop("error_percent") / 100
    if "invited" in wanted:
        wanted["invited"] = tuple(dict.fromkeys(wanted["invited"]))
    return wanted
