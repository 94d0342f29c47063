"""GET /v1/rules, /v1/cards, /v1/nobles, /v1/ai-players, and the rule texts behind them."""

import csv
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.games.new_game import Fischer, NewGameSchema, PerTurn
from service.api.reference.content import LIMITS
from service.app import create_app
from service.config import Settings
from service.rulesbook import ENGLISH
from service.rulesbook.book import as_markdown
from service.services import connect
from splendor.ai import PLAYERS
from splendor.engine.actions import ReserveCard, ReserveFromDeck, TakeTokens
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import Options
from tests.api.documented import check_reply, operations

ROOT = Path(__file__).parents[2]
PAGES = {
    "/v1/rules": "getRules",
    "/v1/cards": "listCards",
    "/v1/nobles": "listNobles",
    "/v1/ai-players": "listAiPlayers",
}
# How many rules each letter has. Ids are part of the public face: none ever goes or changes its meaning.
IDS = {
    "M": 4, "S": 4, "T": 3, "K": 4, "V": 5, "P": 6, "C": 2, "L": 3, "N": 4, "Q": 2, "E": 4, "H": 8, "X": 12,
}  # fmt: skip


@pytest.fixture
def client() -> FlaskClient:
    """Without any server: reference data needs none."""
    settings = Settings(redis_url="redis://127.0.0.1:1", queue_redis_url="redis://127.0.0.1:1")
    return create_app(settings, connect(settings)).test_client()


def test_every_rule_has_a_text() -> None:
    expected = [f"{letter}{number}" for letter, count in IDS.items() for number in range(1, count + 1)]
    assert list(ENGLISH.texts) == expected
    assert all(text == " ".join(text.split()) and text.endswith((".", ")")) for text in ENGLISH.texts.values())


def test_rules_page_is_printed_from_the_texts() -> None:
    assert (ROOT / "docs/rules.md").read_text(encoding="utf-8") == as_markdown(ENGLISH)


def test_rules_refer_to_rules_that_exist() -> None:
    for rule, text in ENGLISH.texts.items():
        for named in re.findall(r"\b([A-Z]\d+)\b", text):
            assert named in ENGLISH.texts, (rule, named)


def test_refusals_name_rules_that_have_a_text() -> None:
    named = set()
    for path in [*(ROOT / "splendor").rglob("*.py"), *(ROOT / "service/hosting").rglob("*.py")]:
        named |= set(re.findall(r"""(?:IllegalAction\(|rule=)\s*"([A-Z]\d+)\"""", path.read_text(encoding="utf-8")))
    assert named
    assert named <= set(ENGLISH.texts)


def test_rulings_are_those_the_books_are_silent_on() -> None:
    rulings = {rule.id for section in ENGLISH.sections for rule in section.rules if rule.ruling}
    assert rulings == {"V2", "V4", "Q1", "Q2", *(f"H{number}" for number in range(1, 9))}


@pytest.mark.parametrize(("path", "operation"), PAGES.items())
def test_reference_is_public_cacheable_and_conditional(client: FlaskClient, path: str, operation: str) -> None:
    """B28: conditional GET, HEAD, other methods."""
    reply = check_reply(operation, client.get(path))
    assert reply.headers["Cache-Control"] == "public, max-age=86400"
    etag = reply.headers["ETag"]
    for known in (etag, f"W/{etag}", f'{etag[:-1]}-gzip"'):
        again = check_reply(operation, client.get(path, headers={"If-None-Match": known}))
        assert (again.status_code, again.headers["ETag"]) == (304, etag)
        assert again.headers["Cache-Control"] == reply.headers["Cache-Control"]
    assert client.get(path, headers={"If-None-Match": '"another"'}).status_code == 200
    assert client.get(path, headers={"If-None-Match": "garbage"}).status_code == 400
    head = client.head(path)
    assert (head.data, head.headers["ETag"], head.headers["Content-Length"]) == (b"", etag, str(len(reply.data)))
    put = client.put(path, json={})
    assert (put.status_code, put.mimetype) == (405, "application/problem+json")
    assert set(put.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("path", PAGES)
def test_reference_takes_no_parameters(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}?level=1").status_code == 422


def test_rules_tell_setup_and_limits(client: FlaskClient) -> None:
    """S1, S2, S3."""
    body = client.get("/v1/rules").json
    table = {row["seats"]: (row["gem_tokens"], row["gold_tokens"], row["nobles"]) for row in body["setup"]}
    assert table == {2: (4, 5, 3), 3: (5, 5, 4), 4: (7, 5, 5)}
    assert all(row["deck_counts"] == [36, 26, 16] and row["market_slots"] == 4 for row in body["setup"])
    assert body["limits"]["tokens"] == 10


def test_limits_are_those_of_the_engine() -> None:
    """K1, K2, V1."""
    state = deal(Options(seats=2), bytes(32))
    takes = [action.tokens for action in legal_actions(state) if isinstance(action, TakeTokens)]
    assert max(sum(take) for take in takes if max(take) == 1) == LIMITS["different_tokens"]
    assert {max(take) for take in takes} == {1, LIMITS["same_tokens"]}
    assert state.supply[0] == LIMITS["same_tokens_supply"]
    state = apply(state, TakeTokens((1, 1, 1, 0, 0, 0)))
    doubles = {
        action.tokens for action in legal_actions(state) if isinstance(action, TakeTokens) and max(action.tokens) > 1
    }
    assert doubles == {(0, 0, 0, 2, 0, 0), (0, 0, 0, 0, 2, 0)}
    state, held = deal(Options(seats=2), bytes(32)), 0
    while any(isinstance(action, ReserveCard | ReserveFromDeck) for action in legal_actions(state)):
        state = apply(apply(state, ReserveFromDeck(1)), ReserveFromDeck(2))
        held += 1
    assert held == LIMITS["reserved_cards"]


def _published(name: str) -> Any:
    return NewGameSchema().fields[name]


@pytest.mark.parametrize("name", ["target_prestige", "max_rounds"])
def test_number_options_are_those_of_the_request(client: FlaskClient, name: str) -> None:
    """A29, H3."""
    option = client.get("/v1/rules").json["options"][name]
    (limits,) = _published(name).validators
    assert (option["minimum"], option["maximum"]) == (limits.min, limits.max)
    assert option["default_value"] == _published(name).load_default


@pytest.mark.parametrize("name", ["visibility", "seating", "reserved_cards"])
def test_choice_options_are_those_of_the_request(client: FlaskClient, name: str) -> None:
    """V4, S4."""
    option = client.get("/v1/rules").json["options"][name]
    (choices,) = _published(name).validators
    assert [choice["value"] for choice in option["choices"]] == list(choices.choices)
    assert option["default_value"] == _published(name).load_default


@pytest.mark.parametrize("name", ["time_control", "on_flag"])
def test_object_options_are_those_of_the_request(client: FlaskClient, name: str) -> None:
    """H6, H1."""
    option = client.get("/v1/rules").json["options"][name]
    variants = _published(name).schema.variants
    assert [choice["value"] for choice in option["choices"]] == list(variants)


def test_durations_are_those_of_the_request(client: FlaskClient) -> None:
    option = client.get("/v1/rules").json["options"]["time_control"]
    for field in (PerTurn().fields["turn_ms"], Fischer().fields["initial_ms"]):
        (limits,) = field.validators
        assert (option["minimum_ms"], option["maximum_ms"]) == (limits.min, limits.max)


def test_rules_explain_every_option_of_the_request(client: FlaskClient) -> None:
    own = set(client.get("/v1/rules").json["options"])
    assert own == set(NewGameSchema().fields) - {"seats", "seed", "position", "rated", "sandbox"}


def test_rules_are_english_where_nothing_else_is_asked(client: FlaskClient) -> None:
    reply = client.get("/v1/rules")
    assert reply.headers["Content-Language"] == reply.json["language"] == "en"
    assert "Accept-Language" in reply.headers.get_all("Vary")
    assert reply.json["sections"][3]["rules"][1] == {"id": "K2", "text": ENGLISH.texts["K2"], "ruling": False}


def _table(name: str) -> list[dict[str, str]]:
    with (ROOT / "splendor/data" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _gems(row: dict[str, str]) -> dict[str, int]:
    return {name: int(row[name]) for name in ("white", "blue", "green", "red", "black")}


def test_cards_are_those_of_the_table(client: FlaskClient) -> None:
    """M2, A28."""
    assert client.get("/v1/cards").json["items"] == [
        {
            "id": row["id"],
            "level": int(row["level"]),
            "bonus": row["bonus"],
            "prestige": int(row["points"]),
            "cost": _gems(row),
        }
        for row in _table("cards.csv")
    ]


def test_nobles_are_those_of_the_table(client: FlaskClient) -> None:
    """M3, A28."""
    assert client.get("/v1/nobles").json["items"] == [
        {"id": row["id"], "prestige": int(row["points"]), "demand": _gems(row)} for row in _table("nobles.csv")
    ]


def test_ai_players_are_listed_weakest_first(client: FlaskClient) -> None:
    items = client.get("/v1/ai-players").json["items"]
    names = ["random", "beginner", "greedy", "casual", "skilled", "expert", "master"]
    assert [item["name"] for item in items] == list(PLAYERS) == names
    assert [item["level"] for item in items] == sorted(item["level"] for item in items)


@pytest.mark.parametrize("tag", ["Reference data", "Players", "Operations"])
def test_every_operation_is_described(tag: str) -> None:
    """Summary, description, statuses, and an example of whatever is sent as JSON."""
    found = {name: one for name, one in operations().items() if one["tags"] == [tag]}
    assert len(found) >= 4
    for name, operation in found.items():
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]*)*", name)
        assert operation["summary"]
        assert operation["description"] != operation["summary"]
        contents = [operation.get("requestBody", {}).get("content", {})]
        contents += [one.get("content", {}) for status, one in operation["responses"].items() if status < "300"]
        for content in contents:
            assert content.get("application/json", {"examples": True})["examples"], name
