"""TypeScript types, generated from the document, and a strict program on them that plays (B30)."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from service.api.openapi import FILES, document
from tests.clients.conftest import Address
from tests.clients.newer import EVENT_TYPE, VALUES
from tests.clients.node import CLIENTS, MissingToolsError, run, tools
from tests.clients.scenarios import KINDS, SCENARIOS


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript tools; where they cannot be had these tests are reported as not run, in CI they fail."""
    try:
        return tools(tmp_path_factory.mktemp("npm"))
    except MissingToolsError as reason:
        if "CI" in os.environ:
            raise
        pytest.skip(f"not run: {reason}")


def types(modules: Path, folder: Path, name: str) -> str:
    """The types that openapi-typescript makes of a document."""
    (folder / name).write_text(document(FILES[name]), "utf-8")
    done = run(["node", modules / "openapi-typescript/bin/cli.js", name, "--output", f"{name}.ts"], folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not re.search("warn|error", done.stdout + done.stderr, re.IGNORECASE), done.stdout + done.stderr
    return (folder / f"{name}.ts").read_text("utf-8")


@pytest.fixture(scope="module")
def program(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled program."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "types.ts").write_text(types(modules, folder, "openapi.json"), "utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    for name in ("play.ts", "node.d.ts", "tsconfig.json"):
        shutil.copy(CLIENTS / name, folder)
    done = run(["node", modules / "typescript/bin/tsc", "--project", "."], folder)
    assert done.returncode == 0, done.stdout
    return folder / "play.js"


def test_b30_both_forms_of_the_document_give_the_same_types(modules: Path, program: Path, tmp_path: Path) -> None:
    assert types(modules, tmp_path, "openapi-3.0.json") == (program.parent / "types.ts").read_text("utf-8")


def test_b30_a_strict_program_plays_everything(program: Path, address: Address, tmp_path: Path) -> None:
    scenarios = tmp_path / "scenarios.json"
    scenarios.write_text(json.dumps([{**scenario._asdict(), "events": []} for scenario in SCENARIOS]))
    done = run(["node", program, address.base, scenarios], program.parent)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["status"] == "finished"
    assert len(seen["seed"]) == 64
    assert seen["entries"] > 10
    assert seen["code"] == "version-conflict"
    assert set(seen["kinds"]) == KINDS
    assert set().union(*(scenario.events for scenario in SCENARIOS)) <= set(seen["events"])
    assert address.later == (seen["reason"] == VALUES["reason"]) == (EVENT_TYPE in seen["events"])
