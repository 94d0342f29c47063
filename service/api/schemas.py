"""Schemas that all resources share."""

from marshmallow import fields

from service.api.errors import TABLE
from service.api.fields import Int, OpenChoice, Text, list_of
from service.api.schema import ReplySchema

# By name: they belong to resources, and this module lies below all of those.
EVENT, RESYNC = "service.api.games.event_replies.Event", "service.api.games.event_replies.Resync"
CHECK = "service.api.ops.schemas.CheckSchema"


class FaultSchema(ReplySchema):
    """One fault of a request."""

    pointer = Text(
        "Where: a JSON pointer (RFC 6901) into the body, or `/` and the name of a query parameter.", required=True
    )
    message = Text("What is wrong there.", required=True)


class ProblemSchema(ReplySchema):
    """Why a request was refused (RFC 9457)."""

    type = Text("A page about the code, relative to this host.", example="/problems/not-your-turn", required=True)
    title = Text("The code in words.", example="Not your turn", required=True)
    status = Int("The HTTP status.", 400, 599, required=True)
    code = OpenChoice("A stable slug.", list(TABLE), required=True)
    detail = Text("What was wrong with this request.", required=True)
    rule = Text("The id of the rule that forbids it.", example="K2")
    errors = list_of(FaultSchema, "Every fault of the request.")
    version = Int("The present version of the game.", 1, 2**53 - 1)
    etag = Text("The present version with its commit tag.", example="9-0b7d21fe")
    events = list_of(EVENT, "Up to 50 events since the version named by If-Match.")
    resync = fields.Nested(RESYNC)
    failed = fields.List(Text("A name."), metadata={"description": "Names of what is missing, where not ready."})
    checks = list_of(CHECK, "Everything looked at, where not ready.")
    reason = Text("Why a callback address was refused, a slug.", example="timeout")
    callback_status = Int("The status that a callback address answered with.", 100, 599)
    retry_after_ms = Int("How long to wait before repeating.", 0, 2**31)
