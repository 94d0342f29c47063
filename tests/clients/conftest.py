"""One running service for all tests of clients (of one xdist worker)."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clients.newer import newer
from tests.clients.node import MissingToolsError, tools
from tests.clients.service import Service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory, compiled: None) -> Iterator[Service]:
    """A service that runs."""
    running = Service(tmp_path_factory.mktemp("service"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def base(service: Service) -> str:
    """Its address."""
    return service.base


@pytest.fixture(scope="session")
def app_token(service: Service) -> str:
    """The token of an app, as its developer got it from those who run the service."""
    return service.command("token", "app", "Table for Two").strip()


@pytest.fixture(scope="session")
def admin_token(service: Service) -> str:
    """The token of an administrator."""
    return service.command("token", "admin").strip()


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


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript tools; where they cannot be had these tests are reported as not run, in CI they fail."""
    try:
        return tools(tmp_path_factory.mktemp("npm"))
    except MissingToolsError as reason:
        if "CI" in os.environ:
            raise
        pytest.skip(f"not run: {reason}")
