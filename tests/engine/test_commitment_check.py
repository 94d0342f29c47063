"""What `verify` says about the commitment: no more than the record, and what was noted at creation, let it know."""

from typing import Any

import pytest

from splendor.engine.action_json import Json
from splendor.engine.fairness import commitment, seating
from splendor.engine.position import start_from
from splendor.engine.record import replay, verify
from splendor.engine.setup import deal
from splendor.engine.state import RESIGNED, Options
from splendor.engine.steps import Exit
from tests.engine.records import GAME_ID, SEED, record_view, whole_record

NOTED = commitment(GAME_ID, SEED)
OTHER_SEED = bytes(range(1, 33))
RECORD = whole_record(deal(Options(2), SEED), [Exit(0, RESIGNED)])
POSITION = {"seats": [{"tokens": {"red": 2}}, {}], "seat_to_act": 1}


def fairness(seed: bytes, **members: str) -> Json:
    return {"fairness": {**members, "seed": seed.hex()}}


def dealt_anew() -> Json:
    """The record of a host that has taken another seed after all, and changed everything that goes with it."""
    start = deal(Options(2), OTHER_SEED)
    record = RECORD | record_view(start, [Exit(0, RESIGNED)], None)
    order = {"seating_order": list(seating(OTHER_SEED, 2))}
    return record | order | fairness(OTHER_SEED, commitment=commitment(GAME_ID, OTHER_SEED))


def from_position() -> Json:
    start = start_from(POSITION, Options(2), SEED)
    record = whole_record(start, [Exit(0, RESIGNED)]) | fairness(SEED)
    return record | {"position": POSITION, "seating": "as_given", "marks": ["from_position"]}


def failed(record: Json, noted: str | None = None) -> list[str]:
    return [check.name for check in verify(record, noted).checks if not check.ok]


def said(record: Json, noted: str | None = None) -> str:
    """What the report says about the commitment."""
    return next(check.message for check in verify(record, noted).checks if check.name == "commitment")


def test_the_noted_commitment_holds() -> None:
    assert failed(RECORD, NOTED) == failed(RECORD, NOTED.upper()) == []
    assert "noted" in said(RECORD, NOTED)


def test_without_it_the_report_says_what_is_not_known() -> None:
    assert failed(RECORD) == []
    assert "--commitment" in said(RECORD)


def test_a_host_that_changes_seed_and_commitment_is_found_out_by_the_noted_one_alone() -> None:
    assert failed(dealt_anew()) == []
    assert failed(dealt_anew(), NOTED) == ["commitment"]


@pytest.mark.parametrize("shown", [{}, {"commitment": commitment(GAME_ID, OTHER_SEED)}, {"commitment": NOTED.upper()}])
def test_a_record_that_shows_another_commitment_than_was_noted(shown: Json) -> None:
    assert failed(RECORD | fairness(SEED, **shown), NOTED) == ["commitment"]


@pytest.mark.parametrize("marks", [{}, {"marks": []}, {"marks": ["sandbox"]}])
def test_neither_marks_nor_commitment(marks: Json) -> None:
    """Who leaves the commitment out has to say why."""
    record: Any = {name: value for name, value in RECORD.items() if name != "marks"}
    assert failed(record | fairness(SEED) | marks) == ["commitment"]


def test_marks_that_are_not_known_change_nothing() -> None:
    assert failed(RECORD | {"marks": ["sandbox"]}) == []


def test_a_mark_does_not_hide_a_commitment_that_was_noted() -> None:
    """A host may not say after the game that its creator chose the deal."""
    seeded = RECORD | fairness(SEED) | {"marks": ["seeded"]}
    assert failed(seeded) == []
    assert "seeded" in said(seeded)
    assert failed(seeded, NOTED) == ["commitment"]
    assert failed(from_position(), NOTED) == ["commitment"]
    assert failed(from_position() | fairness(SEED, commitment=NOTED), NOTED) == ["commitment"]


def test_a_record_of_a_position_game() -> None:
    record = from_position()
    assert failed(record) == []
    assert replay(record)[0] == start_from(POSITION, Options(2), SEED)
    assert "from_position" in said(record)
    assert failed(record | {"marks": ["seeded"]}) == ["deal"]


@pytest.mark.parametrize("game_id", [None, 7, "", "\ud800", GAME_ID + "k"])
def test_another_game_id_is_another_game(game_id: Any) -> None:
    for noted in (None, NOTED):
        assert failed(RECORD | {"game_id": game_id}, noted) == ["commitment"]
