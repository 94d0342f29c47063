"""The clock of compiled code is the one that budgets are told in."""

import time

import numpy as np

from splendor.ai.core.clock import now_ns


def test_it_is_the_clock_of_budgets():
    room = np.zeros(2, np.int64)
    for _ in range(3):
        before = time.monotonic_ns()
        assert before <= now_ns(room) <= time.monotonic_ns()
