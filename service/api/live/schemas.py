"""What the log and the inbox of a player are asked for, and what they show."""

from marshmallow import fields

from service.api.fields import Hex, Id, Instant, OpenChoice, QueryInt, Text, list_of
from service.api.games.event_replies import Event, ListedAction
from service.api.games.replies import GameSchema, count, seat_number
from service.api.live.cursor import LONGEST
from service.api.paging import MOST_ITEMS, USUAL_ITEMS
from service.api.schema import ReplySchema, Schema
from service.api.waiting import event_limit, longest_wait
from splendor.engine.state import PHASE_NAMES


class LogQuery(Schema):
    """From where, and how long to wait."""

    after = Text(
        "Number of the last event that is known, alone or as `number-mark`; 0 for all that are kept.",
        24,
        "7-3f9ac1d2",
        pattern="^[0-9]{1,15}(-[0-9a-f]{8})?$",
        load_default="0",
    )
    limit = event_limit()
    wait_ms = longest_wait()


class PlayerEvent(ReplySchema):
    """An event of one of the player's games, and its place in the player's own log."""

    number = count("Number in the player's log, from 1.", required=True)
    mark = Hex("Stands for all that the log holds up to here.", 8, required=True)
    game_id = Id("The game.", required=True)
    event = fields.Nested(
        Event, required=True, metadata={"description": "The event as it stands in the log of the game for this player."}
    )


class LogResync(ReplySchema):
    """The caller's place in the log does not exist (any more): read your games again and go on from `last`."""

    last = count("Number of the newest event.", required=True)


class PlayerEventPage(ReplySchema):
    """A page of the player's log."""

    items = list_of(PlayerEvent, "The events, by number.", required=True)
    last = count("Number of the newest event in the log, 0 before the first one.", required=True)
    resync = fields.Nested(LogResync)


class TurnsQuery(Schema):
    """Which turns, and how long to wait."""

    after = Text("`cursor` of the answer before: only turns that it did not tell of.", LONGEST)
    limit = QueryInt("How many turns at most.", 1, MOST_ITEMS, USUAL_ITEMS, load_default=USUAL_ITEMS)
    wait_ms = longest_wait()
    include = Text(
        "What else to tell of each turn: `view`, `legal_actions`, or both separated by a comma.",
        40,
        "view,legal_actions",
        pattern="^(view|legal_actions)(,(view|legal_actions))?$",
    )


class WaitingTurn(ReplySchema):
    """A game in which the caller has to act."""

    game_id = Id("The game.", required=True)
    etag = Text("Its version and commit tag: what If-Match has to name.", required=True)
    seat = seat_number()
    phase = OpenChoice("What has to be done now (T2).", PHASE_NAMES[:3], required=True)
    turn = count("Number of the turn, from 1, over all seats.", required=True)
    started_at = Instant("When the turn began.", required=True)
    deadline_at = Instant("When the flag falls (H6). Absent in games without a clock.")
    view = fields.Nested(
        GameSchema, metadata={"description": "The game as the caller sees it, where it was asked for."}
    )
    legal_actions = list_of(ListedAction, "Every legal action with the default payment, where it was asked for.")


class TurnList(ReplySchema):
    """Where the caller has to act."""

    items = list_of(
        WaitingTurn, "Oldest deadline first; turns without one come last, by when they began.", required=True
    )
    cursor = Text("`after` of the next request; given with an empty list too.", required=True)
