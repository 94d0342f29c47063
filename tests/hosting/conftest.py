"""The fixtures of the host's tests."""

from collections.abc import Iterator

import pytest

from service.services import Services
from splendor.ai import PLAYERS
from tests.hosting.ai_seats import Spy
from tests.hosting.hooks import ALLOWED
from tests.hosting.hosts import host_on


@pytest.fixture
def host(redis_url: str) -> Iterator[Services]:
    """A host on an empty store, that may call this machine."""
    host = host_on(redis_url, webhook_allow=ALLOWED)
    yield host
    host.waiters.close()


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    """An AI player under our hand, that sits wherever `random` is seated."""
    spy = Spy()
    monkeypatch.setitem(PLAYERS, "random", spy)
    return spy
