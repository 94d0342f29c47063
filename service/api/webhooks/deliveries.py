"""What was sent to an endpoint lately."""

from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.paging import LAST_MS, PageQuerySchema, Place, after, cut, page
from service.api.webhooks import schemas
from service.api.webhooks.endpoints import OWNERS, find, found
from service.api.webhooks.schemas import EXAMPLE_DELIVERY
from service.api.webhooks.views import delivery_view
from service.hosting import webhooks as verbs
from service.store.webhooks import KEPT_DELIVERIES, Delivery, Webhook

blueprint = Blueprint(
    "Webhook deliveries",
    __name__,
    url_prefix="/v1",
    description="What was sent to a webhook endpoint lately.",
)
_DONE: dict[str, Any] = {**EXAMPLE_DELIVERY, "state": "delivered", "status": 204}


def _place(delivery: Delivery) -> Place:
    """The highest number comes first."""
    return Place(LAST_MS - delivery.number, delivery.id)


def _find_both(call: Call) -> tuple[Webhook, Delivery]:
    """The endpoint and the delivery that the path names. Raises WebhookNotFound and DeliveryNotFound."""
    webhook = find(call)
    return webhook, verbs.find_delivery(call.services, webhook, call.path.pop("delivery_id"))


@blueprint.route("/webhooks/<webhook_id>/deliveries")
class Deliveries(Resource):
    """The newest deliveries of an endpoint."""

    @blueprint.operation(
        "listWebhookDeliveries",
        summary="What was sent to a webhook endpoint",
        description=(
            f"The newest {KEPT_DELIVERIES} messages with how their tries went, the one that is being tried among them. "
            "What the receiver answered is not kept, but for the status."
        ),
        callers=OWNERS,
        find=find,
        query=PageQuerySchema,
        reply=schemas.DeliveryListSchema,
        problems=("webhook-not-found",),
        reply_examples={"one fails": {"items": [EXAMPLE_DELIVERY, {**_DONE, "id": "111-b04e77aa", "number": 111}]}},
    )
    def get(self, call: Call) -> Reply:
        behind = after(call)
        webhook = found(call)
        known = {_place(one): one for one in call.services.webhooks.deliveries(webhook.owner, webhook.id)}
        places, following = cut(known, behind, call.query["limit"])
        return page(call, [delivery_view(known[place]) for place in places], following)


@blueprint.route("/webhooks/<webhook_id>/deliveries/<delivery_id>/retry")
class Retry(Resource):
    """A delivery, once more."""

    @blueprint.operation(
        "retryWebhookDelivery",
        summary="Send a message once more",
        description=(
            "Soon, and once, with the same `webhook-id`, whatever came of it before. One that is still being tried does "
            "not wait for its next try. How it went can be seen in the list. The reply is the delivery as it was."
        ),
        callers=OWNERS,
        find=_find_both,
        repeated="a request that is repeated may send the message once more, with the same `webhook-id`",
        reply=schemas.DeliverySchema,
        status=202,
        problems=("webhook-not-found", "delivery-not-found", "webhook-disabled"),
        reply_examples={"delivered before": _DONE},
    )
    def post(self, call: Call) -> dict[str, Any]:
        webhook, delivery = call.found
        return delivery_view(verbs.retry_delivery(call.services, webhook, delivery.id))
