"""/livez, /readyz, /status, /metrics and /.well-known/security.txt: outside /v1, without a token."""

from datetime import UTC, datetime, timedelta
from typing import Any

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service import metrics
from service.api.application import Application
from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.ops import schemas
from service.api.ops.counting import count
from service.api.ops.facts import facts
from service.api.ops.readiness import STORE_CHECKS, body_of, readiness
from service.api.ops.status import exposition, status_view

operations = Blueprint("Operations", __name__, description="For operators: alive, ready, status, metrics. No token.")
blueprints = (operations,)

PLAIN = "text/plain"
_OPEN: dict[str, Any] = {"auth": "none", "cache": "no-store"}
_TEXT: dict[str, Any] = {"media_types": (PLAIN,), "reply": {"type": "string"}}
_VALID = timedelta(days=180)

_READY = {
    "status": "ready",
    "checks": [{"name": f"store_{name}", "ok": True, "required": True} for name in STORE_CHECKS]
    + [
        {"name": "queue_reachable", "ok": True, "required": True},
        {"name": "worker_seen", "ok": True, "required": False},
        {"name": "ticker_seen", "ok": True, "required": False},
    ],
}
_STATUS = {
    "unavailable": [],
    "workers": [{"queues": ["ai"], "state": "idle", "seen_ms": 840, "succeeded": 1204, "failed": 0}],
    "queues": [{"name": "ai", "waiting": 0, "oldest_ms": 0}],
    "tickers": [{"seen_ms": 310}],
    "due": {"entries": 12, "overdue_ms": 0, "silent_ms": 1310},
}


@operations.record
def _count_replies(state: Any) -> None:
    """Counting begins where these resources are registered; the application that only writes the document has none."""
    if isinstance(state.app, Application):
        state.app.observers.append(count)


@operations.route("/livez")
class Live(Resource):
    """Liveness."""

    @operations.operation(
        "getLiveness",
        summary="Is the process alive?",
        description="Answers without asking any other part. Where it does not, restart the process.",
        reply=schemas.AliveSchema,
        reply_examples={"alive": {"status": "alive"}},
        **_OPEN,
    )
    def get(self, _call: Call) -> dict[str, Any]:
        return {"status": "alive"}


@operations.route("/readyz")
class Ready(Resource):
    """Readiness."""

    @operations.operation(
        "getReadiness",
        summary="Can the process do its work?",
        description=(
            "Looks whether the store is reachable, writable and not evicting, and whether the queue is reachable; 503 "
            "`not-ready` with the names in `failed` where one is not. Whether any worker and ticker was seen is told, "
            "but not required: people can play without. Answers within two seconds."
        ),
        reply=schemas.ReadySchema,
        problems=("not-ready",),
        reply_examples={"ready": _READY},
        **_OPEN,
    )
    def get(self, call: Call) -> dict[str, Any]:
        return body_of(readiness(call.services))


@operations.route("/status")
class Status(Resource):
    """How things are."""

    @operations.operation(
        "getStatus",
        summary="How the parts are doing",
        description="Workers, tickers, queues and lags, a second old at most. Always 200: `unavailable` names what is away.",
        reply=schemas.StatusSchema,
        reply_examples={"well": _STATUS},
        **_OPEN,
    )
    def get(self, call: Call) -> dict[str, Any]:
        return status_view(facts(call.services))


@operations.route("/metrics")
class Metrics(Resource):
    """Metrics."""

    @operations.operation(
        "getMetrics",
        summary="Metrics",
        description="In the text format of Prometheus: requests, commits, conflicts and waiters of all processes of this "
        "server, and the state of store, queues, workers and tickers.",
        **_OPEN,
        **_TEXT,
    )
    def get(self, call: Call) -> Reply:
        body = metrics.exposition() + exposition(facts(call.services))
        return Reply(body, content_type=CONTENT_TYPE_PLAIN_0_0_4)


@operations.route("/.well-known/security.txt")
class SecurityText(Resource):
    """Whom to tell."""

    @operations.operation(
        "getSecurityText",
        summary="Where to report a weakness",
        description="The contact of this installation (RFC 9116); 404 where its operator has not named one.",
        problems=("not-found",),
        **_OPEN | {"cache": "public, max-age=86400"},
        **_TEXT,
    )
    def get(self, call: Call) -> Reply:
        contact = call.services.settings.security_contact
        if not contact:
            raise Refused("not-found", "The operator of this installation has not named a contact.")
        return Reply(_security_text(contact), content_type="text/plain; charset=utf-8")


def _security_text(contact: str) -> bytes:
    expires = (datetime.now(UTC) + _VALID).strftime("%Y-%m-%dT00:00:00Z")
    return f"Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n".encode()
