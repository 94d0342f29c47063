"""Work in several processes: in order, and over when whoever asked for it is."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from splendor.arena.processes import in_order, pool, undisturbed
from tests.servers import wait_until

PARENT = """
import os, signal
from splendor.arena.processes import in_order, pool
from tests.arena.test_processes import named
if __name__ == "__main__":
    with pool(2) as executor:
        print(*in_order(executor, named, range(2)), flush=True)
        signal.pause()
"""


def work():
    """A part of a second of it."""
    return sum(range(3_000_000))


def slow_first(number):
    """The first tasks take longest."""
    if number < 2:
        work()
    return number


def named(number):
    if number:
        work()  # so that the other process is needed as well
    return os.getpid()


LONG = 300_000


def long_result(number):
    return "x" * LONG


def endless_later(number):
    if number:
        signal.pause()
    return number


def failing(number):
    if number == 3:
        raise ValueError(f"task {number}")
    return number


def dying(number):
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_tasks(processes):
    with pool(processes) as executor:
        assert list(in_order(executor, slow_first, range(50), ahead=5)) == list(range(50))
        assert list(in_order(executor, slow_first, [])) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_task_raises_is_raised(processes):
    with pool(processes) as executor:
        results = in_order(executor, failing, range(9))
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(ValueError, match="task 3"):
            next(results)


def test_a_process_that_dies_is_noticed():
    with pool(2) as executor, pytest.raises(BrokenProcessPool):
        list(in_order(executor, dying, range(9)))


def test_no_more_than_asked_for_is_handed_out():
    seen = []
    with pool(2) as executor:
        tasks = (seen.append(number) or number for number in range(100))
        results = in_order(executor, slow_first, tasks, ahead=3)
        assert next(results) == 0
        assert len(seen) == 3


@pytest.mark.parametrize("processes", [2, 40])
def test_each_process_has_work_while_the_first_result_is_awaited(processes, monkeypatch):
    """However many there are; and one that is through with its task finds another one."""
    seen, done = [], Future()
    done.set_result("done")
    with pool(processes) as executor:
        monkeypatch.setattr(executor, "submit", lambda *_: done)
        assert next(in_order(executor, named, (seen.append(number) for number in range(1000)))) == "done"
    assert 2 * processes <= len(seen) <= 20 * processes


def test_work_that_nobody_waits_for_any_more_ends_with_the_block():
    began = time.monotonic()
    with pool(2) as executor:
        assert next(in_order(executor, endless_later, range(9))) == 0
    assert time.monotonic() - began < 60


def test_results_that_nobody_takes_do_not_keep_the_block_from_ending():
    """Long ones, that fill the pipe they come through, at any moment of their way."""
    for taken in (1, 2, 5, 9):
        with pool(2) as executor:
            results = in_order(executor, long_result, range(1000))
            assert [len(next(results)) for _ in range(taken)] == [LONG] * taken


def test_processes_end_when_their_parent_is_killed():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    children = {int(word) for word in parent.stdout.readline().split()}
    assert children
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not any(map(is_running, children)), 30)


def is_running(pid):
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return told != "" and told[0] != "Z"


def test_ctrl_c_may_be_ignored_altogether():
    """As in a command that a script runs in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_heard_after_what_must_not_be_cut_in_two():
    done = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all of it")
        done.append("no more")
    assert done == ["all of it"]
