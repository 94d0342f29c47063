"""Fixtures for all tests: servers that live as long as the test run (of one xdist worker) and are empty for each test."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.receiver import Receiver
from tests.servers import Kind, Server, missing

# Compiled code is kept from one run to the next, and found by all programs that tests start.
_DATA = os.environ.get("SPLENDOR_DATA_DIR") or Path(__file__).parents[1] / ".data"
os.environ.setdefault("SPLENDOR_AI_CACHE", str(Path(_DATA) / "ai"))


@pytest.fixture(scope="session")
def compiled() -> None:
    """The AI players are compiled: what is started now is there within seconds."""
    subprocess.run([sys.executable, "-m", "splendor.ai.core.warm"], check=True)


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
