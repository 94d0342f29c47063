"""Actions as JSON, there and back; JSON that is no action is refused with the member that is wrong."""

import pytest
from hypothesis import given

from splendor.engine.action_json import MEMBERS, Json, action_to_json, finish_json, turn_from_json
from splendor.engine.actions import Action, ChooseNoble, PurchaseCard, ReserveCard, TakeTokens
from splendor.engine.turn import Turn
from tests.engine import strategies
from tests.engine.builders import card, noble


@given(strategies.turns)
def test_turns_as_json_there_and_back(turn: Turn) -> None:
    written = finish_json(action_to_json(turn.action), turn.returned, turn.noble)
    assert turn_from_json(written) == turn


@given(strategies.actions)
def test_actions_as_json_have_the_members_of_their_type(action: Action) -> None:
    written = action_to_json(action)
    assert written.keys() <= MEMBERS[written["type"]]
    assert turn_from_json(written) == Turn(action)


FAULTY_JSON: list[tuple[Json, str]] = [
    ({}, "type"),
    ({"type": "undo"}, "type"),
    ({"type": ["pass"]}, "type"),
    ({"type": "pass", "tokens": {}}, "tokens"),
    ({"type": "choose_noble", "noble_id": "N01", "returned_tokens": {}}, "returned_tokens"),
    ({"type": "return_tokens", "tokens": {"red": 1}, "returned_tokens": {"red": 1}}, "returned_tokens"),
    ({"type": "reserve_card", "hidden": True, "level": 1}, "hidden"),
    ({"type": "reserve_card"}, "card_id"),
    ({"type": "reserve_card", "card_id": "L9-99"}, "card_id"),
    ({"type": "purchase_card", "card_id": 7}, "card_id"),
    ({"type": "purchase_card", "card_id": "L1-01", "payment": None}, "payment"),
    ({"type": "reserve_from_deck", "level": 4}, "level"),
    ({"type": "reserve_from_deck", "level": True}, "level"),
    ({"type": "choose_noble", "noble_id": "N11"}, "noble_id"),
    ({"type": "take_tokens", "tokens": [1, 1, 1]}, "tokens"),
    ({"type": "take_tokens", "tokens": {"pink": 1}}, "tokens"),
    ({"type": "take_tokens", "tokens": {"red": 1.0}}, "tokens"),
    ({"type": "take_tokens", "tokens": {"red": True}}, "tokens"),
    ({"type": "take_tokens", "tokens": {"red": -1}}, "tokens"),
]


@pytest.mark.parametrize(("body", "member"), FAULTY_JSON)
def test_json_that_is_no_action_names_the_member(body: Json, member: str) -> None:
    with pytest.raises(ValueError, match=f"^{member}: "):
        turn_from_json(body)


def test_absent_colours_count_nothing_and_all_are_written() -> None:
    turn = turn_from_json({"type": "take_tokens", "tokens": {"red": 2}})
    assert turn == Turn(TakeTokens((0, 0, 0, 2, 0, 0)))
    assert action_to_json(turn.action)["tokens"] == {"white": 0, "blue": 0, "green": 0, "red": 2, "black": 0, "gold": 0}


def test_ids_are_those_of_the_catalogue() -> None:
    assert action_to_json(ReserveCard(card("L2-30"))) == {"type": "reserve_card", "card_id": "L2-30"}
    assert action_to_json(ChooseNoble(noble("N10"))) == {"type": "choose_noble", "noble_id": "N10"}
    assert action_to_json(PurchaseCard(card("L1-40"))) == {"type": "purchase_card", "card_id": "L1-40"}
