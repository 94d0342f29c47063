"""AI players at the table: they know what their seat may see, answer every phase, and are never waited for in vain."""

import json
import logging
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from service.hosting import play_ai as module
from service.hosting.changes import TakenOver, TurnPlayed, advance, from_entry
from service.hosting.committing import commit, own_request
from service.hosting.play_ai import AiMoveFailed, choose_turn, play_ai
from service.hosting.reading import Table
from service.services import Services
from splendor.ai import PLAYERS
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action, Pass
from splendor.engine.cards import CARDS
from splendor.engine.legal import legal_actions
from splendor.engine.notation import format_action, format_turn
from splendor.engine.turn import play as play_turn
from tests.api.positions import DOWN, eleven_in_reach, one_noble_in_reach, position, two_nobles_in_reach
from tests.hosting.hosts import Job, jobs_of, run_jobs
from tests.hosting.tables import GREEDY, ME, OPEN, RANDOM, again, new_game, play

SEED = b"\x07" * 32


class Spy(AiPlayer):
    """Plays the first listed action and notes what it was shown."""

    name: ClassVar[str] = "spy"
    version: ClassVar[int] = 1
    level: ClassVar[int] = 0
    description: ClassVar[str] = "Notes what it sees."
    typical_ms: ClassVar[int] = 1
    budget_ms: ClassVar[int] = 500

    def __init__(self) -> None:
        self.shown: list[View] = []
        self.answers: list[Any] = []

    def choose(self, view: View, actions: Sequence[Action], seed: int, start: View) -> Action:  # noqa: ARG002
        self.shown += [view, start]
        answer = self.answers.pop(0) if self.answers else actions[-1]
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[no-any-return]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    """An AI player under our hand, that sits wherever `random` is seated."""
    spy = Spy()
    monkeypatch.setitem(PLAYERS, "random", spy)
    return spy


def turns(host: Services, table: Table) -> list[str]:
    """The turns in the log."""
    changes = [from_entry(entry.body) for entry in host.games.log(table.game.id)]
    return [change.turn for change in changes if isinstance(change, TurnPlayed)]


def job(table: Table) -> Job:
    return Job(table.game.id, table.stored.version, 1)


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


def test_it_plays_on_while_the_next_seat_is_an_ai(host: Services) -> None:
    table = new_game(host, ME, GREEDY, RANDOM, seed=SEED)
    play(host, table, "Twug")
    (asked,) = jobs_of(host)
    assert asked == Job(table.game.id, 2, 1)
    assert play_ai(host, asked.game_id, asked.version) >= 2
    now = again(host, table)
    assert (now.game.running.to_act, now.stored.version) == (0, 4)
    assert jobs_of(host) == [asked]


def test_after_so_many_plies_the_others_have_their_turn(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PLIES", 3)
    table = new_game(host, GREEDY, GREEDY, seed=SEED)
    assert 3 <= play_ai(host, table.game.id, 1) <= 5
    now = again(host, table)
    assert jobs_of(host)[1:] == [Job(table.game.id, now.stored.version, 1)]


def test_after_so_long_too(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_RUN_S", 0.0)
    table = new_game(host, GREEDY, GREEDY, seed=SEED)
    play_ai(host, table.game.id, 1)
    assert again(host, table).stored.version == 2


def test_a_job_delivered_twice_is_one_move(host: Services) -> None:
    """And one that comes when the game has moved on does nothing."""
    table = new_game(host, ME, GREEDY, seed=SEED)
    play(host, table, "Twug")
    assert play_ai(host, table.game.id, 2) > 0
    assert play_ai(host, table.game.id, 2) == 0
    assert play_ai(host, table.game.id, 1) == 0
    assert again(host, table).stored.version == 3


def test_there_is_nothing_to_do_for_a_person_an_ended_game_or_none(host: Services) -> None:
    table = new_game(host)
    assert play_ai(host, table.game.id, 2) == 0
    assert play_ai(host, "g00" + "x" * 20, 1) == 0
    over = new_game(host, GREEDY, RANDOM, seed=SEED, max_rounds=20)
    run_jobs(host)
    assert again(host, over).game.over
    assert play_ai(host, over.game.id, again(host, over).stored.version) == 0


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


@pytest.mark.parametrize("answer", [RuntimeError("no"), None, "pass", Pass(), 7])
def test_b14_rubbish_is_logged_and_tried_again(
    host: Services, spy: Spy, answer: object, caplog: pytest.LogCaptureFixture
) -> None:
    """B14: an exception or an answer that is not in the list; nothing is played, a new try is asked for."""
    spy.answers = [answer]
    table = new_game(host, RANDOM, ME, seed=SEED)
    jobs_of(host).clear()
    with caplog.at_level(logging.ERROR):
        assert play_ai(host, table.game.id, 1) == 0
    assert "ai move failed" in caplog.text
    assert again(host, table).stored.version == 1
    assert jobs_of(host) == [Job(table.game.id, 1, 2)]
    assert SEED.hex() not in caplog.text
    run_jobs(host)
    assert again(host, table).stored.version == 2


def test_b14_after_three_tries_the_fallback_moves(host: Services, spy: Spy) -> None:
    spy.answers = [None] * 50
    table = new_game(host, RANDOM, ME, seed=SEED)
    assert run_jobs(host) == 4
    state = table.game.running
    assert turns(host, table) == [format_turn(choose_turn("greedy", state, 0, state))]
    assert len(spy.answers) == 47


def test_b14_a_failure_on_a_later_move_of_the_same_job_is_tried_again_there(host: Services, spy: Spy) -> None:
    """The new try is asked for at the version where it failed, not at the one where the job began."""
    table = new_game(host, ME, GREEDY, RANDOM, seed=SEED)
    play(host, table, "Twug")
    jobs_of(host).clear()
    spy.answers = [None]
    assert play_ai(host, table.game.id, 2) > 0
    assert again(host, table).stored.version == 3
    assert jobs_of(host) == [Job(table.game.id, 3, 2)]
    run_jobs(host)
    assert again(host, table).game.running.to_act == 0


def test_the_failure_of_a_player_has_a_name(host: Services, spy: Spy) -> None:
    spy.answers = [ValueError("secret")]
    state = new_game(host, RANDOM, ME, seed=SEED).game.running
    with pytest.raises(AiMoveFailed, match="random"):
        choose_turn("random", state, 0, state)


def test_two_people_and_two_ai_players_play_to_the_end(host: Services) -> None:
    table = new_game(host, ME, GREEDY, OPEN, RANDOM, seed=SEED, max_rounds=20)
    while not again(host, table).game.over:
        state = again(host, table).game.running
        play(host, table, format_turn(choose_turn("greedy", state, 0, state)))
        run_jobs(host)
    assert again(host, table).game.running.last_round or again(host, table).game.running.round == 20
