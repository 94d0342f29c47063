"""Events: enough to keep up a view, alike in number for everybody, in the order of the turn, and blanked where due."""

from itertools import chain
from random import Random

import pytest

from splendor.engine.action_json import Json
from splendor.engine.actions import Pass, ReserveFromDeck
from splendor.engine.cards import CARDS
from splendor.engine.events import exit_events, ply_events, start_events
from splendor.engine.exits import resign
from splendor.engine.position import start_from
from splendor.engine.setup import deal
from splendor.engine.state import Options, State
from splendor.engine.steps import step_events, take_step
from splendor.engine.turn import Turn, play
from tests.engine.builders import (
    NO_DECKS,
    bonuses,
    buy,
    frozen,
    reserve,
    seat,
    table,
    take,
    tok,
)
from tests.engine.games import random_game

SEED = bytes(32)


def types(events: list[Json]) -> list[str]:
    return [event["type"] for event in events]


def events_of(state: State, turn: Turn, viewer: int | None = None) -> list[Json]:
    return [event for ply in play(state, turn) for event in ply_events(ply, viewer)]


def named(events: list[Json], kind: str) -> Json:
    """The one event of a type."""
    (event,) = [event for event in events if event["type"] == kind]
    return event


def test_all_viewers_count_alike_and_nothing_is_null() -> None:
    start = deal(Options(4, 10, "hidden"), SEED)
    for step in random_game(start, Random(4), exits=0.03):
        told = [step_events(step, viewer) for viewer in (None, 0, 1, 2, 3)]
        assert len({tuple(types(events)) for events in told}) == 1
        assert "None" not in repr(told)


def test_a_finished_game_has_all_its_events_open() -> None:
    start = deal(Options(3, 10, "hidden"), SEED)
    played = list(random_game(start, Random(9), exits=0))
    for step in played:
        opened = step_events(step, None, over=True)
        assert "hidden" not in chain.from_iterable(opened)
        assert not [event for event in opened if "hidden" in event.get("action", {})]
        assert opened == step_events(step, 1, over=True)
    assert [step for step in played if step_events(step, None) != step_events(step, None, over=True)]


def test_start_of_a_deal() -> None:
    started, turn = start_events(deal(Options(3), SEED), None)
    assert started["type"] == "game_started"
    assert [len(row["slots"]) for row in started["market"]] == [4, 4, 4]
    assert started["supply"] == {"white": 5, "blue": 5, "green": 5, "red": 5, "black": 5, "gold": 5}
    assert len(started["nobles"]) == 4
    assert [entry["seat"] for entry in started["seats"]] == [0, 1, 2]
    assert turn == {"type": "turn_started", "seat": 0, "turn": 1, "round": 1}


def test_start_of_a_position_in_its_last_round_hides_what_is_hidden() -> None:
    seats = [
        {"reserved": [{"card_id": "L3-01", "hidden": True}, {"card_id": "L1-01", "hidden": False}]},
        {"purchased": ["L3-04", "L3-08", "L3-12"]},
    ]
    state = start_from({"seats": seats, "seat_to_act": 1, "round": 9}, Options(2), SEED)
    started, last, turn = start_events(state, 1)
    hand = started["seats"][0]["reserved"]
    assert hand[0]["card"]["id"] == "L1-01"
    assert hand[1] == {"level": 3, "hidden": True}
    assert start_events(state, 0)[0]["seats"][0]["reserved"][0]["card"]["id"] == "L3-01"
    assert last == {"type": "last_round_started", "round": 9}
    assert turn == {"type": "turn_started", "seat": 1, "turn": 18, "round": 9}


def test_order_in_a_turn_that_does_everything() -> None:
    """T2, T3: action, replacement, return, noble, last round, next turn."""
    own = seat(tok(2, 2, 2, 2, 1), bonuses(w=4, u=4, k=4), nobles_held="N10 N06 N08 N09")
    state = table(own, seat(), nobles="N01 N02")
    turn = Turn(take(w=1, u=1, g=1), tok(w=2), 0)
    assert types(events_of(state, turn)) == [
        "action_played",
        "tokens_returned",
        "noble_visited",
        "last_round_started",
        "turn_started",
    ]


def test_replacement_comes_before_the_return() -> None:
    """C1, T3."""
    state = table(seat(tok(2, 2, 2, 2, 2)), seat())
    events = events_of(state, Turn(reserve("L1-01"), tok(gold=1)))
    assert types(events) == ["action_played", "card_revealed", "tokens_returned", "turn_started"]
    assert events[0]["phase"] == "return_tokens"
    assert events[0]["gold"] == 1
    assert events[1] == {"type": "card_revealed", "level": 1, "slot": 0, "card": events[1]["card"]}
    assert events[1]["card"]["id"] == CARDS[state.decks[0][0]].id
    assert "phase" not in events[2]


def test_return_that_leads_to_a_choice_says_so() -> None:
    state = table(seat(tok(2, 2, 2, 2, 1), bonuses(w=4, u=4, k=4)), seat(), nobles="N01 N02")
    first, second = events_of(state, Turn(take(w=1, u=1, g=1), tok(w=2)))
    assert (first["phase"], second["phase"]) == ("return_tokens", "choose_noble")


def test_an_emptied_slot_is_told() -> None:
    """C2."""
    state = table(seat(), seat(), decks=NO_DECKS)
    assert named(events_of(state, Turn(reserve("L1-02"))), "card_revealed") == {
        "type": "card_revealed",
        "level": 1,
        "slot": 1,
    }


def test_a_purchase_names_payment_card_and_where_it_came_from() -> None:
    """P1, P4: a reserved card leaves the hand; the market stays as it is."""
    state = table(seat(tok(2, 2, 2, 2, 2), reserved="L3-01 L1-02?"), seat())
    events = events_of(state, Turn(buy("L1-02")))
    assert types(events) == ["action_played", "turn_started"]
    assert events[0]["from_reserved"] is True
    assert events[0]["card"]["id"] == "L1-02"
    assert events[0]["action"]["payment"] == {"white": 0, "blue": 1, "green": 1, "red": 1, "black": 1, "gold": 0}
    market = named(events_of(state, Turn(buy("L1-01"))), "action_played")
    assert market["from_reserved"] is False


def test_a_blind_reserve_shows_its_card_to_the_owner_alone() -> None:
    """V4, A18."""
    state = table(seat(), seat(), seat())
    (ply,) = play(state, Turn(ReserveFromDeck(3)))
    drawn = CARDS[state.decks[2][0]].id
    own, other, nobody = (ply_events(ply, viewer)[0] for viewer in (0, 1, None))
    assert own["card"]["id"] == drawn
    assert other == nobody
    assert other == {
        "type": "action_played",
        "seat": 0,
        "action": {"type": "reserve_from_deck", "level": 3},
        "hidden": True,
        "level": 3,
        "gold": 1,
    }


@pytest.mark.parametrize(("mode", "shown"), [("blind_hidden", True), ("hidden", False), ("open", True)])
def test_a_market_reserve_is_shown_by_the_option(mode: str, shown: bool) -> None:
    """V4: with hidden reserves the action itself has the level only."""
    state = table(seat(), seat())
    state = state._replace(options=state.options._replace(reserved_cards=mode))
    (ply,) = play(state, Turn(reserve("L2-01")))
    told = ply_events(ply, 1)[0]
    if shown:
        assert told["action"] == {"type": "reserve_card", "card_id": "L2-01"}
        assert told["card"]["id"] == "L2-01"
    else:
        assert told["action"] == {"type": "reserve_card", "hidden": True, "level": 2}
        assert (told["hidden"], told["level"]) == (True, 2)
        assert "L2-01" not in repr(told)
    assert ply_events(ply, 0)[0]["card"]["id"] == "L2-01"


def test_a_blind_reserve_is_open_in_an_open_game() -> None:
    state = table(seat(), seat())
    state = state._replace(options=state.options._replace(reserved_cards="open"))
    (ply,) = play(state, Turn(ReserveFromDeck(1)))
    assert ply_events(ply, None)[0]["card"]["id"] == CARDS[state.decks[0][0]].id


def test_out_on_the_own_turn_and_on_anothers() -> None:
    """H1, H5: the tokens are told; the turn goes on unless it was the seat's own."""
    state = table(seat(tok(1, 2)), seat(tok(gold=2)), seat())
    own = exit_events(state, resign(state, 0), 0)
    assert types(own) == ["seat_resigned", "turn_started"]
    assert own[0]["tokens"] == {"white": 1, "blue": 2, "green": 0, "red": 0, "black": 0, "gold": 0}
    assert own[1]["seat"] == 1
    assert types(exit_events(state, resign(state, 1), 1)) == ["seat_resigned"]


def test_the_end_opens_all_hands() -> None:
    """V4, H8."""
    state = table(seat(reserved="L3-01?"), seat(reserved="L2-01 L1-40?"))
    finished = exit_events(state, resign(state, 0), 0)[-1]
    assert finished["type"] == "game_finished"
    assert finished["result"]["reason"] == "resignation"
    assert finished["result"]["winners"] == [1]
    assert [[entry["card"]["id"] for entry in hand] for hand in finished["reserved"]] == [
        ["L3-01"],
        ["L2-01", "L1-40"],
    ]


def test_the_turn_that_ends_the_game_is_open_from_its_first_event() -> None:
    """V4: also where the action was followed by a return, so that its bytes are those of the finished game."""
    own = seat(tok(2, 2, 2, 2, 2), "L3-04 L3-08 L3-12")
    state = table(seat(), own, to_act=1, last_round=True)
    played = take_step(state, Turn(ReserveFromDeck(1), tok(gold=1)))
    told = step_events(played, 0)
    assert types(told) == ["action_played", "tokens_returned", "game_finished"]
    assert told[0]["card"]["id"] == CARDS[state.decks[0][0]].id
    assert told == step_events(played, 0, over=True)


def test_passes_to_the_end() -> None:
    """Q1, Q2: a pass is told like any action, the last one ends the game without another turn."""
    state = frozen(2)
    first = events_of(state, Turn(Pass()))
    assert first[0] == {"type": "action_played", "seat": 0, "action": {"type": "pass"}}
    after = play(state, Turn(Pass()))[-1].after
    last = events_of(after, Turn(Pass()))
    assert types(last) == ["action_played", "game_finished"]
    assert last[1]["result"]["reason"] == "stalemate"


def test_a_reserve_without_gold_says_so() -> None:
    """V2."""
    state = table(seat(tok(gold=5)), seat())
    assert named(events_of(state, Turn(reserve("L1-01"))), "action_played")["gold"] == 0
