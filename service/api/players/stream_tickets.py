"""Tickets for the streams of browsers."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.fields import Instant, Text
from service.api.schema import ReplySchema, Schema
from service.hosting.instants import instant

blueprint = Blueprint(
    "Streams", __name__, url_prefix="/v1", description="What the streams of a browser need, which cannot send headers."
)

OWN_LOG = "/v1/players/me/events"
_EXAMPLE = "/v1/games/gb7Zk3vQ1xTn0aYw9LrE5sd2c/events"


class NewTicketSchema(Schema):
    """Which stream it is for."""

    path = Text(
        "The path of the stream: that of a game's events or of the player's own, without a query.",
        200,
        _EXAMPLE,
        pattern="^/v1/(games/[A-Za-z0-9_-]{8,64}|players/me)/events$",
        required=True,
    )


class TicketSchema(ReplySchema):
    """A ticket."""

    ticket = Text("The ticket, shown this once.", required=True)
    path = Text("The one path that it is for.", required=True)
    expires_at = Instant("Until when it has to be used for the first time.", required=True)


@blueprint.route("/players/me/stream-tickets")
class StreamTickets(Resource):
    """Tickets of the caller."""

    @blueprint.operation(
        "createStreamTicket",
        summary="Get a ticket for a stream",
        description=(
            "For a browser's EventSource, which cannot send Authorization: open `path` with `?ticket=`. A ticket stands"
            " for the token that asked for it, at this path and for streams alone: it counts against the same limits and"
            " dies with it. It is good for a minute, as long as a stream that it opened goes on, and for a minute after"
            " that, so that a browser which lost its connection comes back with it by itself; each use is good for another"
            " minute. A token of scope `read` is enough. Location is the path; whether there is such a game, and for the"
            " caller, is said there."
        ),
        body=NewTicketSchema,
        reply=TicketSchema,
        status=201,
        secret=True,
        reads=True,
        examples={"a game": {"path": _EXAMPLE}, "the player": {"path": OWN_LOG}},
        reply_examples={
            "a ticket": {
                "ticket": "st_Yq3vT0mBzX1kLs9dWc7RfUe4NhJpGa2oKi6StVbMx8Q",
                "path": _EXAMPLE,
                "expires_at": "2026-03-01T12:01:00.000Z",
            }
        },
    )
    def post(self, call: Call) -> Reply:
        """A new ticket."""
        path = call.body["path"]
        secret, ends = call.services.tickets.grant(call.credential, path)
        return Reply({"ticket": secret, "path": path, "expires_at": instant(ends)}, location=path)
