"""From which share of its memory on a server takes no new games."""

from typing import Any

import pytest

from service.store.capacity import Capacity
from service.store.client import Memory
from service.store.errors import NoCapacity


class Filled:
    """Stands in for the client: one node is as full as a test says, another is empty."""

    def __init__(self, used: int, limit: int) -> None:
        self.nodes = [Memory(0, 1_000, "noeviction"), Memory(used, limit, "noeviction")]
        self.asked = 0

    def memory(self) -> list[Memory]:
        self.asked += 1
        return self.nodes


def capacity_of(filled: Any) -> Capacity:
    return Capacity(filled)


@pytest.mark.parametrize("used", [850, 999, 1_000, 1_100])
def test_from_85_percent_on_new_games_are_refused(used: int) -> None:
    with pytest.raises(NoCapacity):
        capacity_of(Filled(used, 1_000)).check()


@pytest.mark.parametrize(("used", "limit"), [(849, 1_000), (0, 1_000), (10**9, 0)])
def test_below_it_and_without_a_limit_they_are_taken(used: int, limit: int) -> None:
    filled = Filled(used, limit)
    capacity_of(filled).check()
    assert filled.asked == 1


def test_the_server_is_asked_once_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("service.store.capacity.time.monotonic", lambda: now)
    filled = Filled(849, 1_000)
    capacity = capacity_of(filled)
    capacity.check()
    filled.nodes = [Memory(850, 1_000, "noeviction")]
    now = 100.999
    capacity.check()
    assert filled.asked == 1
    now = 101.0
    for _ in range(2):
        with pytest.raises(NoCapacity):
            capacity.check()
    assert filled.asked == 2
