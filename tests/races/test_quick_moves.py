"""AI players that think long and quick ones have queues and workers of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.jobs import AI, AI_QUICK
from tests.races.checking import finished, whole
from tests.races.programs import Program
from tests.races.stand import Stand, running
from tests.races.tables import new_game
from tests.servers import wait_until


@pytest.fixture
def quick(desk: Stand, notes: Path) -> Iterator[Program]:
    with running(desk.odd_worker(notes)) as worker:
        yield worker


@pytest.fixture
def slow(desk: Stand, notes: Path) -> Iterator[Program]:
    with running(desk.odd_worker(notes, AI)) as worker:
        yield worker


def test_quick_moves_wait_for_no_search(stand: Stand, notes: Path) -> None:
    """Whole games are played while the worker for searches is busy with its first, and others wait behind it."""
    stand.odd_worker(notes, AI)
    stand.odd_worker(notes)
    stand.wait(workers=2)
    for _ in range(4):
        new_game(stand.host, "endless", "endless")
    wait_until(notes.read_text, 20, "the first search has begun")
    games = [new_game(stand.host, "greedy", "random", "greedy") for _ in range(3)]
    wait_until(lambda: all(finished(stand.host, game.id) for game in games), 25, "the quick games are played")
    assert notes.read_text() == "endless\n", "the first search goes on"
    assert len(stand.waiting(AI)) == 3


@pytest.mark.usefixtures("quick", "slow")
def test_game_of_both_kinds_goes_to_and_fro_to_its_end(desk: Stand) -> None:
    games = [new_game(desk.host, *seats) for seats in (("thorough", "greedy"), ("random", "thorough", "thorough"))]
    wait_until(lambda: all(finished(desk.host, game.id) for game in games), 60, "the games are played")
    for game in games:
        whole(desk.host, game.id)
    assert desk.waiting(AI) == desk.waiting(AI_QUICK) == []


def test_b15_lost_job_of_a_long_thinker_comes_back_by_the_quick_queue(
    desk: Stand, quick: Program, slow: Program, notes: Path
) -> None:
    """B15: the watch does not know of which kind the player is."""
    slow.freeze()
    game = new_game(desk.host, "me", "thorough")
    before = game.act()
    desk.host.queues._connection.delete(f"rq:queue:{AI}")
    slow.thaw()
    game.bring_forward("watch")
    wait_until(lambda: game.version > before.stored.version, 20, "the AI player moves")
    assert notes.read_text() == "thorough\n"
    assert quick.running
    whole(desk.host, game.id)
