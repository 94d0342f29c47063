"""The pages beside the API: the documents and /docs, which work without the internet."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.api.openapi import FILES, stale_documents
from service.app import create_app
from service.config import Settings
from service.services import connect

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pages() -> FlaskClient:
    """The whole application. None of its pages needs a store."""
    settings = Settings(redis_url="redis://127.0.0.1:1", queue_redis_url="redis://127.0.0.1:1")
    return create_app(settings, connect(settings)).test_client()


@pytest.mark.parametrize(("name", "version"), FILES.items())
def test_the_documents_are_served_as_committed(pages: FlaskClient, name: str, version: str) -> None:
    reply = pages.get(f"/{name}")
    assert (reply.status_code, reply.mimetype, reply.json["openapi"]) == (200, "application/json", version)
    assert reply.text == (ROOT / "api_spec" / name).read_text("utf-8"), "run `splendor openapi`"
    again = pages.get(f"/{name}", headers={"If-None-Match": reply.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_committed_documents_are_current() -> None:
    assert stale_documents(ROOT / "api_spec") == [], "run `splendor openapi`"


def test_the_interactive_page_needs_nothing_from_elsewhere(pages: FlaskClient) -> None:
    page = pages.get("/docs")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(loaded) == 4
    for path in loaded:
        assert path.startswith("/docs/")
        with pages.get(path) as asset:
            assert asset.status_code == 200
    start = pages.get("/docs/start.js").text
    assert 'url: "/openapi.json"' in start
    assert "http" not in start
    assert pages.get("/docs/").text == page.text


@pytest.mark.parametrize("name", ["none", "index.html", "..%2f__init__.py", "swagger-ui.js", "%00"])
def test_other_files_are_not_served(pages: FlaskClient, name: str) -> None:
    reply = pages.get(f"/docs/{name}")
    assert (reply.status_code, reply.json["code"]) == (404, "not-found")


def test_the_disclaimer_stands_in_the_document(pages: FlaskClient) -> None:
    info = json.loads(pages.get("/openapi.json").text)["info"]
    assert "Unofficial" in info["description"]
    assert info["license"]["name"] == "Apache-2.0"
