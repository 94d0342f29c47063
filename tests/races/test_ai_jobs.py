"""AI players that fail, and the deaths of those who work for them: a game always goes on, and no move is made twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.hosting.changes import TurnPlayed, from_entry
from service.hosting.play_ai import FALLBACK, TRIES, choose_turn
from service.hosting.reading import Table
from service.jobs import QUICK_AI_MOVE
from splendor.engine.notation import format_turn
from tests.races.checking import finished, whole
from tests.races.odd_players import ODD
from tests.races.programs import Program
from tests.races.stand import START_S, Stand, dead, running
from tests.races.tables import Hosted, new_game
from tests.servers import wait_until

PROMISED_S = 15.0
"""What the death of a process may cost a game, beside the AI player's budget."""
BEFORE_WATCH_S = 8.0
"""A watch is due ten seconds after the budget: what comes sooner did not need it."""


@pytest.fixture
def odd(desk: Stand, notes: Path) -> Iterator[Program]:
    """A worker for AI moves that has the odd players."""
    worker = desk.odd_worker(notes)
    desk.wait(workers=2)
    yield worker
    worker.kill()


def asked(notes: Path) -> list[str]:
    return notes.read_text().splitlines()


def against(desk: Stand, name: str) -> tuple[Hosted, Table]:
    """A game in which it is the turn of the AI player with this name, and how it stands."""
    game = new_game(desk.host, "me", name)
    return game, game.act()


def fallback(table: Table) -> str:
    """What the fallback plays in this position."""
    state = table.game.running
    return format_turn(choose_turn(FALLBACK, state, 0, state))


def moved(desk: Stand, before: Table) -> str:
    """The turn that followed."""
    change = from_entry(whole(desk.host, before.game.id)[before.stored.version].body)
    assert isinstance(change, TurnPlayed)
    return change.turn


def see_move(game: Hosted, before: Table, within: float = START_S) -> None:
    wait_until(lambda: game.version > before.stored.version, within, "the AI player moves")


@pytest.mark.parametrize("name", ["raising", "cheating", "silent", "pondering"])
def test_b14_ai_player_that_fails_three_times_is_replaced_for_one_move(
    desk: Stand, odd: Program, notes: Path, name: str
) -> None:
    """B14: and at once, no watch has to come for that."""
    game = new_game(desk.host, "me", name)
    for turns in (1, 2):
        before = game.act()
        see_move(game, before, BEFORE_WATCH_S)
        assert asked(notes) == [name] * TRIES * turns
        assert moved(desk, before) == fallback(before)
    assert odd.running


def test_b14_b15_player_that_kills_three_workers_is_replaced_for_the_fourth(
    desk: Stand, odd: Program, notes: Path
) -> None:
    """B14, B15: a try counts where it begins, so that nobody has to live to tell."""
    game, before = against(desk, "deadly")
    for death in range(1, TRIES + 1):
        wait_until(lambda: not odd.running)
        assert asked(notes) == ["deadly"] * death
        odd.start()
        game.bring_forward("watch")
    see_move(game, before)
    assert asked(notes) == ["deadly"] * TRIES
    assert moved(desk, before) == fallback(before)
    assert odd.running


def test_b15_worker_killed_in_mid_move_costs_fifteen_seconds_at_most(desk: Stand, odd: Program, notes: Path) -> None:
    """B15: with real time."""
    game, before = against(desk, "hesitating")
    wait_until(lambda: asked(notes))
    with dead(odd):
        pass
    see_move(game, before, ODD["hesitating"].budget_ms / 1000 + PROMISED_S)
    assert asked(notes) == ["hesitating"] * 2
    whole(desk.host, game.id)


def test_b15_second_run_of_a_job_whose_worker_died_after_the_commit_moves_nothing(desk: Stand, notes: Path) -> None:
    """B15."""
    dying = desk.odd_worker(notes, "after-commit")
    game, before = against(desk, "greedy")
    version = before.stored.version
    wait_until(lambda: not dying.running)
    assert game.version == version + 1
    desk.host.queues.enqueue_ai(game.id, version, 1)
    dying.start()
    wait_until(lambda: not dying.running)
    assert len(whole(desk.host, game.id)) == version + 1


def test_b15_job_that_vanished_is_asked_for_again(desk: Stand, notes: Path) -> None:
    """B15: the queue was emptied."""
    game, before = against(desk, "greedy")
    assert desk.host.queues._connection.delete("rq:queue:ai_quick") == 1
    with running(desk.odd_worker(notes)):
        game.bring_forward("watch")
        see_move(game, before)
    whole(desk.host, game.id)


def test_b15_game_that_waits_for_a_worker_keeps_its_player(desk: Stand, notes: Path) -> None:
    """B15: no worker for minutes: one job waits, no try is counted, and then the game's own player moves."""
    game, before = against(desk, "hesitating")
    notes.write_text("before\n")
    for _ in range(2 * TRIES):
        game.bring_forward("watch")
        wait_until(lambda: game.entry_time("watch") > 1, what="a ticker has looked")
    assert game.stored.ai_attempt == 0
    assert desk.waiting(QUICK_AI_MOVE.queue) == [QUICK_AI_MOVE.job_id(game.id, before.stored.version, 1)]
    with running(desk.odd_worker(notes)):
        see_move(game, before)
    assert asked(notes) == ["before", "hesitating"]


def test_c11_jobs_delivered_several_times_in_parallel_play_each_move_once(desk: Stand, notes: Path) -> None:
    """C11, B15."""
    games = [new_game(desk.host, "greedy", "random", "greedy") for _ in range(8)]
    for game in games:
        for attempt in (1, 2, 2, 3):
            desk.host.queues.enqueue_ai(game.id, 1, attempt)
    with running(desk.odd_worker(notes)), running(desk.odd_worker(notes)), running(desk.odd_worker(notes)):
        wait_until(lambda: all(finished(desk.host, game.id) for game in games), 60)
    for game in games:
        whole(desk.host, game.id)
