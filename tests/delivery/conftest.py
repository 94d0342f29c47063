"""Supervisors over stand-ins, each in a folder of its own."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.delivery.running import Running
from tests.delivery.stand_in import read

Description = list[list[object]]


class Stage:
    """A data folder, the notes of the stand-ins, and the supervisors that were started there."""

    def __init__(self, base: Path) -> None:
        self.folder = base / "data"
        self.notes = base / "notes"
        self._base = base
        self._started: list[Running] = []

    def supervise(self, described: Description, parent: int = 0) -> Running:
        """Start a supervisor over [name, program, rank, after, grace] rows."""
        words = [str(self.folder), str(self.notes), json.dumps(described), str(parent)]
        return self.start([sys.executable, "-m", "tests.delivery.stand_in", "supervisor", *words])

    def start(self, argv: list[str]) -> Running:
        running = Running(argv, self._base / f"output-{len(self._started)}")
        self._started.append(running)
        return running

    def pids(self, name: str) -> list[int]:
        """The processes that this part has had so far."""
        return [int(pid) for pid in re.findall(rf"^{name} started (\d+)", read(str(self.notes)), re.MULTILINE)]

    def lines(self) -> list[str]:
        return read(str(self.notes)).splitlines()

    def clear(self) -> None:
        for running in self._started:
            running.clear()


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    found = Stage(tmp_path)
    yield found
    found.clear()


@pytest.fixture(scope="session")
def curl() -> None:
    """For tests that run what a reader would type."""
    if not shutil.which("curl"):
        not_run("no curl on the PATH")


def not_run(reason: str) -> None:
    """The machine cannot run this test: reported as such, but in CI it is a failure."""
    if "CI" in os.environ:
        pytest.fail(f"not run: {reason}")
    pytest.skip(f"not run: {reason}")
