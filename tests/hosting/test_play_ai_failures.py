"""B14: AI players that raise, answer rubbish or not at all."""

import logging

import pytest

from service.hosting.play_ai import AiMoveFailed, choose_turn, play_ai
from service.services import Services
from splendor.engine.actions import Pass
from splendor.engine.notation import format_turn
from tests.hosting.ai_seats import Spy, turns
from tests.hosting.hosts import Job, jobs_of, run_jobs
from tests.hosting.tables import GREEDY, ME, RANDOM, again, new_game, play

SEED = b"\x07" * 32


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
