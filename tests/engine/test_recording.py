"""What the rules know of a record, as a viewer gets it while the game runs and after."""

import pytest

from splendor.engine.actions import ReserveFromDeck, ReturnTokens
from splendor.engine.cards import CARDS
from splendor.engine.position import start_from
from splendor.engine.setup import deal
from splendor.engine.state import FLAGGED, RESIGNED, Options
from splendor.engine.steps import Exit
from splendor.engine.turn import Turn
from tests.engine.builders import reserve, take, tok
from tests.engine.games import take_steps
from tests.engine.records import record_view

SEED = bytes(range(32))


def test_a_turn_in_parts_and_in_one_lead_to_the_same_state() -> None:
    position = {"seats": [{"tokens": {"white": 2, "blue": 2, "green": 2, "red": 2, "black": 1}}, {}]}
    start = start_from(position, Options(2), SEED)
    whole = [Turn(take(w=1, u=1, g=1), tok(w=2))]
    parts = [Turn(take(w=1, u=1, g=1)), Turn(ReturnTokens(tok(w=2)))]
    ends = [list(take_steps(start, steps))[-1].after for steps in (whole, parts)]
    assert ends[0] == ends[1]
    (entry,) = record_view(start, whole, None)["entries"]
    assert entry["notation"] == "Twug/ww"
    assert entry["action"]["returned_tokens"] == {"white": 2, "blue": 0, "green": 0, "red": 0, "black": 0, "gold": 0}
    assert [entry["notation"] for entry in record_view(start, parts, None)["entries"]] == ["Twug", "/ww"]


def test_exits_are_entries_of_their_own() -> None:
    start = deal(Options(3), SEED)
    record = record_view(start, [Exit(2, FLAGGED), Exit(0, RESIGNED)], 1)
    assert record["entries"] == [{"type": "flag", "seat": 2}, {"type": "resignation", "seat": 0}]
    assert record["result"]["reason"] == "resignation"


def test_it_has_no_seed_no_position_and_no_result() -> None:
    """B09."""
    record = record_view(deal(Options(2), SEED), [Turn(take(w=1, u=1, g=1))], None)
    assert set(record) == {"format", "rules_version", "options", "start", "entries"}
    assert SEED.hex() not in repr(record)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_blind_card_is_in_nobodys_record(viewer: int | None) -> None:
    """A18: an entry holds what was submitted, and that names no card."""
    start = deal(Options(2), SEED)
    record = record_view(start, [Turn(ReserveFromDeck(3))], viewer)
    assert record["entries"] == [
        {"type": "turn", "seat": 0, "action": {"type": "reserve_from_deck", "level": 3}, "notation": "D3"}
    ]
    assert CARDS[start.decks[2][0]].id not in repr(record)


@pytest.mark.parametrize(("viewer", "shown"), [(0, True), (1, False), (None, False)])
def test_hidden_reserves_have_their_level_only(viewer: int | None, shown: bool) -> None:
    """V4."""
    start = deal(Options(2, 15, "hidden"), SEED)
    (entry,) = record_view(start, [Turn(reserve(CARDS[start.market[5]].id))], viewer)["entries"]
    if shown:
        assert entry["action"] == {"type": "reserve_card", "card_id": CARDS[start.market[5]].id}
        assert entry["notation"].startswith("R2")
    else:
        assert entry == {
            "type": "turn",
            "seat": 0,
            "action": {"type": "reserve_card", "hidden": True, "level": 2},
        }


def test_an_aborted_game_is_open() -> None:
    """H4."""
    start = deal(Options(2, 15, "hidden"), SEED)
    (entry,) = record_view(start, [Turn(reserve(CARDS[start.market[5]].id))], None, over=True)["entries"]
    assert "notation" in entry
