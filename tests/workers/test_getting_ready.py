"""Who computes moves gets ready before anybody knows of it; nobody else loads a compiler."""

import subprocess
import sys

import pytest

from splendor.ai import ready
from tests.delivery.running import ROOT
from workers import main


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a worker does when it starts, in order."""
    done: list[str] = []
    monkeypatch.setattr(main, "make_ready", lambda: done.append("ready") or 0.0)
    monkeypatch.setattr(main, "_work", lambda *_: done.append("work") or True)
    monkeypatch.setattr(main, "_leave_on_signals", lambda: None)
    monkeypatch.setattr(main.outbound, "close", lambda: done.append("closed"))
    monkeypatch.setattr(main.logs, "configure", lambda _: None)
    return done


@pytest.mark.parametrize("queues", [["ai"], ["ai_quick"], ["ai", "ai_quick"], ["clock", "ai_quick"], []])
def test_worker_for_moves_gets_ready_before_it_takes_any_job(steps: list[str], queues: list[str]) -> None:
    main.run(queues)
    assert steps == ["ready", "work", "closed"]


def test_worker_that_cannot_get_ready_works_all_the_same(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """For the players that need no compiler, and for the fallback."""

    def fail() -> float:
        raise ImportError("no compiler")

    monkeypatch.setattr(main, "make_ready", fail)
    main.run(["ai_quick"])
    assert steps == ["work", "closed"]
    assert "no compiler" in caplog.text


@pytest.mark.parametrize("queues", [["clock", "upkeep"], ["outbound"]])
def test_other_workers_need_not(steps: list[str], queues: list[str]) -> None:
    main.run(queues)
    assert steps == ["work", "closed"]


@pytest.mark.parametrize(
    "modules",
    [
        "service.wsgi",
        "service.cli, service.cli_ai",
        "service.supervisor.up",
        "workers.main",
        "workers.ticker",
        "splendor.ai.games",
    ],
)
def test_importing_anything_but_the_core_loads_no_compiler(modules: str) -> None:
    """The API needs to know the names of the AI players, not how they think."""
    code = f"import sys, {modules}; print(sorted({{'numba', 'numpy', 'llvmlite'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_machine_without_a_compiler_has_nothing_to_get_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "COMPILES", False)
    monkeypatch.setitem(sys.modules, "splendor.ai.core", None)
    assert ready.make_ready() == 0.0
