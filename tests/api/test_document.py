"""The document as a product: what a developer who reads it, or generates a client from it, can count on (B30)."""

import json
import re
from collections.abc import Iterator
from typing import Any

import marshmallow as ma
import pytest

from service.api.describing import CURRENT, METHODS, OLD, blueprints
from service.api.openapi import document
from service.api.operation import Operation
from service.app import create_app
from service.config import Settings
from service.services import connect
from splendor.engine.turn import Turn
from tests.api.documented import validator
from tests.api.reserved_words import TYPES, WORDS

Json = dict[str, Any]


@pytest.fixture(scope="module", params=[CURRENT, OLD])
def whole(request: pytest.FixtureRequest) -> Json:
    found: Json = json.loads(document(request.param))
    return found


@pytest.fixture(scope="module")
def declared() -> dict[str, Operation]:
    """The declarations behind the document, by operationId."""
    settings = Settings()
    views = create_app(settings, connect(settings)).view_functions.values()
    methods = [
        getattr(view.view_class, name, None) for view in views if hasattr(view, "view_class") for name in METHODS
    ]
    found = [method._apidoc["operation"] for method in methods if method is not None]
    return {operation.id: operation for operation in found}


def operations(found: Json) -> Iterator[Json]:
    for item in found["paths"].values():
        yield from (one for name, one in item.items() if name in METHODS)


def parameters(found: Json) -> Iterator[Json]:
    for item in found["paths"].values():
        yield from item.get("parameters", [])
    for one in operations(found):
        yield from one["parameters"]


def bodies(one: Json) -> Iterator[tuple[str, Json]]:
    """Media type and Media Type object of the request and of every reply."""
    for part in (one.get("requestBody", {}), *one["responses"].values()):
        yield from part.get("content", {}).items()


def nodes(value: Any) -> Iterator[Json]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(inner)


def example(found: Json, reference: Json) -> Any:
    return found["components"]["examples"][reference["$ref"].rpartition("/")[2]]["value"]


def test_things_have_one_name_each(whole: Json) -> None:
    """The table of terms: no other word for a token, a level, an action or a bonus."""
    other_words = re.compile(r"\b(chips?|tiers?|discounts?|moves?)\b", re.IGNORECASE)
    assert other_words.findall(json.dumps(whole)) == []


def test_b30_no_name_has_a_meaning_in_a_client_language(whole: Json) -> None:
    schemas = whole["components"]["schemas"]
    members = {name for schema in schemas.values() for name in schema.get("properties", {})}
    named = {one["name"] for one in parameters(whole) if one["in"] != "header"}
    ids = {one["operationId"] for one in operations(whole)}
    assert (members | named | ids) & WORDS == set()
    assert {name for name in members | named if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name)} == set()
    assert schemas.keys() & TYPES == set()
    assert {name for name in schemas if not re.fullmatch(r"[A-Z][A-Za-z]+", name) or "Schema" in name} == set()
    assert {name for name in ids if not re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name)} == set()
    # Case alone tells no two names apart: not every file system does.
    for names in (schemas, ids):
        assert len({name.lower() for name in names}) == len(names)


def test_everything_is_described(whole: Json) -> None:
    schemas = whole["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    silent = [
        f"{name}.{member}"
        for name, schema in schemas.items()
        for member, inner in schema.get("properties", {}).items()
        if not inner.get("description") and "$ref" not in inner
    ]
    assert silent == []
    assert [one["name"] for one in parameters(whole) if not one.get("description")] == []
    assert [tag["name"] for tag in whole["tags"] if not tag.get("description")] == []
    assert {tag for one in operations(whole) for tag in one["tags"]} == {tag["name"] for tag in whole["tags"]}


def test_descriptions_say_nothing_of_the_code(whole: Json) -> None:
    """They come from docstrings, which have other readers too."""
    told = [node["description"] for node in nodes(whole) if isinstance(node.get("description"), str)]
    assert [
        text for text in told if re.search(r"marshmallow|schema class|Raises|docstring|hosting|\bself\b", text)
    ] == []


def test_every_body_has_examples(whole: Json) -> None:
    for one in operations(whole):
        for media_type, media in bodies(one):
            named = {"example", "examples"} & media.keys()
            closed = media["schema"] == {"$ref": "#/components/schemas/Empty"}
            assert named or closed or media_type == "text/plain", (one["operationId"], media_type)


def test_every_problem_code_is_shown_once_at_least(whole: Json) -> None:
    codes = whole["components"]["schemas"]["Problem"]["properties"]["code"]["x-extensible-enum"]
    shown = {
        name
        for one in operations(whole)
        for kind, media in bodies(one)
        if "problem" in kind
        for name in media["examples"]
    }
    # No operation can have it: the router gives it for the methods that an address lacks.
    assert set(codes) - shown == {"method-not-allowed"}


def test_request_examples_load(whole: Json, declared: dict[str, Operation]) -> None:
    """By the schemas that load real requests, each of which refuses what the document forbids too."""
    loaded = 0
    for one in operations(whole):
        loader = declared[one["operationId"]].body_loader
        for media in one.get("requestBody", {}).get("content", {}).values():
            for reference in media.get("examples", {}).values():
                assert loader is not None
                value = example(whole, reference)
                assert isinstance(loader.load(value), dict | Turn)
                with pytest.raises(ma.ValidationError, match="Unknown field"):
                    loader.load({**value, "surprise": 1})
                assert not validator(whole, media["schema"]).is_valid({**value, "surprise": 1})
                loaded += 1
    assert loaded > 10


def test_b30_the_discriminator_names_the_one_form_that_fits(whole: Json) -> None:
    """Generators that heed it and those that try one form after the other come to the same."""
    schemas = whole["components"]["schemas"]
    unions = {name: schema for name, schema in schemas.items() if "oneOf" in schema}
    assert set(unions) == {"Action", "NewSeat", "SeatChange", "TimeControl", "LadderTimeControl", "OnFlag"}
    for union in unions.values():
        mapping = union["discriminator"]["mapping"]
        assert [{"$ref": target} for target in mapping.values()] == union["oneOf"]
        for tag, target in mapping.items():
            form = schemas[target.rpartition("/")[2]]
            assert form["properties"][union["discriminator"]["propertyName"]]["enum"] == [tag]
            assert union["discriminator"]["propertyName"] in form["required"]
            assert form["additionalProperties"] is False


def test_b30_each_action_fits_one_form(whole: Json) -> None:
    forms = whole["components"]["schemas"]["Action"]["oneOf"]
    (media,) = next(one for one in operations(whole) if one["operationId"] == "playAction")["requestBody"][
        "content"
    ].values()
    shown = [example(whole, reference) for reference in media["examples"].values()]
    assert {action["type"] for action in shown} == set(
        whole["components"]["schemas"]["Action"]["discriminator"]["mapping"]
    )
    for action in shown:
        assert [validator(whole, form).is_valid(action) for form in forms].count(True) == 1, action


def test_members_that_may_be_left_out_look_so(whole: Json) -> None:
    """Of a member with a `default` openapi-typescript makes a required one."""
    for schema in whole["components"]["schemas"].values():
        assert not any("default" in member for member in schema.get("properties", {}).values())


def test_integers_say_how_wide_they_are(whole: Json) -> None:
    """Without a format, generators for Kotlin, Swift and Java take 32 bits for all of them."""
    integers = [node for node in nodes(whole) if node.get("type") == "integer"]
    assert integers
    for node in integers:
        assert node["format"] == ("int32" if node.get("maximum", 0) < 2**31 else "int64"), node


def test_the_older_form_has_nothing_newer() -> None:
    """JSON Schema of 3.1 that 3.0 does not know; most tools pass over it, and then allow too much."""
    found = json.loads(document(OLD))
    for node in nodes({**found, "components": {**found["components"], "examples": {}}}):
        assert not {"const", "prefixItems", "$defs", "contentEncoding", "unevaluatedProperties"} & node.keys(), node
        assert not isinstance(node.get("type"), list)
        assert not ("$ref" in node and len(node) > 1), node
        assert not isinstance(node.get("exclusiveMinimum"), int | float) or isinstance(node["exclusiveMinimum"], bool)


def test_both_forms_say_the_same() -> None:
    """They differ in how a reference is given a description of its own, and in nothing else."""
    current, old = (json.loads(document(version)) for version in (CURRENT, OLD))
    for node in nodes(old):
        (reference,) = node.pop("allOf", [{}])
        node.update(reference)
    del current["webhooks"]  # OpenAPI knows them since 3.1; what they send is in both
    assert {**old, "openapi": CURRENT} == current


def test_nothing_is_there_that_nobody_uses(whole: Json) -> None:
    # The older form has the schemas of what is sent, and no place to say that it is.
    text = json.dumps(whole) + json.dumps(json.loads(document(CURRENT))["webhooks"])
    unused = [
        f"{kind}/{name}"
        for kind, parts in whole["components"].items()
        if kind != "securitySchemes"
        for name in parts
        if f'"#/components/{kind}/{name}"' not in text
    ]
    assert unused == []


def test_tags_follow_one_another_as_the_resources_do(whole: Json) -> None:
    assert [tag["name"] for tag in whole["tags"]] == [group.name for group in blueprints()]
