"""AI players that think long and quick ones: each kind has jobs of its own, and a time of its own."""

from types import SimpleNamespace
from typing import ClassVar

import pytest

from service.hosting import play_ai as module
from service.hosting.create_game import NewSeat
from service.hosting.effects import is_quick
from service.hosting.play_ai import FALLBACK, TRIES, choose_turn, play_ai
from service.services import Services
from splendor.ai import PLAYERS
from splendor.engine.notation import format_turn, parse_turn
from tests.api.positions import eleven_in_reach
from tests.hosting.ai_seats import Spy, turns
from tests.hosting.hosts import Job, jobs_of, run_jobs
from tests.hosting.tables import GREEDY, ME, again, new_game, play

SEED = b"\x07" * 32
SLOW = NewSeat("ai", "slow")


class Slow(Spy):
    """A spy that thinks long, or could."""

    name: ClassVar[str] = "slow"
    think_ms: ClassVar[int] = 1_000
    budget_ms: ClassVar[int] = 2_000
    quick: ClassVar[bool] = False


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """The player `slow`, which sits at SLOW."""
    slow = Slow()
    monkeypatch.setitem(PLAYERS, "slow", slow)
    return slow


@pytest.mark.usefixtures("slow")
def test_who_is_to_act_decides_on_the_queue(host: Services) -> None:
    table = new_game(host, ME, SLOW, seed=SEED)
    play(host, table, "Twug")
    assert jobs_of(host) == [Job(table.game.id, 2, 1, quick=False)]


@pytest.mark.usefixtures("slow")
def test_job_plays_on_within_its_kind_and_hands_over_to_the_other(host: Services) -> None:
    table = new_game(host, GREEDY, GREEDY, SLOW, SLOW, seed=SEED)
    assert jobs_of(host) == [Job(table.game.id, 1, 1)]
    for version, quick in ((3, False), (5, True), (7, False)):
        before = jobs_of(host).pop()
        assert play_ai(host, before.game_id, before.version, quick=before.quick) >= 2
        assert again(host, table).stored.version == version
        assert jobs_of(host) == [Job(table.game.id, version, 1, quick)]


def test_quick_job_that_finds_a_long_thinker_asks_for_its_job_and_does_nothing_else(host: Services, slow: Slow) -> None:
    """As the one that the watch asks for, which does not know whose move it is. No try is counted for that."""
    table = new_game(host, SLOW, ME, seed=SEED)
    jobs_of(host).clear()
    assert play_ai(host, table.game.id, 1, quick=True) == 0
    assert jobs_of(host) == [Job(table.game.id, 1, 1, quick=False)]
    assert (again(host, table).stored.version, again(host, table).stored.ai_attempt) == (1, 0)
    assert slow.shown == []


@pytest.mark.usefixtures("slow")
def test_slow_job_that_finds_a_quick_player_plays_for_it(host: Services) -> None:
    """Processes that do not agree about a player send no job to and fro."""
    table = new_game(host, GREEDY, GREEDY, ME, seed=SEED)
    jobs_of(host).clear()
    assert play_ai(host, table.game.id, 1, quick=False) > 0
    assert again(host, table).stored.version == 2
    assert jobs_of(host) == [Job(table.game.id, 2, 1, quick=True)]


def test_long_thinker_that_fails_is_tried_again_among_its_kind(host: Services, slow: Slow) -> None:
    slow.answers = [None] * TRIES
    table = new_game(host, SLOW, ME, seed=SEED)
    jobs_of(host).clear()
    for attempt in range(1, TRIES + 1):
        assert play_ai(host, table.game.id, 1, quick=False) == 0
        assert jobs_of(host).pop() == Job(table.game.id, 1, attempt + 1, quick=False)
    assert play_ai(host, table.game.id, 1, quick=False) > 0
    state = table.game.running
    assert turns(host, table) == [format_turn(choose_turn(FALLBACK, state, 0, state))]


@pytest.mark.usefixtures("slow")
def test_games_of_both_kinds_come_to_their_end(host: Services) -> None:
    table = new_game(host, SLOW, GREEDY, SLOW, seed=SEED, max_rounds=20)
    run_jobs(host)
    assert again(host, table).game.over


def test_player_that_is_not_known_here_counts_as_quick() -> None:
    """It fails at once, and the fallback is quick."""
    assert is_quick("nobody")
    assert is_quick(FALLBACK)


def test_time_of_a_long_thinker_counts_from_the_beginning_of_its_job(
    host: Services, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading and decoding included; what follows in the same turn has what is left of it."""
    now = iter([100.0, 103.0])
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(now)))
    table = new_game(host, SLOW, ME, position=eleven_in_reach(), seed=SEED)
    slow.answers = [parse_turn("Trr").action]
    play_ai(host, table.game.id, 1, quick=False)
    ends = [budget.until for budget in slow.budgets if budget]
    assert ends == [pytest.approx(100.9), pytest.approx(100.95)]


def test_time_of_the_next_one_counts_from_the_end_of_the_one_before(
    host: Services, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter([100.0, 100.5, 103.0])
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(now)))
    table = new_game(host, SLOW, SLOW, ME, seed=SEED)
    play_ai(host, table.game.id, 1, quick=False)
    ends = [budget.until for budget in slow.budgets if budget]
    assert ends == [pytest.approx(100.9), pytest.approx(101.4)]


def test_player_that_is_set_by_simulations_is_stopped_before_it_would_be_interrupted(host: Services, spy: Spy) -> None:
    """Not by how long its game took to load: so its choices are the same on any machine that is fast enough."""
    table = new_game(host, NewSeat("ai", "random"), ME, seed=SEED)
    play_ai(host, table.game.id, 1)
    (budget,) = spy.budgets
    assert budget is not None
    assert budget.simulations is None
    assert budget.until is not None
