"""The image's steps in empty folders, and the processes that it can be told to run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.supervisor.leftovers import wait_until
from tests.delivery import container
from tests.delivery.conftest import not_run
from tests.delivery.running import ROOT, Running
from tests.servers import free_port

INSTRUCTIONS = container.parse((ROOT / "Dockerfile").read_text())


def test_it_does_not_run_as_root_and_tells_its_health() -> None:
    words = [instruction.word for instruction in INSTRUCTIONS]
    user = next(rest for word, rest in INSTRUCTIONS if word == "USER")
    assert int(user.partition(":")[0]) > 0
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert "HEALTHCHECK" in words


def test_both_stages_stand_on_the_same_pinned_base() -> None:
    bases = {rest.partition(" AS ")[0] for word, rest in INSTRUCTIONS if word == "FROM"}
    assert len(bases) == 1
    assert ":" in bases.pop()


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> container.Stage:
    if sys.platform != "linux" or os.getuid() != 0:
        not_run("the steps of the Dockerfile need root on Linux (chroot)")
    return container.build(ROOT / "Dockerfile", ROOT, tmp_path_factory.mktemp("image"))


@pytest.mark.timeout(600)
def test_its_user_cannot_change_what_it_runs(image: container.Stage) -> None:
    done = subprocess.run(container.argv(image, ["touch", "/opt/splendor/x"]), capture_output=True, check=False)
    assert b"Permission denied" in done.stderr or b"Read-only" in done.stderr


@pytest.mark.timeout(600)
def test_its_ai_players_are_compiled(image: container.Stage) -> None:
    """Its user finds the code that was compiled when it was built, and needs no folder to write to."""
    done = subprocess.run(
        container.argv(image, [*image.entrypoint, "ai", "warm"]), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Loading the AI players (/opt/splendor/ai/")
    assert done.stderr == ""


@pytest.mark.timeout(600)
def test_it_serves_and_knows_that_it_does(image: container.Stage, redis_url: str, tmp_path: Path) -> None:
    image.env |= {"PORT": str(free_port()), "SPLENDOR_REDIS_URL": redis_url, "SPLENDOR_WEB_PROCESSES": "1"}
    assert _health(image) == 1
    api = Running(container.argv(image, [*image.entrypoint, *image.command]), tmp_path / "api.log")
    try:
        assert wait_until(lambda: _health(image) == 0, 30), api.said
    finally:
        api.clear()
    assert api.popen.returncode == 0
    assert _health(image) == 1


def _health(image: container.Stage) -> int:
    return subprocess.run(container.argv(image, image.health), capture_output=True, check=False).returncode
