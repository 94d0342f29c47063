"""The forms of callbacks: what their owner sees, what is sent, and what is answered."""

from typing import Any

from marshmallow import fields

from service.api.fields import Id, Instant, Int, OpenChoice, Text, list_of
from service.api.games.actions import Action
from service.api.games.event_replies import ListedAction
from service.api.games.examples import GAME_ID, LEGAL_ACTIONS, VIEWS
from service.api.games.replies import GameSchema, count
from service.api.outgoing import Outgoing
from service.api.schema import ReplySchema
from service.hosting.callbacks import LONGEST_CALL_MS, REASONS
from service.hosting.turn_url import CHALLENGE_S
from service.outbound.caller import ERRORS

EXAMPLE_TURN_URL = "https://bots.example/splendor"
EXAMPLE_ROTATED = {
    "secret": "whsec_" + "RVhBTVBMRSBFWEFNUExFIEVYQU1QTEUgRVhBTVBMRSE=",
    "previous_until": "2027-02-01T12:00:00.000Z",
}
_AT = "2027-01-31T12:00:04.200Z"
EXAMPLE_FAILURES: list[dict[str, Any]] = [
    {
        "at": _AT,
        "game_id": GAME_ID,
        "version": 9,
        "attempt": 2,
        "reason": "illegal-action",
        "status": 200,
        "rule": "K2",
    },
    {"at": "2027-01-31T12:00:03.100Z", "game_id": GAME_ID, "version": 9, "attempt": 1, "reason": "timeout"},
]
_CHALLENGE = "wD1nQ7yRk0sLx4VbTz8mJc2PfHa9GeUo"
_TURN = next(iter(LEGAL_ACTIONS.values()))


class CallbackSecretSchema(ReplySchema):
    """A secret for callbacks."""

    secret = Text("The secret, in the form of Standard Webhooks. It is shown this once.", required=True)
    previous_until = Instant("Until when calls carry a signature by the former secret too; absent: there was none.")


class CallbackFailureSchema(ReplySchema):
    """A call that led to no action."""

    at = Instant("When that was found.", required=True)
    game_id = Id("The game.", GAME_ID, required=True)
    version = count("The version of the game that was sent.", required=True)
    attempt = count("Which call for this turn it was, from 1.", required=True)
    reason = OpenChoice(
        " ".join(f"`{slug}`: {text}" for slug, text in (ERRORS | REASONS).items()),
        list(ERRORS | REASONS),
        required=True,
    )
    status = Int("The status of the reply; absent: there was none.", 100, 599)
    rule = Text("The id of the rule that forbids the action.", example="K2")


class CallbackFailureListSchema(ReplySchema):
    """A page of failures."""

    items = list_of(CallbackFailureSchema, "Newest first.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class TurnMessage(ReplySchema):
    """It is the player's turn."""

    type = Text("Always `turn`.", example="turn", required=True)
    game = fields.Nested(GameSchema, required=True, metadata={"description": "The view of the player's seat."})
    legal_actions = list_of(
        ListedAction, "As `listLegalActions` gives them: each can be the answer as it stands there.", required=True
    )
    deadline_at = Instant("When the answer comes too late (H6); absent: the game has no clock.")


class ChallengeMessage(ReplySchema):
    """Somebody has named this address to be called."""

    type = Text("Always `challenge`.", example="challenge", required=True)
    challenge = Text("What the reply has to hold.", example=_CHALLENGE, required=True)


class ChallengeReply(ReplySchema):
    """That the address wants to be called."""

    challenge = Text("The same as in the message.", example=_CHALLENGE, required=True)


_EXAMPLE_ACTION: dict[str, Any] = _TURN["actions"][0]["action"]
_EXAMPLE_VIEW: dict[str, Any] = VIEWS["just started"]
OUTGOING = (
    Outgoing(
        name="turn",
        summary="It is your turn",
        description=(
            "Sent to the `turn_url` of the player to act, signed with its secret. The status has to be 200 and the reply "
            "an action, exactly as `playAction` takes it. It is played at the version that was sent, as if it had been "
            "posted with that as If-Match; if the game has moved on meanwhile, nothing happens. An answer has to come "
            f"before the deadline, and within {LONGEST_CALL_MS // 1000} s; where it does not, or is none, the call is "
            "made again after 1, 2, 4 s and so on, at most a minute, while the turn and its time last. `webhook-id` is "
            "the same in each try. A player may act by `playAction` all the same: who is first counts."
        ),
        body=TurnMessage,
        examples={
            "a turn": {"type": "turn", "game": _EXAMPLE_VIEW, "legal_actions": _TURN["actions"], "deadline_at": _AT}
        },
        reply=Action,
        reply_examples={"an action": _EXAMPLE_ACTION},
        success="The action.",
        statuses={"default": "No action: listed for the owner and called again."},
    ),
    Outgoing(
        name="challenge",
        summary="Do you want to be called?",
        description=(
            "Sent once, signed, to the `turn_url` that a player asks for; it is taken where the reply comes within "
            f"{CHALLENGE_S:g} s, with status 200 and the same challenge."
        ),
        body=ChallengeMessage,
        examples={"a challenge": {"type": "challenge", "challenge": _CHALLENGE}},
        reply=ChallengeReply,
        reply_examples={"the answer": {"challenge": _CHALLENGE}},
        success="The challenge.",
        statuses={"default": "The address is not taken."},
    ),
)
"""What is sent to players that are called."""
