"""What the tests of the operators' addresses share."""

from typing import Any

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.api.application import Application
from service.app import create_app
from service.config import Settings
from service.services import connect
from tests.api.documented import check_reply
from tests.servers import free_port

Numbers = dict[tuple[str, tuple[str, ...]], float]


def make_app(store: str, queue: str = "", **more: Any) -> Application:
    settings = Settings(redis_url=store, queue_redis_url=queue or store, rate_limits="off")._replace(**more)
    return create_app(settings, connect(settings))


def nowhere() -> str:
    return f"redis://127.0.0.1:{free_port()}"


def parse(text: str) -> Numbers:
    """Samples by name and label values."""
    families = text_string_to_metric_families(text)
    return {(one.name, tuple(one.labels.values())): one.value for family in families for one in family.samples}


def samples(client: FlaskClient) -> Numbers:
    reply = check_reply("getMetrics", client.get("/metrics"))
    assert reply.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    return parse(reply.text)
