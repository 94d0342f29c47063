"""Records of games that are over: they replay to the same states, and the verifier notices every change."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.engine.action_json import Json
from splendor.engine.actions import ReserveFromDeck
from splendor.engine.errors import IllegalAction, RecordError
from splendor.engine.fairness import commitment
from splendor.engine.record import Check, replay, verify
from splendor.engine.recording import FORMAT, RULES_VERSION
from splendor.engine.setup import deal
from splendor.engine.state import OVER, RESERVED_CARDS_MODES, RESIGNED, Options, State
from splendor.engine.steps import Exit, Played, take_step
from splendor.engine.turn import Turn
from tests.engine.builders import take
from tests.engine.games import random_game
from tests.engine.records import GAME_ID, SEED, record_view, whole_record


def played_game(options: Options, exits: float = 0.0, number: int = 5) -> tuple[State, list[Played]]:
    start = deal(options, SEED)
    return start, list(random_game(start, Random(number), exits))


START, PLAYED = played_game(Options(3, 10, "hidden"), exits=0.01, number=10)
RECORD = whole_record(START, [step.step for step in PLAYED])


def failed(record: Any) -> list[str]:
    """The names of the checks that do not hold."""
    report = verify(record)
    names = [check.name for check in report.checks if not check.ok]
    assert report.ok is not bool(names)
    assert all(check.message for check in report.checks)
    return names


def without(record: Json, name: str) -> Json:
    return {member: value for member, value in record.items() if member != name}


def changed(path: str, value: Any) -> Json:
    record = deepcopy(RECORD)
    *parents, last = [int(part) if part.lstrip("-").isdecimal() else part for part in path.split("/")]
    at: Any = record
    for part in parents:
        at = at[part]
    at[last] = value
    return record


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", RESERVED_CARDS_MODES)
def test_a_finished_game_verifies_and_replays_to_the_same_states(seats: int, mode: str) -> None:
    for number in range(3):
        start, played = played_game(Options(seats, 12, mode), exits=0.01 * number, number=number)
        record = whole_record(start, [step.step for step in played])
        assert failed(record) == []
        states = replay(record)
        assert states == [start, *(step.after for step in played)]
        assert states[-1].phase == OVER


def test_an_aborted_game_verifies() -> None:
    """H4."""
    record = whole_record(deal(Options(2), SEED), [Turn(ReserveFromDeck(1))]) | {"result": {"reason": "aborted"}}
    assert failed(record) == []
    assert failed(without(record, "start")) == ["deal"]
    lobby = without(whole_record(deal(Options(2), SEED), []), "start")
    assert failed(lobby | {"result": {"reason": "aborted"}}) == []
    assert failed(lobby) == ["deal", "result"]


def test_a_running_game_cannot_be_replayed() -> None:
    """B09: what it was dealt from is not there yet."""
    record = record_view(deal(Options(2), SEED), [], None)
    with pytest.raises(RecordError, match="not revealed"):
        replay(record | {"fairness": {"commitment": commitment(GAME_ID, SEED)}})


def test_nothing_is_played_after_the_end() -> None:
    """T1, B05."""
    end = PLAYED[-1].after
    for step in (Turn(take(w=1)), Exit(0, RESIGNED)):
        with pytest.raises(IllegalAction) as caught:
            take_step(end, step)
        assert caught.value.rule == "T1"


def test_this_record_has_what_the_tests_below_change() -> None:
    assert failed(RECORD) == []
    assert RECORD["format"] == FORMAT
    assert RECORD["rules_version"] == RULES_VERSION
    assert any("returned_tokens" in entry.get("action", {}) for entry in RECORD["entries"])


@pytest.mark.parametrize(
    ("path", "value", "checks"),
    [
        ("format", "splendor-record/2", ["record"]),
        ("rules_version", 2, ["record"]),
        ("options/seats", True, ["record"]),
        ("options/target_prestige", 31, ["record"]),
        ("entries", {}, ["record"]),
        ("entries/1", None, ["record"]),
        ("entries/1/type", None, ["record"]),
        ("entries/1/seat", "0", ["record"]),
        ("entries/1/version", 1, ["record"]),
        ("entries/1/notation", "Twuk/0", ["record"]),
        ("entries/1/action", {"type": "reserve_card", "hidden": True, "level": 1}, ["record"]),
        ("fairness", {}, ["record"]),
        ("fairness/seed", SEED.hex().upper(), ["record"]),
        ("position", None, ["record"]),
        ("marks", "seeded", ["record"]),
        ("marks", [["seeded"]], ["record"]),
        ("marks", ["seeded"], ["commitment"]),
        ("marks", ["from_position"], ["commitment", "deal"]),
        ("game_id", "g17abcdefghik", ["commitment"]),
        ("game_id", None, ["commitment"]),
        ("game_id", "\ud800", ["commitment"]),
        ("fairness/commitment", "00" * 32, ["commitment"]),
        ("fairness/commitment", None, ["commitment"]),
        ("seating_order", [0, 1, 1], ["seating"]),
        ("seating", "by_age", ["seating"]),
        ("seating", None, ["seating"]),
        ("start", None, ["deal"]),
        ("start/nobles", ["N01", "N02", "N03", "N04"], ["deal"]),
        ("position", {"seats": []}, ["deal", "actions", "result"]),
        ("entries/1/seat", 1, ["actions", "result"]),
        ("result/winners", [0, 1, 2], ["result"]),
        ("result/reason", "aborted", ["result"]),
        ("result", None, ["result"]),
    ],
)
def test_each_change_is_noticed(path: str, value: Any, checks: list[str]) -> None:
    assert failed(changed(path, value)) == checks


@pytest.mark.parametrize(("name", "check"), [("seating", "seating"), ("start", "deal")])
def test_what_is_checked_has_to_be_there(name: str, check: str) -> None:
    assert failed(without(RECORD, name)) == [check]
    assert replay(without(RECORD, name)) == replay(RECORD)


def test_a_seed_that_deals_another_game_is_noticed() -> None:
    names = failed(changed("fairness/seed", bytes(32).hex()))
    assert {"commitment", "deal"} <= set(names)


def test_a_record_cut_short_is_noticed() -> None:
    assert failed(changed("entries", RECORD["entries"][:-1])) == ["result"]
    assert failed(changed("entries", [*RECORD["entries"], {"type": "resignation", "seat": 0}])) == ["actions", "result"]


def test_a_left_out_entry_is_noticed() -> None:
    """Every entry but the first, which is no step, is needed."""
    for number in range(1, len(RECORD["entries"])):
        entries = RECORD["entries"][:number] + RECORD["entries"][number + 1 :]
        assert failed(changed("entries", entries))


def test_the_notation_alone_is_enough() -> None:
    record = deepcopy(RECORD)
    for entry in record["entries"]:
        entry.pop("action", None)
    assert failed(record) == []


def test_errors_name_the_entry() -> None:
    with pytest.raises(RecordError, match=r"^entries/1: .*seat 0"):
        replay(changed("entries/1/seat", 2))


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*RECORD, "type", "seat"]), inner),
    max_leaves=20,
)


@given(json_values)
def test_any_json_is_verified_without_an_error(value: Any) -> None:
    assert "record" in failed(value)


@given(st.sampled_from([*RECORD, "position"]), json_values)
def test_any_member_may_be_anything(name: str, value: Any) -> None:
    report = verify(RECORD | {name: value})
    assert all(type(check) is Check for check in report.checks)


@given(st.integers(0, len(RECORD["entries"]) - 1), st.sampled_from(["type", "seat", "action", "notation"]), json_values)
def test_any_entry_may_be_anything(number: int, name: str, value: Any) -> None:
    entries = list(RECORD["entries"])
    entries[number] = entries[number] | {name: value}
    report = verify(RECORD | {"entries": entries})
    assert report.checks[0].name == "record"
