"""What the project says it depends on: the locks, the bounds, the imports, the engine that needs nothing."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.delivery.running import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
RUNTIME = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
LOCKS = {
    "runtime": [],
    "dev": ["test", "lint", "build"],
    "build": ["build"],
    "node": ["node"],
    "bootstrap": ["bootstrap"],
}
OURS = ("splendor", "service", "workers")
# Where a distribution is imported by another name than its own.
IMPORT_NAMES = {
    "flask-smorest": "flask_smorest",
    "flask-swagger-ui": "flask_swagger_ui",
    "prometheus-client": "prometheus_client",
}
# Declared though no code of ours imports it: redis-py takes it as its parser; its files are served.
UNIMPORTED = {"hiredis", "flask_swagger_ui"}


def locked(name: str) -> dict[str, str]:
    """Package and version of each line of a lock."""
    text = (ROOT / f"requirements/{name}.lock").read_text()
    return dict(re.findall(r"^([a-z0-9.-]+)==([^ ;\\]+)", text, re.MULTILINE))


def requirements(groups: list[str]) -> list[Requirement]:
    return [Requirement(text) for group in groups for text in GROUPS[group]]


@pytest.mark.parametrize("name", LOCKS)
def test_each_lock_holds_what_is_asked_for_within_its_bounds(name: str) -> None:
    asked = requirements(LOCKS[name]) + (RUNTIME if name in ("runtime", "dev") else [])
    versions = locked(name)
    wrong = [
        str(each) for each in asked if not each.specifier.contains(versions.get(canonicalize_name(each.name), "0"))
    ]
    assert wrong == []


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").glob("*.lock")), ids=lambda path: path.name)
def test_each_lock_has_hashes_and_no_addresses(path: Path) -> None:
    text = path.read_text()
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if entry.strip()]
    assert [entry.split("\n")[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert re.findall(r"https?://|file:|--index|--find-links|(?m:^#.*)", text) == []


def test_the_locks_agree_on_versions() -> None:
    dev = locked("dev")
    for name in ("runtime", "build"):
        assert locked(name).items() <= dev.items()


def test_every_dependency_has_a_lower_and_an_upper_bound() -> None:
    everything = RUNTIME + requirements([name for name in GROUPS if name != "dev"])
    unbound = [str(each) for each in everything if {spec.operator for spec in each.specifier} != {">=", "<"}]
    assert unbound == []


def test_the_npm_lock_has_no_addresses() -> None:
    text = (ROOT / "tests/clients/package-lock.json").read_text()
    assert '"integrity": "sha512-' in text
    assert "://" not in text


def imported(package: str) -> Iterator[tuple[str, str]]:
    """File and top-level name of each absolute import below a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from ((str(path), alias.name.partition(".")[0]) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield str(path), node.module.partition(".")[0]


def test_what_is_imported_is_declared_and_what_is_declared_is_used() -> None:
    names = {name for package in OURS for _, name in imported(package)}
    foreign = names - sys.stdlib_module_names - set(OURS)
    declared = {IMPORT_NAMES.get(each.name, each.name) for each in RUNTIME}
    assert foreign - declared == set()
    assert declared - foreign == UNIMPORTED


def test_the_game_needs_the_standard_library_only_but_for_its_compiled_core_and_the_ratings() -> None:
    """And for the one module through which players use the core."""
    foreign = {
        (path, name) for path, name in imported("splendor") if name not in sys.stdlib_module_names | {"splendor"}
    }
    compiled = tuple(
        str(ROOT / name) for name in ("splendor/ai/core", "splendor/ai/thinking.py", "splendor/arena/core")
    )
    core = {(path, name) for path, name in foreign if path.startswith(compiled)}
    rated_by = {(str(ROOT / "splendor/ratings/rating.py"), "openskill")}
    assert foreign - core == rated_by
    assert {name for _, name in core} == {"numba", "numpy"}
