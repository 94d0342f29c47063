"""Holds real replies to the document in both its forms: status, media type, headers, and every member."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.protocols import Validator
from openapi_schema_validator import OAS30Validator
from werkzeug.test import TestResponse

from service.api.describing import CURRENT, METHODS, OLD
from service.api.encoding import PROBLEM_JSON
from service.api.games.event_replies import EVENT_MEMBERS
from service.api.openapi import document

Json = dict[str, Any]

_OF_ALL_EVENTS = {"number", "tag", "version", "at", "type"}
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_formats = FormatChecker(formats=())
_formats.checks("date-time")(lambda value: _INSTANT.fullmatch(str(value)) is not None)
for _format, _bits in (("int32", 31), ("int64", 63)):
    _formats.checks(_format)(lambda value, end=2**_bits: not isinstance(value, int) or -end <= value < end)


@cache
def closed_document(version: str = CURRENT) -> Json:
    """The document with its replies closed: what is sent but not documented fails."""
    found: Json = json.loads(document(version))
    for schema in found["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return found


def operations(version: str = CURRENT) -> dict[str, Json]:
    """The operations by operationId."""
    paths = closed_document(version)["paths"].values()
    return {one["operationId"]: one for path in paths for name, one in path.items() if name in METHODS}


def check_reply(operation_id: str, reply: TestResponse) -> TestResponse:
    """The reply itself. Fails where the document does not have it as it is."""
    described = operations()[operation_id]["responses"]
    assert str(reply.status_code) in described, (operation_id, reply.status, reply.text)
    response = described[str(reply.status_code)]
    missing = {name for name, ref in response["headers"].items() if _resolve(ref).get("required")} - set(
        reply.headers.keys()
    )
    assert not missing, missing
    assert "ETag" in response["headers"] or "ETag" not in reply.headers, operation_id
    if "content" not in response:
        assert not reply.data
        return reply
    media_type = reply.mimetype
    assert media_type in response["content"]
    if media_type == PROBLEM_JSON:
        assert f"`{reply.json['code']}`" in response["description"], (operation_id, reply.text)
    if media_type.endswith("json"):
        check_body(operation_id, reply.status_code, reply.json)
    return reply


def check_body(operation_id: str, status: int, body: Any) -> None:
    """Fails where either form of the document does not allow this body."""
    for version in (CURRENT, OLD):
        faults = [
            f"{error.json_path}: {error.message}"
            for error in _reply_validator(version, operation_id, status).iter_errors(body)
        ]
        assert not faults, (operation_id, status, version, faults)
    for event in _events(body):
        assert event.keys() - _OF_ALL_EVENTS <= set(EVENT_MEMBERS[event["type"]]), event


def _events(body: Any) -> Iterator[Json]:
    """All events in a body, wherever they stand."""
    if isinstance(body, dict) and body.keys() >= _OF_ALL_EVENTS:
        yield body
        return
    for inner in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        yield from _events(inner)


@cache
def _reply_validator(version: str, operation_id: str, status: int) -> Validator:
    """Of JSON; streams have no schema."""
    content = operations(version)[operation_id]["responses"][str(status)]["content"]
    (media,) = (media for name, media in content.items() if name.endswith("json"))
    return validator(closed_document(version), media["schema"])


def validator(found: Json, schema: Json) -> Validator:
    """A validator for one schema of a document."""
    kind = OAS30Validator if found["openapi"] == OLD else Draft202012Validator
    return kind({**schema, "components": found["components"]}, format_checker=_formats)


def _resolve(header: Json) -> Json:
    return closed_document()["components"]["headers"][header["$ref"].rpartition("/")[2]] if "$ref" in header else header
