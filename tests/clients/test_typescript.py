"""TypeScript types, generated from the document, and strict programs on them that play (B30)."""

import json
from pathlib import Path
from uuid import uuid4

import pytest

from tests.clients import people
from tests.clients.conftest import Address
from tests.clients.generating import compile_typescript, typescript_types
from tests.clients.newer import EVENT_TYPE, VALUES, later
from tests.clients.node import CLIENTS, EXAMPLES, run
from tests.clients.samples import typescript
from tests.clients.scenarios import KINDS, SCENARIOS


@pytest.fixture(scope="module")
def programs(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled programs. That samples.ts compiles shows that the types have every reply."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "samples.ts").write_text(typescript(later), "utf-8")
    compile_typescript(modules, folder, (*CLIENTS.glob("*.ts"), EXAMPLES / "client.ts", CLIENTS / "tsconfig.json"))
    return folder


def test_b30_both_forms_of_the_document_give_the_same_types(modules: Path, programs: Path, tmp_path: Path) -> None:
    """But for what the service sends by itself, which OpenAPI 3.0 has no place for."""
    ours = _exports((programs / "types.ts").read_text("utf-8"))
    older = _exports(typescript_types(modules, tmp_path, "openapi-3.0.json"))
    assert ours.pop("webhooks") != older.pop("webhooks")
    assert ours.pop("operations").startswith(older.pop("operations").rstrip("}\n"))
    assert ours == older
    assert {"paths", "components"} <= ours.keys()


def _exports(types: str) -> dict[str, str]:
    """What a file of types exports, by name."""
    return {part.split()[1]: part for part in types.split("\nexport ")[1:]}


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
