"""What docs/ladders.md has operators type lays a ladder down, as it stands there."""

import re
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.clients.service import Service
from tests.delivery.conftest import not_run
from tests.delivery.running import ROOT

PAGE = (ROOT / "docs/ladders.md").read_text()
MAKING, PAUSING = re.findall(r"```sh\n(.*?)```", PAGE.partition("## For operators")[2], re.DOTALL)


@pytest.fixture(autouse=True)
def curl() -> None:
    if not shutil.which("curl"):
        not_run("no curl on the PATH")


def ladders(service: Service) -> dict[str, Any]:
    found = httpx.get(f"{service.base}/v1/ladders?limit=100", timeout=30).json()["items"]
    return {ladder["id"]: ladder for ladder in found}


def test_what_operators_type_makes_a_ladder_with_anchors(service: Service) -> None:
    before = ladders(service)
    done = service.shell(MAKING + PAUSING)
    assert done.returncode == 0, done.stderr
    (made,) = ladders(service).keys() - before.keys()
    assert done.stdout.startswith(f"Ladder {made}\n")
    assert (ladders(service)[made]["name"], ladders(service)[made]["status"]) == ("Blitz for two", "paused")
    table = httpx.get(f"{service.base}/v1/ladders/{made}/standings", timeout=30).json()["items"]
    assert {row["ai_player"] for row in table} == {"beginner", "casual", "skilled"}


def test_what_fails_is_said_and_nothing_comes_of_it(service: Service, tmp_path: Path) -> None:
    before = ladders(service)
    for elsewhere, said in (
        ({"SPLENDOR_DATA_DIR": str(tmp_path)}, "No store runs in the data folder"),
        ({"PORT": "1"}, "curl: (7)"),
    ):
        done = service.shell(MAKING, **elsewhere)
        assert done.returncode != 0
        assert done.stdout == ""
        assert said in done.stderr
        assert "LADDER: was not made: " in done.stderr
    assert ladders(service) == before
