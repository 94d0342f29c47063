"""Players that are called when it is their turn: their secret, and what went wrong. The address is part of the profile."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.paging import LAST_MS, PageQuerySchema, Place, after, cut, page
from service.api.players import bots
from service.api.players import callback_schemas as schemas
from service.api.players.callback_schemas import EXAMPLE_FAILURES, EXAMPLE_ROTATED
from service.api.players.views import failure_view
from service.hosting import turn_url as verbs
from service.hosting.instants import instant
from service.store.callbacks import MOST_FAILURES, Failure

blueprint = Blueprint(
    "Callbacks",
    __name__,
    url_prefix="/v1",
    description=(
        "A player, be it a bot or a person, that is called when it is its turn, instead of asking. First a secret, then "
        "`PATCH /v1/players/me` with `turn_url`. The messages and what they are answered with stand under `webhooks` in "
        "the document of OpenAPI 3.1; they are signed as Standard Webhooks 1.0 says."
    ),
)
ME = "/v1/players/me"
_FAILURES = (
    f"The newest {MOST_FAILURES} calls that led to no action, with the reason. They stop nothing: while the turn and its "
    "time last there is another call after 1, 2, 4 s and so on, at most a minute; then the clock decides."
)


@blueprint.route("/players/me/callback/rotate-secret")
class Secret(Resource):
    """The secret that calls to the caller are signed with."""

    @blueprint.operation(
        "rotateCallbackSecret",
        summary="Get a secret for callbacks",
        description=(
            "A new secret, shown this once; Location is the player. Where there was one, calls carry a signature by that "
            "too for a day, so that a bot can change over without missing a turn; one that was replaced earlier counts "
            "no more."
        ),
        reply=schemas.CallbackSecretSchema,
        status=201,
        secret=True,
        problems=("player-not-found",),
        reply_examples={"the first": {"secret": EXAMPLE_ROTATED["secret"]}, "another": EXAMPLE_ROTATED},
    )
    def post(self, call: Call) -> Reply:
        made = verbs.rotate_secret(call.services, call.player_id)
        until = {"previous_until": instant(made.until)} if made.until else {}
        return Reply({"secret": made.secret, **until}, location=ME)


@blueprint.route("/players/me/callback/failures")
class Failures(Resource):
    """What went wrong with calls to the caller."""

    @blueprint.operation(
        "listCallbackFailures",
        summary="Calls to oneself that led to no action",
        description=_FAILURES,
        query=PageQuerySchema,
        reply=schemas.CallbackFailureListSchema,
        reply_examples={"two": {"items": EXAMPLE_FAILURES}},
    )
    def get(self, call: Call) -> Reply:
        behind = after(call)
        return _page(call, behind, verbs.list_failures(call.services, call.player_id))


@blueprint.route("/players/me/bots/<bot_id>/callback/failures")
class BotFailures(Resource):
    """What went wrong with calls to one of the caller's bots."""

    @blueprint.operation(
        "listBotCallbackFailures",
        summary="Calls to a bot that led to no action",
        description=f"Of one of the calling player's bots. {_FAILURES}",
        find=bots.find,
        query=PageQuerySchema,
        reply=schemas.CallbackFailureListSchema,
        problems=("player-not-found",),
        reply_examples={"two": {"items": EXAMPLE_FAILURES}},
    )
    def get(self, call: Call) -> Reply:
        behind = after(call)
        return _page(call, behind, verbs.list_failures(call.services, call.found.id))


def _page(call: Call, behind: Place | None, failures: list[Failure]) -> Reply:
    known = {_place(failure): failure for failure in failures}
    places, following = cut(known, behind, call.query["limit"])
    return page(call, [failure_view(known[place]) for place in places], following)


def _place(failure: Failure) -> Place:
    """The newest one comes first."""
    return Place(LAST_MS - failure.at, f"{failure.game_id}-{failure.version}-{failure.attempt}")
