"""Webhook endpoints of the calling player or app."""

from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.paging import PageQuerySchema, Place, after, cut, page
from service.api.webhooks import schemas
from service.api.webhooks.schemas import EXAMPLE_DISABLED, EXAMPLE_ENDPOINT, EXAMPLE_WHSEC
from service.api.webhooks.views import answer_view, webhook_view
from service.hosting import webhooks as verbs
from service.outbound.targets import BadTarget
from service.store.tokens import TokenKind
from service.store.webhooks import MOST_WEBHOOKS, Webhook

blueprint = Blueprint(
    "Webhooks",
    __name__,
    url_prefix="/v1",
    description=(
        "Addresses that are told of what happens in the games of the calling player, or of all players of the calling "
        "app, in the form of Standard Webhooks 1.0. What is sent stands under `webhooks` in the document of OpenAPI 3.1."
    ),
)
OWNERS: tuple[TokenKind, ...] = ("player", "app")


def owner(call: Call) -> str:
    """The player or app that calls."""
    return call.player_id or call.app_id


def find(call: Call) -> Webhook:
    """The caller's endpoint that the path names. Raises WebhookNotFound."""
    return verbs.find_webhook(call.services, owner(call), call.path.pop("webhook_id"))


def found(call: Call) -> Webhook:
    """What `find` has found."""
    webhook: Webhook = call.found
    return webhook


def checked_url(call: Call) -> str:
    """The address in the body. Raises Refused `invalid-request` where it is none that may be called (B18)."""
    url = str(call.body["url"])
    try:
        call.services.caller.check(url)
    except BadTarget as error:
        raise Refused("invalid-request", errors=[("/url", str(error))]) from None
    return url


def _with_secret(webhook: Webhook) -> Reply:
    body = {**webhook_view(webhook), "secret": webhook.secret}
    return Reply(body, location=f"/v1/webhooks/{webhook.id}")


@blueprint.route("/webhooks")
class Webhooks(Resource):
    """The caller's endpoints."""

    @blueprint.operation(
        "createWebhook",
        summary="Create a webhook endpoint",
        description=(
            "From now on each event of the caller's games is sent to the address: of all games that the player has part "
            "in or, for an app, any of its players. The secret that signs is shown this once. An owner has at most "
            f"{MOST_WEBHOOKS} endpoints. The address is looked at here, and again, with all that its name stands for, at "
            "each try."
        ),
        callers=OWNERS,
        body=schemas.NewWebhookSchema,
        reply=schemas.SecretWebhookSchema,
        status=201,
        secret=True,
        problems=("player-not-found", "app-not-found", "too-many"),
        examples={
            "some events": {"url": EXAMPLE_ENDPOINT["url"], "event_types": EXAMPLE_ENDPOINT["event_types"]},
            "all events": {"url": EXAMPLE_ENDPOINT["url"]},
        },
        reply_examples={"an endpoint": {**EXAMPLE_ENDPOINT, "secret": EXAMPLE_WHSEC}},
    )
    def post(self, call: Call) -> Reply:
        url, types = checked_url(call), call.body["event_types"]
        return _with_secret(verbs.create_webhook(call.services, owner(call), url, types))

    @blueprint.operation(
        "listWebhooks",
        summary="The caller's webhook endpoints",
        description="All endpoints of the player or app.",
        callers=OWNERS,
        query=PageQuerySchema,
        reply=schemas.WebhookListSchema,
        reply_examples={"two": {"items": [EXAMPLE_ENDPOINT, {**EXAMPLE_DISABLED, "id": "wT6b0RmXq3YvE9sKz1NcPd"}]}},
    )
    def get(self, call: Call) -> Reply:
        behind = after(call)
        known = {Place(one.created_at, one.id): one for one in call.services.webhooks.all(owner(call))}
        places, following = cut(known, behind, call.query["limit"])
        return page(call, [webhook_view(known[place]) for place in places], following)


@blueprint.route("/webhooks/<webhook_id>")
class OneWebhook(Resource):
    """One of the caller's endpoints."""

    @blueprint.operation(
        "getWebhook",
        summary="See a webhook endpoint",
        description="The endpoint, how far it has been told, and whether what is sent now fails.",
        callers=OWNERS,
        find=find,
        reply=schemas.WebhookSchema,
        problems=("webhook-not-found",),
        reply_examples={"enabled": EXAMPLE_ENDPOINT, "disabled": EXAMPLE_DISABLED},
    )
    def get(self, call: Call) -> dict[str, Any]:
        return webhook_view(found(call))

    @blueprint.operation(
        "updateWebhook",
        summary="Change a webhook endpoint",
        description=(
            "Another address, other types of events, or an end to it for a while. One that is enabled again goes on "
            "where it had ended; what was lost meanwhile is told by a `resync`."
        ),
        callers=OWNERS,
        find=find,
        body=schemas.WebhookChangesSchema,
        reply=schemas.WebhookSchema,
        problems=("webhook-not-found",),
        examples={
            "go on": {"enabled": True},
            "all events": {"event_types": []},
            "another address": {"url": "https://new.example/"},
        },
        reply_examples={"enabled": EXAMPLE_ENDPOINT},
    )
    def patch(self, call: Call) -> dict[str, Any]:
        webhook, body = found(call), call.body
        url = checked_url(call) if "url" in body else None
        wanted = verbs.WebhookChanges(url, body.get("event_types"), body.get("enabled"))
        return webhook_view(verbs.change_webhook(call.services, webhook, wanted))

    @blueprint.operation(
        "deleteWebhook",
        summary="Delete a webhook endpoint",
        description="Nothing is sent to it any more, but for what is on its way. Its deliveries are forgotten.",
        callers=OWNERS,
        find=find,
        status=204,
        problems=("webhook-not-found",),
    )
    def delete(self, call: Call) -> Reply:
        verbs.delete_webhook(call.services, owner(call), found(call).id)
        return Reply()


@blueprint.route("/webhooks/<webhook_id>/rotate-secret")
class Secret(Resource):
    """The secret of an endpoint."""

    @blueprint.operation(
        "rotateWebhookSecret",
        summary="Replace the secret of a webhook endpoint",
        description=(
            "The new secret is shown this once. For a day messages carry a signature by the former one too, so that a "
            "receiver can change over without losing any; one that was replaced earlier counts no more."
        ),
        callers=OWNERS,
        find=find,
        reply=schemas.SecretWebhookSchema,
        status=201,
        secret=True,
        problems=("webhook-not-found",),
        reply_examples={
            "rotated": {
                **EXAMPLE_ENDPOINT,
                "previous_secret_until": "2027-02-01T12:00:00.000Z",
                "secret": EXAMPLE_WHSEC,
            }
        },
    )
    def post(self, call: Call) -> Reply:
        return _with_secret(verbs.rotate_secret(call.services, found(call)))


@blueprint.route("/webhooks/<webhook_id>/test")
class Test(Resource):
    """A test of an endpoint."""

    @blueprint.operation(
        "testWebhook",
        summary="Test a webhook endpoint",
        description=(
            "Sends a message of type `test` at once, also to an endpoint that is disabled, and says what came of it: 2xx "
            "within 5 s counts. Nothing follows from the outcome."
        ),
        callers=OWNERS,
        find=find,
        repeated="each request sends a message of its own",
        reply=schemas.WebhookTestedSchema,
        problems=("webhook-not-found", "too-many-waiters"),
        reply_examples={
            "it works": {"delivered": True, "status": 204},
            "it does not": {"delivered": False, "error": "timeout"},
        },
    )
    def post(self, call: Call) -> dict[str, Any]:
        webhook = found(call)
        with call.services.waiters.hold(call.holder):
            answer = verbs.try_webhook(call.services, webhook)
        return {"delivered": answer.succeeded, **answer_view(answer)}
