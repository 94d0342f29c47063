"""Playing: what can be done, what it would lead to, and doing it."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.fields import Choice
from service.api.games.actions import Action
from service.api.games.call_table import overtaken, played, replayed, seated, table_of
from service.api.games.event_replies import LegalActionsSchema, PlayedSchema
from service.api.games.examples import ACTIONS, LEGAL_ACTIONS, PLAYED
from service.api.schema import Schema
from service.hosting.legal import legal_for
from service.hosting.submit_action import preview_action, submit_action

blueprint = Blueprint(
    "Playing", __name__, url_prefix="/v1", description="What can be done, what it would lead to, and doing it."
)

SEAT_PROBLEMS = (
    "not-seated",
    "game-not-started",
    "game-over",
    "seat-out",
    "seat-handed-over",
    "not-your-turn",
    "illegal-action",
)


class LegalActionsQuery(Schema):
    """Which payments to list."""

    payments = Choice(
        "`default`: every purchase once, with the fewest gold tokens. `all`: with every payment that is legal (P4).",
        ["default", "all"],
        load_default="default",
    )


@blueprint.route("/games/<game_id>/legal-actions")
class LegalActions(Resource):
    """What the caller can do now."""

    @blueprint.operation(
        "listLegalActions",
        summary="List the legal actions",
        description=(
            "For the seat to act every legal action of the present phase, exactly as it can be posted, in a fixed order."
            " Anyone else gets an empty list: from a list hidden cards could be worked out."
        ),
        query=LegalActionsQuery,
        reply=LegalActionsSchema,
        auth="optional",
        game=True,
        conditional=True,
        reply_examples=LEGAL_ACTIONS,
    )
    def get(self, call: Call) -> Reply:
        """The list."""
        return Reply(legal_for(table_of(call), call.query["payments"]), etag=call.game.etag)


@blueprint.route("/games/<game_id>/actions")
class Actions(Resource):
    """The actions of a game."""

    @blueprint.operation(
        "playAction",
        summary="Play an action",
        description=(
            "Plays for the caller's seat at the version named in If-Match. A main action may carry `returned_tokens` and"
            " `noble_id` to finish the turn; where they are needed and missing, the turn goes on in phase"
            " `return_tokens` or `choose_noble`. Nothing changes unless the reply is 200."
        ),
        body=Action,
        reply=PlayedSchema,
        game=True,
        match="required",
        stale=overtaken,
        idempotent="game",
        replay=replayed,
        right=seated,
        problems=(*SEAT_PROBLEMS, "time-over"),
        examples=ACTIONS,
        reply_examples=PLAYED,
    )
    def post(self, call: Call) -> Reply:
        """Plays."""
        return played(call, submit_action(call.services, table_of(call), call.body, call.request))


@blueprint.route("/games/<game_id>/actions/preview")
class Preview(Resource):
    """What an action would lead to."""

    @blueprint.operation(
        "previewAction",
        summary="Preview an action",
        description=(
            "The view and the events that the action would give, with the present version and etag, or the rule it"
            " breaks. A card that it would reveal is `hidden`. Nothing is drawn, nothing changes."
        ),
        body=Action,
        reply=PlayedSchema,
        game=True,
        match="optional",
        stale=overtaken,
        right=seated,
        problems=SEAT_PROBLEMS,
        examples=ACTIONS,
        reply_examples=PLAYED,
    )
    def post(self, call: Call) -> Reply:
        """The preview."""
        view, events = preview_action(table_of(call), call.body)
        return Reply({"game": view, "events": events}, etag=call.game.etag)
