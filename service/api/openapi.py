"""The OpenAPI documents: built from the code, committed under api_spec/, compared with it by a test."""

import json
from functools import cache
from pathlib import Path

from service.api.describing import CURRENT, OLD, blueprints, describe

FILES = {"openapi.json": CURRENT, "openapi-3.0.json": OLD}


@cache
def document(openapi_version: str) -> str:
    """A document as JSON text, the same bytes each time."""
    return json.dumps(describe(blueprints(), openapi_version), indent=2, ensure_ascii=False) + "\n"


def write_documents(folder: Path) -> None:
    """Writes the documents into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, version in FILES.items():
        (folder / name).write_text(document(version), "utf-8")


def stale_documents(folder: Path) -> list[str]:
    """The names of the files in a folder that are missing or not what the code gives."""
    return [name for name, version in FILES.items() if _content(folder / name) != document(version)]


def _content(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""
