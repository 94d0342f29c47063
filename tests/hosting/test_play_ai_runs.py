"""How long one job plays on, and what it does where there is nothing to play."""

from types import SimpleNamespace

import pytest

from service.hosting import play_ai as module
from service.hosting.history import history
from service.hosting.play_ai import choose_turn, play_ai
from service.services import Services
from splendor.engine.notation import format_turn
from tests.hosting.hosts import Job, jobs_of, run_jobs
from tests.hosting.tables import GREEDY, ME, OPEN, RANDOM, again, new_game, play

SEED = b"\x07" * 32


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


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that each look at the clock adds: none unless a test says so."""
    step, now = [0.0], [100.0]

    def monotonic() -> float:
        now[0] += step[0]
        return now[0]

    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=monotonic))
    return step


@pytest.mark.usefixtures("clock")
def test_a_job_plays_twenty_plies(host: Services) -> None:
    """The last of them may be a turn of several plies."""
    table = new_game(host, GREEDY, RANDOM, seed=SEED)
    played = play_ai(host, table.game.id, 1)
    now = again(host, table)
    last = history(host, now.game, now.stored)[-1].step.plies
    assert 20 <= played < 20 + len(last)
    assert jobs_of(host)[1:] == [Job(table.game.id, now.stored.version, 1)]


@pytest.mark.parametrize(("turn_s", "turns"), [(0.25, 4), (0.249, 5)])
def test_a_job_plays_for_one_second(host: Services, clock: list[float], turn_s: float, turns: int) -> None:
    """After the turn that ends at 1.0 s the others have theirs, after one that ends at 0.996 s it goes on."""
    clock[0] = turn_s
    table = new_game(host, GREEDY, RANDOM, seed=SEED)
    play_ai(host, table.game.id, 1)
    assert again(host, table).stored.version == 1 + turns


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


def test_two_people_and_two_ai_players_play_to_the_end(host: Services) -> None:
    table = new_game(host, ME, GREEDY, OPEN, RANDOM, seed=SEED, max_rounds=20)
    while not again(host, table).game.over:
        state = again(host, table).game.running
        play(host, table, format_turn(choose_turn("greedy", state, 0, state)))
        run_jobs(host)
    assert again(host, table).game.running.last_round or again(host, table).game.running.round == 20
