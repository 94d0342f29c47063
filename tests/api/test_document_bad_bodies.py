"""Whatever comes in as a body, on any operation of the document: a clear 4xx as problem+json, and nothing has changed."""

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.documented import closed_document, operations
from tests.api.observed import Json
from tests.api.target import CHANGING, WITH_BODY, Target, examples

JSON = "application/json"
RAW = {
    "20,000 arrays deep": b"[" * 20_000 + b"]" * 20_000,
    "10,000 objects deep": b'{"seats":' * 7_000 + b"1" + b"}" * 7_000,
    "deep behind a known member": b'{"seats": ' + b"[" * 20_000,
    "broken UTF-8": b'{"name": "\xff\xfe"}',
    "half a surrogate pair": rb'{"name": "\ud800"}',
    "half a surrogate pair as a member": rb'{"\udfff": 1}',
    "a number of 5,000 digits": b'{"seat": ' + b"9" * 5_000 + b"}",
    "NaN": b'{"seat": NaN}',
    "a member twice": b'{"name": "Ada", "name": "Grace"}',
    "too large": b'{"name": "' + b"x" * 70_000 + b'"}',
    "a list": b"[]",
    "a word": b'"take_tokens"',
    "null": b"null",
    "nothing but space": b"  ",
    "a form": b"name=Ada",
}
HEADERS: dict[str, Json] = {
    "plain text": {"content_type": "text/plain"},
    "a form": {"content_type": "application/x-www-form-urlencoded"},
    "another JSON": {"content_type": "application/json-patch+json"},
    "another charset": {"content_type": "application/json; charset=utf-16"},
    "no type at all": {"content_type": ""},
    "said to be compressed": {"content_type": JSON, "Content_Encoding": "gzip"},
    "said to be two things": {"content_type": JSON, "Content_Encoding": "gzip, br"},
}
# What stands for a value of another type, or of the same type beyond all bounds; each as raw JSON.
INSTEAD_OF_A_NUMBER = (
    "-1",
    "1.0",
    "0.5",
    "1e400",
    "-1e400",
    str(10**30),
    str(-(10**30)),
    "true",
    "null",
    '"1"',
    "[]",
    "{}",
)
INSTEAD_OF_A_BOOLEAN = ("0", "1", "null", '"true"', "[]", "{}")
INSTEAD_OF_TEXT = ("null", "true", "1", "-0.5", "[]", "{}", '""', '"\\u0000"', '"\\u202e"', json.dumps("x" * 5_000))
INSTEAD_OF_A_PLACE = ("null", "1", "true", '"x"')


@pytest.mark.parametrize("operation", CHANGING)
def test_bodies_that_cannot_be_read(target: Target, operation: str) -> None:
    for body in RAW.values():
        target.refuse(operation, 400, 413, 422, data=body, content_type=JSON)
    for more in HEADERS.values():
        target.refuse(operation, 415, data=b'{"name": "Ada"}', **more)
    packed = gzip.compress(b'{"name": "Ada"}' * 10_000)
    target.refuse(operation, 415, data=packed, content_type=JSON, Content_Encoding="gzip")
    target.refuse(operation, 400, data=packed, content_type=JSON)


def spoilt(value: Any) -> Iterator[str]:
    """A JSON text for each way to have one wrong value in `value`, and for each member too many or too few."""
    if isinstance(value, dict):
        yield from INSTEAD_OF_A_PLACE
        yield json.dumps({**value, "surprise": 1})
        for name, inner in value.items():
            rest = {other: json.dumps(one) for other, one in value.items()}
            yield from (
                "{" + ",".join(f"{json.dumps(n)}:{t}" for n, t in {**rest, name: bad}.items()) + "}"
                for bad in spoilt(inner)
            )
    elif isinstance(value, list):
        yield from (*INSTEAD_OF_A_PLACE, "{}")
        for number, inner in enumerate(value):
            texts = [json.dumps(one) for one in value]
            yield from ("[" + ",".join([*texts[:number], bad, *texts[number + 1 :]]) + "]" for bad in spoilt(inner))
    elif isinstance(value, bool):
        yield from INSTEAD_OF_A_BOOLEAN
    else:
        yield from INSTEAD_OF_TEXT if isinstance(value, str) else INSTEAD_OF_A_NUMBER


@pytest.mark.parametrize("operation", WITH_BODY)
def test_good_bodies_with_one_thing_wrong(target: Target, operation: str) -> None:
    sent = 0
    # Another example may be one that is spoilt: an empty `turn_url` has a meaning of its own.
    good = {json.dumps(example, separators=(",", ":")) for example in examples(operation)}
    for example in examples(operation) or [{}]:
        for text in set(spoilt(example)) - good:
            target.refuse(operation, 400, 422, data=text.encode(), content_type=JSON)
            sent += 1
    assert sent > 4


def test_required_members_left_out(target: Target) -> None:
    schemas = closed_document()["components"]["schemas"]
    for operation in WITH_BODY:
        for example in examples(operation):
            union = operation in ("playAction", "previewAction", "changeSeat")
            required = [*schemas[_form(schemas, operation, example)].get("required", [])]
            assert required or not union
            for name in required:
                target.refuse(operation, 422, body={other: one for other, one in example.items() if other != name})


def _form(schemas: Json, operation: str, example: Json) -> str:
    (media,) = operations()[operation]["requestBody"]["content"].values()
    name: str = media["schema"]["$ref"].rpartition("/")[2]
    mapping = schemas[name].get("discriminator", {}).get("mapping")
    return mapping[example["type"]].rpartition("/")[2] if mapping else name
