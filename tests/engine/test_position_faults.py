"""Every fault of a bad position is named where it is, all at once, whatever JSON it is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.engine.action_json import Json
from splendor.engine.errors import BadPosition
from splendor.engine.position import start_from
from splendor.engine.state import Options, State
from tests.engine.test_position import GIVEN, OPTIONS, SEED, changed


def faults(position: Any, options: Options = OPTIONS) -> list[tuple[str, str]]:
    with pytest.raises(BadPosition) as caught:
        start_from(position, options, SEED)
    return caught.value.faults


FAULTS = [
    # A card or noble twice, wherever it is.
    (("/seats/1/purchased", ["L1-01"]), "/seats/1/purchased/0"),
    (("/seats/1/reserved", [{"card_id": "L3-01", "hidden": False}]), "/seats/1/reserved/0/card_id"),
    (("/market/0/2", "L1-01"), "/market/0/2"),
    (("/market/0/2", "L1-10"), "/market/0/2"),
    (("/decks/0/1", "L1-10"), "/decks/0/1"),
    (("/decks/0/1", "L1-20"), "/decks/0/1"),
    (("/nobles/0", "N03"), "/nobles/0"),
    (("/nobles/1", "N01"), "/nobles/1"),
    # Unknown.
    (("/seats/0/purchased/0", "L1-41"), "/seats/0/purchased/0"),
    (("/seats/0/reserved/0/card_id", ""), "/seats/0/reserved/0/card_id"),
    (("/market/1/0", "L4-01"), "/market/1/0"),
    (("/decks/1/0", ""), "/decks/1/0"),
    (("/nobles/0", "N11"), "/nobles/0"),
    (("/seats/0/nobles/0", "L1-05"), "/seats/0/nobles/0"),
    # In the wrong level's place.
    (("/market/0/0", "L2-05"), "/market/0/0"),
    (("/decks/1/0", "L3-05"), "/decks/1/0"),
    # More tokens than there are (three seats: five of a colour), or than a seat may hold.
    (("/seats/1/tokens", {"white": 5}), "/seats/1/tokens/white"),
    (("/seats/1/tokens", {"gold": 4}), "/seats/1/tokens/gold"),
    (("/seats/1/tokens", {"red": 5, "blue": 5, "green": 1}), "/seats/1/tokens"),
    (("/seats/1/tokens", {"red": 11}), "/seats/1/tokens/red"),
    (("/seats/1/tokens", {"red": -1}), "/seats/1/tokens/red"),
    (("/seats/1/tokens", {"red": True}), "/seats/1/tokens/red"),
    (("/seats/1/tokens", {"pink": 1}), "/seats/1/tokens/pink"),
    # Over three reserved.
    (("/seats/1/reserved", [{"card_id": f"L1-3{n}", "hidden": True} for n in range(4)]), "/seats/1/reserved"),
    # An empty slot while its deck has cards.
    (("/market/0/3", ""), "/market/0/3"),
    (("/decks/2", ["L3-20"]), "/market/2/1"),
    # Too many nobles: four for three seats, one of them held.
    (("/nobles", ["N01", "N02", "N04", "N05"]), "/nobles"),
    # Wrong numbers.
    (("/seats", [{}, {}]), "/seats"),
    (("/seats", [{}, {}, {}, {}]), "/seats"),
    (("/seat_to_act", 3), "/seat_to_act"),
    (("/seat_to_act", -1), "/seat_to_act"),
    (("/seat_to_act", "0"), "/seat_to_act"),
    (("/round", 0), "/round"),
    (("/round", 101), "/round"),
    (("/round", 1.0), "/round"),
    (("/market", [[], [], []]), "/market/0"),
    (("/market/2", ["L3-10", "", "L3-12"]), "/market/2"),
    (("/decks", [[], []]), "/decks"),
    # Not of the right kind, or not a member.
    (("/seats", None), "/seats"),
    (("/seats/2", []), "/seats/2"),
    (("/seats/2", {"prestige": 3}), "/seats/2/prestige"),
    (("/seats/0/reserved/0", "L3-01"), "/seats/0/reserved/0"),
    (("/seats/0/reserved/0/hidden", 1), "/seats/0/reserved/0/hidden"),
    (("/seats/0/purchased", "L1-01"), "/seats/0/purchased"),
    (("/market", {}), "/market"),
    (("/nobles", "N01"), "/nobles"),
    (("/a~b", 1), "/a~0b"),
]


@pytest.mark.parametrize(("edit", "pointer"), FAULTS)
def test_each_fault_is_named_where_it_is(edit: tuple[str, Any], pointer: str) -> None:
    named = faults(changed(edit))
    assert pointer in [at for at, _ in named]
    assert all(message for _, message in named)


def test_all_faults_are_named_at_once() -> None:
    position = changed(
        ("/seats/0/purchased/0", "X"),
        ("/seats/1/tokens", {"red": 6, "gold": 4}),
        ("/market/0/0", ""),
        ("/market/1/0", "L2-01"),
        ("/nobles", ["N01", "N01", "N05"]),
        ("/round", 1000),
    )
    assert {pointer for pointer, _ in faults(position)} == {
        "/seats/0/purchased/0",
        "/seats/1/tokens/gold",
        "/seats/1/tokens/red",
        "/market/0/0",
        "/market/1/0",
        "/nobles/1",
        "/round",
    }


def test_seats_must_be_given() -> None:
    assert [pointer for pointer, _ in faults({})] == ["/seats"]
    assert [pointer for pointer, _ in faults([])] == ["", "/seats"]


def test_nobles_held_by_seats_alone_can_be_too_many() -> None:
    position = {"seats": [{"nobles": ["N01", "N02"]}, {"nobles": ["N03", "N04"]}]}
    assert [pointer for pointer, _ in faults(position, Options(2))] == ["/seats"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "L1-01", "L3-20", "N01", "x"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(
                ["seats", "tokens", "purchased", "reserved", "nobles", "market", "decks", "card_id", "red"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=30,
)


@given(st.dictionaries(st.sampled_from([*GIVEN, "more"]), json_values))
def test_any_json_is_a_position_or_refused(position: Json) -> None:
    """Nothing but BadPosition is raised, and never without a fault."""
    assert state_or_faults(position)


def state_or_faults(position: Json) -> State | list[tuple[str, str]]:
    try:
        return start_from(position, OPTIONS, SEED)
    except BadPosition as error:
        return error.faults
