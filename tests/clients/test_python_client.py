"""A Python client, generated from the document, that plays (B30)."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from uuid import uuid4

import pytest

from service.api.problems import TABLE
from tests.clients import people
from tests.clients.conftest import Address
from tests.clients.decoding import same_instants, unknown
from tests.clients.generating import PACKAGE, python_client
from tests.clients.newer import EVENT_TYPE, MEMBER, VALUES, later
from tests.clients.samples import OF_THE_PEOPLE, samples
from tests.clients.scenarios import KINDS, SCENARIOS, Scenario

NO_OPERATION = {"method-not-allowed"}
"""What only those are told who ask for what the document does not have."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a fresh client, on the path."""
    folder = tmp_path_factory.mktemp("python-client")
    said = python_client(folder)
    assert "warning" not in said.lower(), said
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    for name in [
        name for name in sys.modules if name.partition(".")[0] == PACKAGE or name.startswith("tests.clients.python_")
    ]:
        del sys.modules[name]


@pytest.fixture
def client(generated: Path) -> Iterator[ModuleType]:
    """The program written against it."""
    program = importlib.import_module("tests.clients.python_game")
    yield program
    program.close_all()


def test_b30_both_forms_of_the_document_give_the_same_client(generated: Path, tmp_path: Path) -> None:
    python_client(tmp_path, "openapi-3.0.json")
    ours, older = (sources(folder / PACKAGE) for folder in (generated, tmp_path))
    assert older == ours


def sources(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*.py")}


def test_b30_a_whole_game(client: ModuleType, address: Address) -> None:
    table = client.Table(client.register(address.base, "Ada"), client.against_the_ai(), key="game-1")
    table.play()
    game = table.game
    assert game.status == "finished"
    assert game.fairness.seed
    assert {seat.place for seat in game.result.ranking} <= {1, 2}
    assert {"action_played", "card_revealed", "turn_started", "game_finished"} <= {
        event.type_ for event in table.events
    }
    assert address.later == (game.result.reason == VALUES["reason"]) == ("from_later" in game.additional_properties)
    assert address.later == (EVENT_TYPE in {event.type_ for event in table.events})
    again = client.Table(table.client, client.against_the_ai(), key="game-1")
    assert (again.game.id, again.game.version) == (game.id, 1)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_b30_every_kind_of_action(client: ModuleType, base: str, scenario: Scenario) -> None:
    order = client.NewGame.from_dict(scenario.game)
    assert order.to_dict() == scenario.game
    table = client.Table(client.register(base, "Ada"), order, key="game-1")
    for action in scenario.actions:
        form = client.FORMS[action["type"]].from_dict(action)
        assert form.to_dict() == action
        table.act(form)
    assert scenario.events <= {event.type_ for event in table.events}


def test_b30_every_action_can_be_built(client: ModuleType) -> None:
    assert client.BUILT.keys() == client.FORMS.keys() == KINDS
    for kind, build in client.BUILT.items():
        body = build().to_dict()
        assert body["type"] == kind
        assert client.FORMS[kind].from_dict(body) == build()


def test_b30_the_other_operations(client: ModuleType, address: Address) -> None:
    """Each function of the client, and what it gives back."""
    everything = importlib.import_module("tests.clients.python_rest")
    everything.tour(client, address.base)


def test_b30_ladders(client: ModuleType, base: str, admin_token: str) -> None:
    """Laid down, entered, read, left."""
    importlib.import_module("tests.clients.python_ladders").tour(client, base, admin_token)


def test_b30_what_happens_is_told(client: ModuleType, base: str) -> None:
    """Log, inbox, callbacks and webhooks, and sandboxes."""
    importlib.import_module("tests.clients.python_live").tour(client, base)


def test_b30_people_at_the_table(client: ModuleType, address: Address, app_token: str) -> None:
    """An app and two of its users: invited, played, played again, left."""
    module = importlib.import_module("tests.clients.python_people")
    seen = module.Story(client, address.base, app_token, uuid4().hex).tell()
    people.check(seen, address.later)


def test_b30_every_reply_is_decoded(client: ModuleType) -> None:
    """Whole, as it is and as it may be some day."""
    models = importlib.import_module(f"{PACKAGE}.models")
    told: set[str] = set()
    for schema, value in samples():
        decode = getattr(models, schema).from_dict
        now, some_day = decode(value), decode(later(value))
        assert (same_instants(now.to_dict()), [*unknown(now)]) == (same_instants(value), []), schema
        assert same_instants(some_day.to_dict()) == same_instants(later(value)), schema
        assert MEMBER.keys() <= {*unknown(some_day)}, schema
        told.update([now.type_] if schema == "Event" else [now.code] if schema == "Problem" else [])
    assert told >= OF_THE_PEOPLE | TABLE.keys() - NO_OPERATION


def test_b30_no_function_is_left_out(client: ModuleType, generated: Path) -> None:
    """The programs above have called each of them: none is imported that is not used."""
    for name in ("python_rest", "python_people", "python_live", "python_ladders"):
        importlib.import_module(f"tests.clients.{name}")
    functions = [".".join(path.relative_to(generated).with_suffix("").parts) for path in generated.glob("*/api/*/*.py")]
    assert {name for name in functions if not name.endswith("__init__") and name not in sys.modules} == set()
