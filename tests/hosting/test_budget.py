"""The end of an AI player's time."""

import signal
import threading
import time

import pytest

from service.hosting.budget import OverBudget, at_most


def spin() -> None:
    while True:
        pass


def test_choice_without_end_is_interrupted_when_its_time_is_over() -> None:
    began = time.monotonic()
    with pytest.raises(OverBudget), at_most(50):
        spin()
    assert time.monotonic() - began >= 0.05


class Lingering:
    """Takes its time to go, as a file or a generator that is cleaned up may, when the alarm rings for the first time."""

    def __del__(self) -> None:
        spin()


def linger_and_spin() -> None:
    lingering = Lingering()
    del lingering
    spin()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_alarm_that_python_swallows_rings_again() -> None:
    with pytest.raises(OverBudget), at_most(50):
        linger_and_spin()


def test_choice_in_time_is_left_alone_and_no_alarm_stays() -> None:
    before = signal.getsignal(signal.SIGALRM)
    outer = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        with at_most(60_000):
            pass
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert signal.getsignal(signal.SIGALRM) is before
    finally:
        signal.setitimer(signal.ITIMER_REAL, *outer)


class Outer(Exception):
    """The alarm of the job system."""


def test_alarm_of_the_job_goes_on_with_what_it_had_left() -> None:
    def ring(*_: object) -> None:
        raise Outer

    before, outer = signal.signal(signal.SIGALRM, ring), signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(OverBudget), at_most(50):
            spin()
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < left < 0.2
        with pytest.raises(Outer):
            spin()
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *outer)


def test_in_a_thread_nothing_is_interrupted() -> None:
    done = []

    def choose() -> None:
        with at_most(1):
            done.append(sum(range(200_000)))

    thread = threading.Thread(target=choose)
    thread.start()
    thread.join()
    assert done
