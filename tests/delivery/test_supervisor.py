"""The supervisor over stand-ins, with real processes and signals."""

import os
import signal
import sys
import time

import pytest

from service.supervisor.leftovers import wait_until
from tests.delivery.conftest import Stage
from tests.delivery.running import alive
from tests.delivery.stand_in import note

STEADY = [
    ["api", "steady", 0, ["store"], 5.0],
    ["ticker", "steady", 2, ["store"], 5.0],
    ["store", "steady", 3, [], 5.0],
]
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of this system has no parent-death signal")


def test_parts_start_after_what_they_need(stage: Stage) -> None:
    stage.supervise(STEADY).wait_for("all ready")
    assert stage.lines()[0].startswith("store started")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_all_in_order_and_cleanly(stage: Stage, number: signal.Signals) -> None:
    running = stage.supervise(STEADY)
    running.wait_for("all ready")
    running.signal(number)
    assert running.status() == 0
    assert stage.lines()[-3:] == ["api stopped", "ticker stopped", "store stopped"]


def test_a_crashed_part_is_started_again_and_the_others_are_left_alone(stage: Stage) -> None:
    running = stage.supervise(STEADY)
    running.wait_for("all ready")
    os.kill(stage.pids("ticker")[0], signal.SIGKILL)
    running.wait_for("ticker ended by SIGKILL")
    assert wait_until(lambda: len(stage.pids("ticker")) == 2, 10)
    assert len(stage.pids("api")) == len(stage.pids("store")) == 1


def test_what_a_dead_part_leaves_in_its_group_is_killed(stage: Stage) -> None:
    running = stage.supervise([["api", "parental", 0, [], 5.0]])
    running.wait_for("all ready")
    assert wait_until(lambda: bool(stage.pids("api-child")), 10)
    os.kill(stage.pids("api")[0], signal.SIGKILL)
    assert wait_until(lambda: not alive(stage.pids("api-child")[0]), 10)


def test_a_part_that_does_not_stop_is_killed_after_its_grace(stage: Stage) -> None:
    running = stage.supervise([["api", "stubborn", 0, [], 0.5], ["store", "steady", 3, [], 5.0]])
    running.wait_for("all ready")
    running.signal(signal.SIGTERM)
    assert running.status() == 0
    assert "api killed: did not stop when asked" in running.said
    assert stage.lines()[-2:] == ["api was asked", "store stopped"]


def test_a_second_signal_cuts_the_waiting_short_but_the_store_still_stops_well(stage: Stage) -> None:
    running = stage.supervise([["api", "stubborn", 0, [], 50.0], ["store", "steady", 3, [], 50.0]])
    running.wait_for("all ready")
    running.signal(signal.SIGINT)
    assert wait_until(lambda: "api was asked" in stage.lines(), 10)
    since = time.monotonic()
    running.signal(signal.SIGINT)
    assert running.status() == 0
    assert time.monotonic() - since < 20
    assert stage.lines()[-1] == "store stopped"


def test_a_part_that_never_comes_up_ends_the_run_with_its_last_words(stage: Stage) -> None:
    running = stage.supervise([["store", "steady", 3, [], 5.0], ["api", "broken", 0, ["store"], 5.0]])
    assert running.status() == 1
    assert "api does not come up" in running.said
    assert "cannot find its left shoe" in running.said
    assert stage.lines().count("api tried") == 3
    assert stage.lines()[-1] == "store stopped"


def test_a_part_that_is_done_once_is_waited_for_and_not_started_again(stage: Stage) -> None:
    running = stage.supervise([["code", "brief", 1, [], 5.0], ["worker", "steady", 1, ["code"], 5.0]])
    running.wait_for("code takes its time")
    assert not stage.pids("worker")
    assert "all ready" not in running.said
    note(str(stage.notes), "code may end")
    running.wait_for("all ready")
    os.kill(stage.pids("worker")[0], signal.SIGKILL)
    assert wait_until(lambda: len(stage.pids("worker")) == 2, 10)
    assert len(stage.pids("code")) == 1
    assert running.said.count("takes its time") == 1
    running.signal(signal.SIGTERM)
    assert running.status() == 0


def test_a_part_that_is_to_be_done_once_and_is_killed_holds_nobody_up(stage: Stage) -> None:
    running = stage.supervise([["code", "brief", 1, [], 5.0], ["worker", "steady", 1, ["code"], 5.0]])
    assert wait_until(lambda: bool(stage.pids("code")), 10)
    os.kill(stage.pids("code")[0], signal.SIGKILL)
    running.wait_for("code ended by SIGKILL")
    running.wait_for("all ready")
    assert (len(stage.pids("code")), len(stage.pids("worker"))) == (1, 1)


def test_a_part_that_is_to_be_done_once_and_fails_holds_nobody_up(stage: Stage) -> None:
    running = stage.supervise([["code", "broken", 1, [], 5.0], ["worker", "steady", 1, ["code"], 5.0]])
    running.wait_for("all ready")
    assert "code ended with status 1" in running.said
    assert "the others go on without it" in running.said
    os.kill(stage.pids("worker")[0], signal.SIGKILL)
    assert wait_until(lambda: len(stage.pids("worker")) == 2, 10)
    assert stage.lines().count("code tried") == 1


@linux_only
def test_no_part_outlives_a_killed_supervisor(stage: Stage) -> None:
    running = stage.supervise(STEADY)
    running.wait_for("all ready")
    running.signal(signal.SIGKILL)
    pids = [*stage.pids("api"), *stage.pids("ticker"), *stage.pids("store")]
    assert len(pids) == 3
    assert wait_until(lambda: not any(map(alive, pids)), 10)
    stage.supervise(STEADY).wait_for("all ready")


def test_a_folder_has_one_supervisor(stage: Stage) -> None:
    first = stage.supervise(STEADY)
    first.wait_for("all ready")
    second = stage.supervise(STEADY)
    assert second.status() == 1
    assert f"in use by process {first.popen.pid}" in second.said


def test_the_end_of_the_parent_can_be_a_request_to_stop(stage: Stage) -> None:
    parent = stage.start([sys.executable, "-c", _STARTS_ONE, str(stage.folder), str(stage.notes)])
    assert wait_until(lambda: bool(stage.pids("store")), 20)
    parent.signal(signal.SIGKILL)
    assert wait_until(lambda: "store stopped" in stage.lines(), 10)


_STARTS_ONE = """
import json, os, subprocess, sys
folder, notes = sys.argv[1:]
described = json.dumps([["store", "steady", 3, [], 5.0]])
words = ["-m", "tests.delivery.stand_in", "supervisor", folder, notes, described, str(os.getpid())]
subprocess.Popen([sys.executable, *words], start_new_session=True).wait()
"""
