"""Fixtures for all tests: servers that live as long as the test run (of one xdist worker) and are empty for each test."""

import os
from collections.abc import Iterator

import pytest

from tests.receiver import Receiver
from tests.servers import Kind, Server, missing


def start_or_skip(kind: Kind, *options: str) -> Server:
    """A server; where the machine has none of this kind the test is reported as not run, in CI it fails."""
    reason = missing(kind)
    if reason and "CI" not in os.environ:
        pytest.skip(f"not run: {reason}")
    return Server(kind, *options)


@pytest.fixture(scope="session")
def embedded_server() -> Iterator[Server]:
    """The embedded Valkey of this test run; use `embedded`, which is empty."""
    with Server("valkey") as server:
        yield server


@pytest.fixture
def embedded(embedded_server: Server) -> Server:
    """An empty embedded Valkey."""
    embedded_server.flush()
    return embedded_server


@pytest.fixture
def redis_url(embedded: Server) -> str:
    """The address of an empty embedded Valkey."""
    return embedded.url


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Somebody else's server, that takes whatever is posted to it."""
    with Receiver() as receiver:
        yield receiver
