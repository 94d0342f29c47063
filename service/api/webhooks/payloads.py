"""What endpoints are sent, for the document and its examples."""

from marshmallow import fields

from service.api.fields import Id, Instant, OpenChoice, Text
from service.api.games.event_replies import EVENT_MEMBERS, Event
from service.api.games.examples import EVENT_PAGES, GAME_ID
from service.api.games.replies import count
from service.api.outgoing import Outgoing
from service.api.schema import ReplySchema

EXAMPLE_WEBHOOK_ID = "wH4q9ZtYc2LxK7v0RbNdQe"
_EVENT = EVENT_PAGES["two events"]["items"][-1]
_AT = "2027-01-31T12:00:04.200Z"


class WebhookEventData(ReplySchema):
    """An event of one of the owner's games."""

    number = count(
        "Number of the event in the owner's log: rising, without gaps unless events are left out.", required=True
    )
    game_id = Id("The game.", GAME_ID, required=True)
    event = fields.Nested(Event, required=True, metadata={"description": "The event as a spectator sees it."})


class WebhookEvent(ReplySchema):
    """Something happened in a game."""

    type = OpenChoice("What happened: the type of the event.", list(EVENT_MEMBERS), required=True)
    timestamp = Instant("When it was committed.", required=True)
    data = fields.Nested(WebhookEventData, required=True)


class WebhookResyncData(ReplySchema):
    """Where the log goes on."""

    last = count("Number of the newest event in the owner's log. What follows has higher numbers.", required=True)


class WebhookResync(ReplySchema):
    """Events in between cannot be told any more: look at your games again."""

    type = Text("Always `resync`.", example="resync", required=True)
    timestamp = Instant("When that was found.", required=True)
    data = fields.Nested(WebhookResyncData, required=True)


class WebhookTestData(ReplySchema):
    """What is tested."""

    webhook_id = Id("The endpoint.", EXAMPLE_WEBHOOK_ID, required=True)


class WebhookTest(ReplySchema):
    """The owner wants to see whether messages arrive."""

    type = Text("Always `test`.", example="test", required=True)
    timestamp = Instant("When it was asked for.", required=True)
    data = fields.Nested(WebhookTestData, required=True)


_STATUSES = {
    "410": "The endpoint is disabled and not sent anything any more.",
    "default": "Sent again later, for a day; a redirect is not followed.",
}
OUTGOING = (
    Outgoing(
        name="gameEvent",
        summary="An event of a game",
        description=(
            "Each event of each game that the owner of the endpoint has part in (an app: one of its players), as a "
            "spectator sees it, in the order of the owner's log, one at a time. At least once: `webhook-id` is the same "
            "in each try. Anything but a 2xx within 10 s is a failure."
        ),
        body=WebhookEvent,
        examples={
            "a turn began": {
                "type": _EVENT["type"],
                "timestamp": _EVENT["at"],
                "data": {"number": 112, "game_id": GAME_ID, "event": _EVENT},
            }
        },
        statuses=_STATUSES,
    ),
    Outgoing(
        name="resync",
        summary="The log has a break",
        description=(
            "The place that the endpoint had come to does not exist any more: the log was cut, or a fail-over has set it "
            "back. Read your games again; events go on behind `last`."
        ),
        body=WebhookResync,
        examples={"a break": {"type": "resync", "timestamp": _AT, "data": {"last": 98}}},
        statuses=_STATUSES,
    ),
    Outgoing(
        name="test",
        summary="A test",
        description="Sent by `testWebhook`, once and at once; a 2xx has to come within 5 s.",
        body=WebhookTest,
        examples={"a test": {"type": "test", "timestamp": _AT, "data": {"webhook_id": EXAMPLE_WEBHOOK_ID}}},
        statuses={"default": "Told to the owner. Nothing follows from it."},
    ),
)
"""All messages to endpoints."""
