"""The jobs of ladders, as a worker runs them: each may run twice, late, or for what is gone."""

from collections.abc import Iterator

import pytest

from service.hosting.ladders.rating import LadderBusy
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import running_games
from service.services import Services
from service.store.errors import ArchiveUnavailable, GameGone
from service.store.keys import new_game_id
from service.store.ladder_keys import new_ladder_id
from tests.hosting.hosts import host_on, run_jobs
from tests.hosting.ladders.table_of import new_ladder
from workers import ladders


@pytest.fixture
def host(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    host = host_on(redis_url)
    monkeypatch.setattr(ladders, "host", lambda: host)
    yield host
    host.waiters.close()


def test_b19_jobs_that_run_twice_do_no_more_than_once(host: Services) -> None:
    """B19"""
    ladder = new_ladder(host, "greedy", "random")
    for _ in range(2):
        ladders.pair(ladder.id)
    (game,) = running_games(host, ladder.id)
    ladders.rate(game.game_id)
    assert host.ladders.length(ladder.id) == 0, "it is not over"
    run_jobs(host)
    for _ in range(2):
        ladders.rate(game.game_id)
        ladders.sweep(ladder.id)
    assert recompute(host, ladder.id) == (1, (), (), False)


def test_jobs_for_what_is_gone_are_done(host: Services) -> None:
    ladders.pair(new_ladder_id())
    ladders.sweep(new_ladder_id())
    ladders.rate(new_game_id())


@pytest.mark.parametrize("error", [ArchiveUnavailable("no answer"), GameGone("past"), LadderBusy("others")])
def test_what_cannot_be_settled_now_is_left_to_the_sweep(
    host: Services, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(ladders, "rate_game", fails)
    ladders.rate(new_game_id())
