"""The forms of webhook endpoints and their deliveries."""

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from service.api.fields import Bool, Choice, Id, Instant, Int, OpenChoice, Text, list_of
from service.api.games.event_replies import EVENT_MEMBERS
from service.api.games.examples import GAME_ID
from service.api.games.replies import count
from service.api.schema import ReplySchema, Schema
from service.api.webhooks.payloads import EXAMPLE_WEBHOOK_ID
from service.outbound.targets import LONGEST_URL

REASONS = ("gone", "failing")
STATES = ("pending", "delivered", "failed")
EXAMPLE_DELIVERY_ID = "112-b04e77aa"
EXAMPLE_ENDPOINT: dict[str, Any] = {
    "id": EXAMPLE_WEBHOOK_ID,
    "url": "https://play.example/splendor/hook",
    "event_types": ["game_finished", "turn_started"],
    "enabled": True,
    "last_number": 112,
    "created_at": "2027-01-31T12:00:00.000Z",
}
EXAMPLE_DISABLED: dict[str, Any] = {**EXAMPLE_ENDPOINT, "enabled": False, "disabled_reason": "gone"}
EXAMPLE_WHSEC = "whsec_RVhBTVBMRTBFWEFNUExFMEVYQU1QTEUwRVhBTVBMRTA="
EXAMPLE_DELIVERY: dict[str, Any] = {
    "id": EXAMPLE_DELIVERY_ID,
    "type": "turn_started",
    "state": "pending",
    "number": 112,
    "game_id": GAME_ID,
    "event_number": 7,
    "attempts": 2,
    "at": "2027-01-31T12:00:09.700Z",
    "status": 503,
}


class EventTypes(fields.List[Any]):
    """Types of events, each once."""

    def __init__(self, description: str, **kwargs: Any) -> None:
        super().__init__(
            Choice("A type of events.", list(EVENT_MEMBERS)),
            validate=validate.Length(max=len(EVENT_MEMBERS)),
            metadata={"description": description, "uniqueItems": True, "example": EXAMPLE_ENDPOINT["event_types"]},
            **kwargs,
        )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        found: list[Any] = super()._deserialize(value, attr, data, **kwargs)
        if len(set(found)) < len(found):
            raise ma.ValidationError("A type comes more than once.")
        return found


def _url(required: bool = False) -> Text:
    text = (
        "Where to send to, by https: a public host, port 443 or 80, no user name, no fragment. Operators may allow more "
        "(`SPLENDOR_WEBHOOK_ALLOW`)."
    )
    return Text(text, LONGEST_URL, EXAMPLE_ENDPOINT["url"], "^https?://[!-~]+$", required=required)


class NewWebhookSchema(Schema):
    """An endpoint of the caller's."""

    url = _url(required=True)
    event_types = EventTypes("Only events of these types; all, where this is left out or empty.", load_default=list)


class WebhookChangesSchema(Schema):
    """What of an endpoint changes; what is left out stays."""

    url = _url()
    event_types = EventTypes("Only events of these types from now on; all, where the list is empty.")
    enabled = Bool(
        "Whether anything is sent. Once it is true again it goes on where it had ended, as far as that is kept."
    )


class WebhookSchema(ReplySchema):
    """An endpoint, without its secret."""

    id = Id("Its id.", EXAMPLE_WEBHOOK_ID, required=True)
    url = Text("Where is sent to.", example=EXAMPLE_ENDPOINT["url"], required=True)
    event_types = fields.List(
        OpenChoice("A type of events.", list(EVENT_MEMBERS)),
        metadata={"description": "Only events of these types are sent; all, where this is absent."},
    )
    enabled = Bool("Whether anything is sent.", required=True)
    disabled_reason = OpenChoice(
        "Why the service itself has ended it: the receiver said 410, or failed for a day.", REASONS
    )
    last_number = count("Number, in the caller's log, up to which events were sent or left out.", required=True)
    failing_since = Instant("When the message that is being sent failed first; absent where it has not.")
    attempts = count("How often it has failed.")
    previous_secret_until = Instant("Until when messages are signed with the former secret too.")
    created_at = Instant("When it was made.", required=True)


class WebhookListSchema(ReplySchema):
    """A page of the caller's endpoints."""

    items = list_of(WebhookSchema, "Oldest first, by time and id.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")


class SecretWebhookSchema(WebhookSchema):
    """An endpoint with its secret."""

    secret = Text(
        "The secret that signs, in the form of Standard Webhooks. It is shown this once.",
        example=EXAMPLE_WHSEC,
        required=True,
    )


class WebhookTestedSchema(ReplySchema):
    """How a test went."""

    delivered = Bool("Whether the receiver answered with a 2xx in time.", required=True)
    status = Int("Status of its answer; absent where there was none.", 100, 599)
    error = Text("Why there was no answer, as a slug.", example="timeout")


class DeliverySchema(ReplySchema):
    """A message to an endpoint. What the receiver answered is not kept, but for the status."""

    id = Id("Its id, to send it again by. It is not the `webhook-id`.", EXAMPLE_DELIVERY_ID, required=True)
    type = OpenChoice("What it tells of.", [*EVENT_MEMBERS, "resync"], required=True)
    state = OpenChoice("`pending`: tried again later; `failed`: not any more.", STATES, required=True)
    number = count("Number of the event in the caller's log.", required=True)
    game_id = Id("The game.", GAME_ID)
    event_number = count("Number of the event in the game's log.")
    attempts = count("How often it has been tried.", required=True)
    at = Instant("When it was tried last.", required=True)
    status = Int("Status of the last answer; absent where there was none.", 100, 599)
    error = Text("Why there was none, as a slug.", example="timeout")


class DeliveryListSchema(ReplySchema):
    """A page of the newest deliveries of an endpoint."""

    items = list_of(DeliverySchema, "Highest number first.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")
