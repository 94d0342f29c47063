"""TypeScript types, generated from the document, and strict programs on them that play (B30)."""

import json
import os
import re
import shutil
from pathlib import Path
from uuid import uuid4

import pytest

from service.api.openapi import FILES, document
from tests.clients import people
from tests.clients.conftest import Address
from tests.clients.newer import EVENT_TYPE, VALUES, later
from tests.clients.node import CLIENTS, MissingToolsError, run, tools
from tests.clients.samples import typescript
from tests.clients.scenarios import KINDS, SCENARIOS
from tests.delivery.running import ROOT

EXAMPLES = ROOT / "examples"


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
def programs(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled programs. That samples.ts compiles shows that the types have every reply."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "types.ts").write_text(types(modules, folder, "openapi.json"), "utf-8")
    (folder / "samples.ts").write_text(typescript(later), "utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    for source in (*CLIENTS.glob("*.ts"), EXAMPLES / "client.ts", CLIENTS / "tsconfig.json"):
        shutil.copy(source, folder)
    done = run(["node", modules / "typescript/bin/tsc", "--project", "."], folder)
    assert done.returncode == 0, done.stdout
    return folder


def test_b30_both_forms_of_the_document_give_the_same_types(modules: Path, programs: Path, tmp_path: Path) -> None:
    assert types(modules, tmp_path, "openapi-3.0.json") == (programs / "types.ts").read_text("utf-8")


def test_b30_a_strict_program_plays_everything(programs: Path, address: Address, tmp_path: Path) -> None:
    scenarios = tmp_path / "scenarios.json"
    scenarios.write_text(json.dumps([{**scenario._asdict(), "events": []} for scenario in SCENARIOS]))
    done = run(["node", "play.js", address.base, scenarios], programs)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["status"] == "finished"
    assert len(seen["seed"]) == 64
    assert seen["entries"] > 10
    assert seen["code"] == "version-conflict"
    assert set(seen["kinds"]) == KINDS
    assert set().union(*(scenario.events for scenario in SCENARIOS)) <= set(seen["events"])
    assert address.later == (seen["reason"] == VALUES["reason"]) == (EVENT_TYPE in seen["events"])


def test_b30_people_at_the_table(programs: Path, address: Address, app_token: str) -> None:
    """An app and two of its users: invited, played, played again, left."""
    done = run(["node", "people.js", address.base, app_token, uuid4().hex], programs)
    assert done.returncode == 0, done.stderr
    people.check(json.loads(done.stdout), address.later)
