"""Names that people see: case B27. What is accepted can be read back, logged on one line, and told from nothing."""

import json
import unicodedata

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from service.api.names import InvalidName, clean_name
from tests.api.conftest import OwnedThing

REFUSED = {
    "empty": "",
    "spaces only": "   ",
    "NUL": "\u0000",
    "a newline": "Ada\nlevel=error",
    "a carriage return": "Ada\rx",
    "a tab": "A\tda",
    "an escape": "\u001b[31mAda",
    "DEL": "Ada\u007f",
    "zero width spaces": "\u200b" * 9,
    "a zero width space inside": "al\u200bice",
    "a zero width joiner": "al\u200dice",
    "a soft hyphen": "al\u00adice",
    "a word joiner": "al\u2060ice",
    "a byte order mark": "\ufeffAda",
    "right-to-left override": "\u202eadA",
    "a bidi isolate": "\u2067Ada\u2069",
    "a line separator": "Ada\u2028x",
    "a no-break space": "Ada\u00a0B",
    "an ideographic space": "Ada\u3000B",
    "a Hangul filler": "\u3164\u3164",
    "a half-width Hangul filler": "\uffa0",
    "a blank Braille cell": "\u2800",
    "a grapheme joiner": "A\u034fda",
    "a variation selector": "A\ufe0fda",
    "a variation selector of the supplement": "A\U000e0100da",
    "a tag character": "A\U000e0041da",
    "private use": "\ue000",
    "unassigned": "\u0378",
    "a noncharacter": "\uffff",
    "marks only": "\u0301\u0301",
    "a pile of marks": "Z" + "\u0351" * 9,
    "too long": "a" * 11,
    "10,000 emoji": "\U0001f600" * 10_000,
}


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED.keys())
def test_b27_refused_names(probe_client: FlaskClient, thing: OwnedThing, name: str) -> None:
    body = json.dumps({"name": name}, ensure_ascii=False).encode()
    reply = probe_client.post("/v1/things", data=body, content_type="application/json", headers=thing.owner)
    assert (reply.status_code, reply.json["code"]) == (422, "invalid-request")
    assert [fault["pointer"] for fault in reply.json["errors"]] == ["/name"]
    assert name.strip() == "" or name not in reply.text


def test_b27_a_lone_surrogate_is_unreadable(probe_client: FlaskClient, thing: OwnedThing) -> None:
    for name in (r"\ud800", r"\udfff", r"\udc00\ud800"):
        body = f'{{"name": "{name}"}}'
        reply = probe_client.post("/v1/things", data=body, content_type="application/json", headers=thing.owner)
        assert (reply.status_code, reply.json["code"]) == (400, "unreadable-body")


@pytest.mark.parametrize("name", [1, None, True, ["Ada"], {"a": 1}])
def test_names_are_strings(probe_client: FlaskClient, thing: OwnedThing, name: object) -> None:
    assert probe_client.post("/v1/things", json={"name": name}, headers=thing.owner).status_code == 422


ACCEPTED = {
    "Ada": "Ada",
    "  Ada ": "Ada",
    "Ada B.": "Ada B.",
    "Zo\u00eb": "Zo\u00eb",
    "Zoe\u0308": "Zo\u00eb",  # NFD becomes NFC
    "\u0410da": "\u0410da",  # a Cyrillic A: names are not unique, the id tells players apart
    "\u674e\u96f7": "\u674e\u96f7",
    "\U0001f600": "\U0001f600",
    "<b>Ada</b>": "<b>Ada</b>",
    "a" * 10: "a" * 10,
    "\U0001f600" * 10: "\U0001f600" * 10,  # counted in code points, neither bytes nor UTF-16 units
}


@pytest.mark.parametrize(("given_name", "kept"), ACCEPTED.items(), ids=[json.dumps(name) for name in ACCEPTED])
def test_b27_accepted_names(given_name: str, kept: str) -> None:
    assert clean_name(given_name, 10) == kept


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=12))
def test_b27_whatever_is_accepted_is_harmless(text: str) -> None:
    try:
        name = clean_name(text, 10)
    except InvalidName:
        return
    assert clean_name(name, 10) == name == unicodedata.normalize("NFC", name)
    assert 1 <= len(name) <= 10
    assert name.splitlines() == [name]
    assert all(char == " " or unicodedata.category(char)[0] not in "CZ" for char in name)
    assert json.loads(json.dumps(name).encode()) == name
