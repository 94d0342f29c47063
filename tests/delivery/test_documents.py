"""The documents say what is there."""

import re
import subprocess
import sys
import tomllib
from http import HTTPStatus
from pathlib import Path

import pytest

from service.api.problems import TABLE
from tests.delivery.running import ROOT

SKIPPED = {".venv", "node_modules", ".git", ".data"}
PAGES = sorted(
    path for path in ROOT.rglob("*.md") if not SKIPPED.intersection(path.relative_to(ROOT).parts)
)  # fmt: skip
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
FIRST_SCREEN = 24


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text())
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"(?:^|`)(?:\w+=\S+ )*make ([a-z-]+)", page.read_text(), re.MULTILINE))
    assert named <= TARGETS


def test_make_without_a_target_lists_them() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^ +make ([a-z-]+)", listed, re.MULTILINE)) == TARGETS


def test_the_first_screen_tells_how_to_run_and_test_it() -> None:
    first = (ROOT / "README.md").read_text().splitlines()[:FIRST_SCREEN]
    assert next(line for line in first if line.startswith("make ")).startswith("make run")
    assert any(line.startswith("make test") for line in first)


def test_the_disclaimer_stands_in_the_readme_and_the_licence_names_its_holder() -> None:
    readme = (ROOT / "README.md").read_text()
    for words in ("unofficial", "Marc André", "Space Cowboys", "no artwork"):
        assert words in readme
    assert "the splendor-host authors" in (ROOT / "LICENSE").read_text()


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs/adr"
    listed = re.findall(r"\]\((\d{4}-[a-z-]+\.md)\)", (folder / "README.md").read_text())
    assert listed == sorted(path.name for path in folder.glob("[0-9]*.md"))


def test_operators_find_every_setting() -> None:
    page = (ROOT / "docs/operations.md").read_text()
    sources = [*(ROOT / "service").rglob("*.py")]
    used = {name for path in sources for name in re.findall(r"\bSPLENDOR_[A-Z_]+\b", path.read_text())}
    assert {name for name in used if f"`{name}`" not in page} == set()


def test_integrators_find_what_to_do_after_every_409() -> None:
    page = (ROOT / "docs/integrating.md").read_text().partition("After a 409")[2]
    conflicts = {code for code, kind in TABLE.items() if kind.status == HTTPStatus.CONFLICT}
    assert {code for code in conflicts if f"`{code}`" not in page} == set()


def test_the_command_tells_the_version_of_the_project() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    words = [sys.executable, "-c", "from service.cli import main; main()", "--version"]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    assert version in said.stdout + said.stderr
