"""Ladders that run while those who run them die: every game ends, counts once, and the ladder goes on."""

import random

import pytest

from service.hosting.ladders.checking import ladder_faults
from service.hosting.ladders.finding import change_ladder
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.values import Ladder, ledger_entry_of
from service.services import Services
from tests.races.programs import Program
from tests.races.stand import Stand
from tests.races.test_ladder_ratings import adds_up, ladder_of
from tests.servers import wait_until

DEATHS = 12


@pytest.fixture
def crew(stand: Stand) -> list[Program]:
    """Two workers that do everything, and two tickers."""
    programs = [stand.worker("ladders", "ai_quick", "clock", "upkeep") for _ in range(2)]
    programs += [stand.ticker() for _ in range(2)]
    stand.wait(workers=2, tickers=2)
    return programs


def settled(host: Services, ladder: Ladder) -> list[str]:
    """The games in the ledger."""
    return [ledger_entry_of(record).game_id for record in host.ladders.whole_ledger(ladder.id)]


def ends_well(host: Services, ladder: Ladder) -> None:
    """Nothing is begun any more, and what runs ends."""
    change_ladder(host, ladder.id, status="paused")
    wait_until(lambda: not host.ladders.running(ladder.id), 90, "all games end")
    adds_up(host, ladder, sorted(set(settled(host, ladder))))
    assert [fault for faults in ladder_faults(host, repair=False) for fault in faults] == []


def test_programs_are_killed_at_random(stand: Stand, crew: list[Program]) -> None:
    rng = random.Random(6)
    host, ladder = stand.host, ladder_of(stand.host, entries=6, games_at_once=2)
    for _ in range(DEATHS):
        before = host.ladders.length(ladder.id)
        wait_until(lambda before=before: host.ladders.length(ladder.id) > before, 60, "a game is settled")  # type: ignore[misc]
        victim = rng.choice(crew)
        victim.kill()
        victim.start()
    ends_well(host, ladder)


def test_store_dies_and_comes_back(stand: Stand, crew: list[Program]) -> None:
    """With the queue and all: what the last second took back is found, or played again."""
    host, ladder = stand.host, ladder_of(stand.host, entries=6, games_at_once=2)
    stand.store.sync()  # of the ladder itself nothing may be taken back
    for _ in range(3):
        before = host.ladders.length(ladder.id)
        wait_until(lambda before=before: host.ladders.length(ladder.id) > before + 3, 60, "games are settled")  # type: ignore[misc]
        stand.store.kill()
        stand.store.start()
        assert recompute(host, ladder.id).sound
    ends_well(host, ladder)


def test_ladder_goes_on_after_a_queue_was_emptied(stand: Stand, crew: list[Program]) -> None:
    host, ladder = stand.host, ladder_of(stand.host, entries=4)
    wait_until(lambda: host.ladders.length(ladder.id) > 2, 60, "games are settled")
    with stand.queue.admin() as admin:
        for queue in ("ladders", "ai_quick", "ai_quick_ladders", "upkeep"):
            admin.delete(f"rq:queue:{queue}")
    before = host.ladders.length(ladder.id)
    wait_until(lambda: host.ladders.length(ladder.id) >= before + 5, 60, "it goes on")
    ends_well(host, ladder)
