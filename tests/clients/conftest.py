"""One running service for all tests of clients (of one xdist worker)."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.clients.newer import newer
from tests.clients.service import Service


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that runs."""
    service = Service(tmp_path_factory.mktemp("service"))
    yield service.base
    service.close()


class Address(NamedTuple):
    """Where to find a service; `later`: it is that service as it may be some day."""

    base: str
    later: bool


@pytest.fixture(params=[False, True], ids=["as it is", "with later additions"])
def address(request: pytest.FixtureRequest, base: str) -> Iterator[Address]:
    """That service, and the same as clients of today will meet it some day."""
    if not request.param:
        yield Address(base, later=False)
        return
    with newer(base) as later:
        yield Address(later, later=True)
