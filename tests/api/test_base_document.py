"""The document: of the probe in detail, and what has to hold for every operation there is."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import validate

from service.api.describing import CURRENT, METHODS, OLD, blueprints, describe
from service.api.errors import TABLE
from service.api.openapi import FILES, document, stale_documents, write_documents
from service.config import Settings
from service.services import connect
from tests.api.probe_api import things
from tests.api.reserved_words import WORDS

Json = dict[str, Any]


@pytest.fixture(scope="module")
def probe_document() -> Json:
    return describe([things], CURRENT)


@pytest.fixture(scope="module", params=[CURRENT, OLD])
def whole(request: pytest.FixtureRequest) -> Json:
    found: Json = json.loads(document(request.param))
    return found


def operations(found: Json) -> Iterator[tuple[str, str, Json]]:
    for path, item in found["paths"].items():
        for method in sorted(METHODS & item.keys()):
            yield path, method, item[method]


@pytest.mark.parametrize("version", [CURRENT, OLD])
def test_the_probe_is_valid(version: str) -> None:
    found = describe([things], version)
    assert found["openapi"] == version
    validate(found)


def test_one_of_with_a_discriminator(probe_document: Json) -> None:
    schemas = probe_document["components"]["schemas"]
    union = schemas["Act"]
    assert union["oneOf"] == [{"$ref": "#/components/schemas/Take"}, {"$ref": "#/components/schemas/Buy"}]
    assert union["discriminator"] == {
        "propertyName": "type",
        "mapping": {"take": "#/components/schemas/Take", "buy": "#/components/schemas/Buy"},
    }
    assert "properties" not in union
    for name, tag in (("Take", "take"), ("Buy", "buy")):
        assert schemas[name]["properties"]["type"]["enum"] == [tag]
        assert "type" in schemas[name]["required"]
        assert schemas[name]["additionalProperties"] is False
        assert schemas[name]["description"].startswith(name)


def test_requests_are_closed_and_replies_open(probe_document: Json) -> None:
    schemas = probe_document["components"]["schemas"]
    assert schemas["Form"]["additionalProperties"] is False
    assert "additionalProperties" not in schemas["Thing"]
    assert "additionalProperties" not in schemas["Problem"]
    form = schemas["Form"]["properties"]
    assert (form["number"]["type"], form["number"]["minimum"], form["number"]["maximum"]) == ("integer", 1, 9)
    assert form["choice"]["enum"] == ["a", "b"]
    assert (form["name"]["minLength"], form["name"]["maxLength"]) == (1, 10)
    code = schemas["Problem"]["properties"]["code"]
    assert "enum" not in code
    assert code["x-extensible-enum"] == list(TABLE)


ARCHIVED = {"410"}
"""What every operation on a game may answer, as games are not kept for ever."""


def test_statuses_follow_from_the_declaration(probe_document: Json) -> None:
    act = probe_document["paths"]["/v1/things/{game_id}/actions"]["post"]
    assert (
        set(act["responses"])
        == {
            *("200", "400", "401", "403", "404", "406", "409", "412", "413", "415", "422", "428", "429", "500", "503"),
        }
        | ARCHIVED
    )
    for status in ("400", "422", "503"):
        assert list(act["responses"][status]["content"]) == ["application/problem+json"]
    codes = re.findall(r"`([a-z-]+)`", act["responses"]["409"]["description"])
    assert codes == ["illegal-action"]
    get = probe_document["paths"]["/v1/things/{game_id}"]["get"]
    assert set(get["responses"]) == {"200", "304", "400", "401", "404", "406", "422", "429", "500", "503"} | ARCHIVED
    for status in ("200", "304", "401", "404", "422", "429"):
        assert get["responses"][status]["headers"].keys() >= {"RateLimit", "RateLimit-Policy"}
    assert "Retry-After" in get["responses"]["429"]["headers"]
    assert "RateLimit" not in get["responses"]["406"]["headers"]
    listing = probe_document["paths"]["/v1/things"]["get"]
    assert "RateLimit" not in listing["responses"]["200"]["headers"]
    assert set(listing["responses"]) == {"200", "400", "406", "422", "500"}


def test_headers_and_parameters_follow_from_the_declaration(probe_document: Json) -> None:
    act = probe_document["paths"]["/v1/things/{game_id}/actions"]["post"]
    headers = {entry["name"]: entry["required"] for entry in act["parameters"] if entry["in"] == "header"}
    assert headers == {"If-Match": True, "Idempotency-Key": False}
    assert set(act["responses"]["200"]["headers"]) >= {"ETag", "Server-Time", "X-Request-Id", "Idempotency-Replayed"}
    assert act["security"] == [{"bearer": []}]
    listing = probe_document["paths"]["/v1/things"]["get"]
    assert listing["security"] == []
    assert [entry["name"] for entry in listing["parameters"]] == ["limit", "order"]
    assert probe_document["paths"]["/v1/things/{game_id}"]["get"]["security"] == [{}, {"bearer": []}]


def test_a_declaration_that_does_not_fit_is_refused() -> None:
    for options in ({"idempotent": "game"}, {"idempotent": "creation", "replay": str}, {"colour": "red"}):
        with pytest.raises(TypeError):
            things.operation("broken", summary="Broken", **options)


def test_the_document_is_valid(whole: Json) -> None:
    validate(whole)


def test_every_operation_is_described(whole: Json) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(whole)]
    assert len(set(ids)) == len(ids)
    for path, method, operation in operations(whole):
        assert re.fullmatch(r"[a-z][A-Za-z0-9]+", operation["operationId"])
        assert operation["summary"], (path, method)
        assert operation["description"], (path, method)
        assert {"400", "500"} <= operation["responses"].keys()
        for parameter in operation["parameters"]:
            if "$ref" not in parameter and parameter["in"] != "path":
                assert parameter["description"], (path, method, parameter["name"])
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                assert list(response["content"]) == ["application/problem+json"]


def test_every_operation_is_served() -> None:
    """And the other way round: no route under /v1 is missing in the document."""
    from service.app import create_app  # noqa: PLC0415

    settings = Settings()
    rules = create_app(settings, connect(settings)).url_map.iter_rules()
    served = {
        (re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule), method.lower())
        for rule in rules
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1/")
    }
    described = {(path, method) for path, method, _ in operations(json.loads(document(CURRENT)))}
    assert served == {pair for pair in described if pair[0].startswith("/v1/")}


def test_nothing_is_nullable_and_no_member_is_a_keyword(whole: Json) -> None:
    for _, schema in _schemas(whole):
        assert "null" not in str(schema.get("type", ""))
        assert not schema.get("nullable")
        for name in schema.get("properties", {}):
            assert re.fullmatch(r"[a-z][a-z0-9_]*", name)
            assert name not in WORDS, name


def test_one_of_occurs_in_requests_only_and_enums_in_replies_are_open(whole: Json) -> None:
    for path, method, operation in operations(whole):
        for response in operation["responses"].values():
            for media in response.get("content", {}).values():
                for name, schema in _reachable(whole, media["schema"]):
                    assert not {"oneOf", "anyOf", "discriminator", "enum"} & schema.keys(), (path, method, name)
                    assert schema.get("additionalProperties") is not False, (path, method, name)
        for media in operation.get("requestBody", {}).get("content", {}).values():
            for name, schema in _reachable(whole, media["schema"]):
                if schema.get("type") == "object":
                    assert schema.get("additionalProperties") is False, (path, method, name)


def test_examples_follow_their_schemas(whole: Json) -> None:
    seen = 0
    for path, method, operation in operations(whole):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for media in (media for body in bodies for media in body.get("content", {}).values()):
            for name, example in media.get("examples", {}).items():
                value = _resolve(whole, example)["value"]
                found = list(_checker(whole, media["schema"]).iter_errors(value))
                assert not found, (path, method, name, found[0].message)
                seen += 1
    assert seen


def test_documents_as_files(tmp_path: Path) -> None:
    folder = tmp_path / "spec"
    assert stale_documents(folder) == list(FILES)
    write_documents(folder)
    assert stale_documents(folder) == []
    assert json.loads((folder / "openapi.json").read_text("utf-8"))["openapi"] == CURRENT
    (folder / "openapi-3.0.json").write_text("{}")
    assert stale_documents(folder) == ["openapi-3.0.json"]


def test_the_document_is_the_same_each_time() -> None:
    assert json.dumps(describe(blueprints(), CURRENT)) == json.dumps(describe(blueprints(), CURRENT))


def _resolve(found: Json, node: Json) -> Json:
    while "$ref" in node:
        target: Any = found
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = target
    return node


def _checker(found: Json, schema: Json) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**schema, "components": found["components"]})


def _schemas(found: Json) -> Iterator[tuple[str, Json]]:
    for name, schema in found["components"]["schemas"].items():
        yield from _nested(name, schema)


def _nested(name: str, schema: Json) -> Iterator[tuple[str, Json]]:
    yield name, schema
    for member, inner in schema.get("properties", {}).items():
        yield from _nested(f"{name}.{member}", inner)
    if isinstance(schema.get("items"), dict):
        yield from _nested(f"{name}[]", schema["items"])


def _reachable(found: Json, schema: Json) -> Iterator[tuple[str, Json]]:
    """Every schema that a body can contain, each once."""
    seen: set[str] = set()
    waiting = [("", schema)]
    while waiting:
        name, node = waiting.pop()
        if node.get("$ref") in seen:
            continue
        seen.add(node.get("$ref", ""))
        resolved = _resolve(found, node)
        if "$ref" in node:
            name = node["$ref"].rsplit("/", 1)[1]
        for inner_name, inner in _nested(name, resolved):
            yield inner_name, inner
            more = [*inner.get("oneOf", []), *inner.get("allOf", [])]
            children = [*inner.get("properties", {}).values(), inner.get("items", {}), *more]
            waiting.extend((inner_name, child) for child in children if "$ref" in child or "allOf" in child)
