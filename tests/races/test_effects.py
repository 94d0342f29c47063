"""What follows from a commit is owed until it was done, whoever dies on the way."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from service.hosting.committing import own_request
from service.hosting.resign import resign
from tests.hosting.hosts import NotedJobs
from tests.races.checking import due_members, whole
from tests.races.stand import Stand, dead
from tests.races.tables import Hosted, new_game
from tests.servers import wait_until


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with Stand(tmp_path_factory.mktemp("office")) as stand:
        yield stand.crew().wait(workers=2, tickers=1)


@contextmanager
def half_done(office: Stand, game: Hosted, how: str) -> Iterator["subprocess.Popen[bytes]"]:
    """An effects pass for the game in a process of its own, which has come half way."""
    command = [sys.executable, "-m", "tests.races.half_done", game.id, how]
    env = os.environ | dict(office.environment())
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield process
        process.kill()


def owing(office: Stand) -> Hosted:
    """A game of three whose AI player is to act; nobody has been told, and the process that should have is gone."""
    host = replace(office.host, queues=NotedJobs())  # type: ignore[arg-type]
    host.queues.away = True  # type: ignore[attr-defined]
    game = new_game(host, "me", "greedy", "open")
    game.act()
    assert game.stored.effects_done < game.version
    return game


def leave(game: Hosted) -> None:
    """The third seat resigns, which is the next version; the AI player stays on turn."""
    resign(game.host, game.table(game.people[1].id), own_request(), exact=False)


@pytest.mark.parametrize("how", ["asked", "unasked"])
def test_effects_of_the_next_version_survive_a_pass_that_is_killed(office: Stand, how: str) -> None:
    with dead(office.ai), dead(office.tick):
        game = owing(office)
        first = game.version
        with half_done(office, game, how):
            leave(game)
        assert game.version == first + 1
        assert game.stored.effects_done < first
        assert "e" in due_members(office.host, game.id)
        game.bring_forward("effects")
    wait_until(lambda: game.version == first + 2, what="the AI player moves")
    wait_until(lambda: "e" not in due_members(office.host, game.id), what="nothing is owed any more")
    assert game.stored.effects_done == game.version
    assert len(whole(office.host, game.id)) == first + 2


def test_pass_that_ends_after_the_next_commit_leaves_that_owed(office: Stand) -> None:
    with dead(office.ai), dead(office.tick):
        game = owing(office)
        first = game.version
        with half_done(office, game, "unasked") as slow:
            leave(game)
            assert slow.stdin is not None
            slow.stdin.close()
            assert slow.wait(timeout=30) == 0
        assert (game.stored.effects_done, game.version) == (first, first + 1)
        assert "e" in due_members(office.host, game.id)
        game.bring_forward("effects")
    wait_until(lambda: game.version == first + 2, what="the AI player moves")
    assert len(whole(office.host, game.id)) == first + 2


def test_game_whose_queue_was_away_is_repaired_in_time(office: Stand) -> None:
    """With real time: owed effects are looked after five seconds after their commit."""
    game = owing(office)
    wait_until(lambda: game.version == 4, 8, what="the AI player moves")
    whole(office.host, game.id)
