"""The fixture of the host's tests."""

from collections.abc import Iterator

import pytest

from service.services import Services
from tests.hosting.hosts import host_on


@pytest.fixture
def host(redis_url: str) -> Iterator[Services]:
    """A host on an empty store."""
    host = host_on(redis_url)
    yield host
    host.waiters.close()
