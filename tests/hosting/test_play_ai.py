"""AI players at the table: they know what their seat may see, and answer every phase."""

import json
from typing import Any

import pytest

from service.hosting import play_ai as module
from service.hosting.advancing import advance
from service.hosting.changes import TakenOver
from service.hosting.committing import commit, own_request
from service.hosting.play_ai import choose_turn, play_ai
from service.services import Services
from splendor.ai import ai_view
from splendor.engine.cards import CARDS
from splendor.engine.legal import legal_actions
from splendor.engine.notation import format_action
from splendor.engine.turn import play as play_turn
from tests.api.positions import DOWN, eleven_in_reach, one_noble_in_reach, position, two_nobles_in_reach
from tests.hosting.ai_seats import Spy, turns
from tests.hosting.tables import GREEDY, ME, RANDOM, again, at_seat, new_game, play

SEED = b"\x07" * 32


@pytest.mark.parametrize("name", ["greedy", "random"])
@pytest.mark.parametrize(
    "start",
    [
        {"seats": [{"tokens": {"black": 3, "gold": 1}}, {}]},
        {"seats": [{"tokens": {"red": 4, "black": 4, "gold": 2}, "reserved": [{"card_id": "L1-34"}]}, {}]},
    ],
)
def test_a30_the_order_of_the_decks_changes_no_move(host: Services, name: str, start: dict[str, Any]) -> None:
    """A30: two games that a seat cannot tell apart, and the same chance for the player: the same turn."""
    seat = GREEDY if name == "greedy" else RANDOM
    played = []
    for decks in (DOWN, [row[::-1] for row in DOWN], [[*row[1:], row[0]] for row in DOWN]):
        table = new_game(host, seat, ME, position=position(*start["seats"], decks=decks), seed=SEED)
        assert play_ai(host, table.game.id, 1) > 0
        played.append(turns(host, table))
    assert played[0] == played[1] == played[2]


@pytest.mark.parametrize("name", ["greedy", "random"])
@pytest.mark.parametrize(
    "start",
    [
        eleven_in_reach(),
        two_nobles_in_reach(),
        one_noble_in_reach(),
        position({"tokens": {"red": 4, "black": 4, "gold": 2}, "reserved": [{"card_id": "L1-34", "hidden": True}]}, {}),
    ],
)
def test_a30_every_forced_choice_is_answered_legally(host: Services, name: str, start: dict[str, Any]) -> None:
    """A30: at eleven tokens, before two nobles: the turn is complete in one commit, and the rules accept it."""
    table = new_game(host, GREEDY if name == "greedy" else RANDOM, ME, position=start, seed=SEED)
    assert play_ai(host, table.game.id, 1) > 0
    now = again(host, table)
    assert (now.game.running.to_act, now.stored.version) == (1, 2)
    state = table.game.running
    turn = choose_turn(name, state, 0, state)
    assert turn.action in legal_actions(state)
    assert play_turn(state, turn)[-1].after.to_act == 1


def test_a_player_is_shown_its_seat_s_view_and_nothing_else(host: Services, spy: Spy) -> None:
    """No deck, no seed, no hand of another seat; its own hidden card it knows."""
    mine = {"reserved": [{"card_id": "L1-34", "hidden": True}]}
    theirs = {"reserved": [{"card_id": "L3-20", "hidden": True}]}
    table = new_game(host, RANDOM, ME, position=position(mine, theirs), seed=SEED)
    play_ai(host, table.game.id, 1)
    text = json.dumps(spy.shown)
    state = table.game.running
    assert "L1-34" in text
    assert "L3-20" not in text
    assert not [card for deck in state.decks for card in deck if CARDS[card].id in text]
    assert SEED.hex() not in text


@pytest.mark.parametrize("start", [None, eleven_in_reach(), two_nobles_in_reach()])
def test_view_that_players_get_over_the_api_serves_an_ai_player_too(host: Services, start: dict[str, Any]) -> None:
    """For bots that think with ours: it has all that an AI player is given here, under the same names."""
    table = new_game(host, position=start, seed=SEED)
    given, shown = ai_view(table.game.running, 0), at_seat(host, table, 0).view()
    assert subset(given, shown)


def subset(given: Any, shown: Any) -> bool:
    """Whether all members of `given` are in `shown`, which may have more."""
    if isinstance(given, dict):
        return all(name in shown and subset(value, shown[name]) for name, value in given.items())
    if isinstance(given, list):
        return len(given) == len(shown) and all(map(subset, given, shown))
    return bool(given == shown)


def test_what_a_blind_reserve_drew_is_known_before_tokens_are_returned(host: Services, spy: Spy) -> None:
    """T3"""
    ten = {"tokens": {"red": 4, "black": 4, "blue": 2}}
    table = new_game(host, RANDOM, ME, position=position(ten, {}), seed=SEED)
    listed = legal_actions(table.game.running)
    spy.answers = [next(action for action in listed if format_action(action) == "D3")]
    play_ai(host, table.game.id, 1)
    first, second = spy.shown[0], spy.shown[2]
    assert "L3-02" not in json.dumps(first)
    assert second["turn"]["phase"] == "return_tokens"
    assert second["seats"][0]["reserved"][0]["card"]["id"] == "L3-02"
    assert spy.shown[3] == first


def test_the_chance_of_a_move_tells_nothing_about_the_deal(host: Services) -> None:
    """It differs from move to move and from seat to seat, and is no part of the seed."""
    table = new_game(host, RANDOM, RANDOM, seed=SEED)
    drawn = {module._seed(table.game, seat, version) for seat in (0, 1) for version in range(1, 40)}
    assert len(drawn) == 78
    assert module._seed(table.game, 0, 1) == module._seed(table.game, 0, 1)
    assert all(number < 2**64 for number in drawn)


@pytest.mark.parametrize("start", [eleven_in_reach(), two_nobles_in_reach()])
def test_it_takes_over_in_the_middle_of_a_turn(host: Services, start: dict[str, Any]) -> None:
    """The plan is made from how the turn began."""
    table = new_game(host, position=start, seed=SEED)
    play(host, table, "Trr" if start == eleven_in_reach() else "P109")
    now = again(host, table)
    assert now.game.running.phase != 0
    commit(host, now.stored, advance(now.game, TakenOver(0, "greedy")), "free", own_request())
    now = again(host, table)
    assert play_ai(host, now.game.id, now.stored.version) == 1
    assert again(host, table).game.running.to_act == 1
