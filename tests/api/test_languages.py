"""Which language a client gets by its Accept-Language."""

import pytest
from flask.testing import FlaskClient

from service.api import languages
from service.api.languages import ENGLISH, negotiate
from service.app import create_app
from service.config import Settings
from service.services import connect

ASKED = [
    (None, "en"),
    ("", "en"),
    ("de", "de"),
    ("SV", "sv"),
    ("de-AT", "de"),
    ("sv-Latn-FI", "sv"),
    ("xx, de;q=0.5", "de"),
    ("fr;q=0.9, sv;q=0.2", "sv"),
    ("de;q=0.4, sv;q=0.5", "sv"),
    ("sv, de", "sv"),
    ("de, sv", "de"),
    ("en-GB;q=0.8, de-CH;q=0.9", "de"),
    ("de ; q=0.5 ,\tsv; q=0.6", "sv"),
    ("de;Q=1.000, en;q=0.999", "de"),
    ("*", "en"),
    ("*, de;q=0.5", "en"),
    ("sv;q=0.7, *;q=0.1", "sv"),
    ("en;q=0, *", "de"),
    ("en;q=0, de;q=0, *;q=0.1", "sv"),
    ("en;q=0", "en"),
    ("*;q=0", "en"),
    ("de;q=0, de-AT", "en"),
    ("de-AT;q=0, de;q=0.3", "de"),
    ("fr, it", "en"),
    ("den, svenska", "en"),
    (",, ,de,,", "de"),
    ("de;q=2, sv;q=0.1", "sv"),
    ("de;q=0.1234, sv;q=0.1", "sv"),
    ("de;q, sv;q=0.1", "sv"),
    ("de;level=1, sv;q=0.1", "sv"),
    ("de_DE, sv;q=0.1", "sv"),
    ("de;q=-1", "en"),
    ("\u00e9\u00ff, sv", "sv"),
    ("d\u00e9, \u0661", "en"),
    ("de" + ", fr" * 1500, "de"),
    ("fr, " * 1500 + "sv;q=0.1", "sv"),
    (";" * 8000, "en"),
    ("-" * 8000, "en"),
    ("de" + "-a" * 4000, "de"),
    ("de;q=" + "0" * 8000, "en"),
]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Without any server: no text needs one."""
    settings = Settings(redis_url="redis://127.0.0.1:1", queue_redis_url="redis://127.0.0.1:1")
    return create_app(settings, connect(settings)).test_client()


@pytest.mark.parametrize(("header", "language"), ASKED, ids=[repr(header)[:30] for header, _ in ASKED])
def test_what_accept_language_asks_for(client: FlaskClient, header: str | None, language: str) -> None:
    """RFC 9110 12.5.4; RFC 4647 3.4."""
    assert negotiate(header) == language
    reply = client.get("/v1/rules", headers={} if header is None else {"Accept-Language": header})
    assert (reply.status_code, reply.headers["Content-Language"]) == (200, language)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(600):
        assert negotiate(f"de, x-{number}") == "de"
    before = languages._remembered.cache_info()
    assert before.currsize <= 256
    assert negotiate("sv" + ", fr" * 100) == "sv"
    assert languages._remembered.cache_info() == before
    monkeypatch.setattr(languages, "_remembered", None)
    assert negotiate(None) == negotiate("") == ENGLISH
