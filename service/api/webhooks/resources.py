"""All resources of webhooks, and what is sent to their endpoints."""

from service.api.webhooks import deliveries, endpoints
from service.api.webhooks.payloads import OUTGOING

blueprints = (endpoints.blueprint, deliveries.blueprint)
outgoing = OUTGOING
