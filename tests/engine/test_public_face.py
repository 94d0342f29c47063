"""The public face of the engine: what one import gives."""

import ast
import sys
from pathlib import Path

import splendor.engine
from splendor import engine

SOURCES = sorted(Path(splendor.engine.__file__).parent.glob("*.py"))


def test_a_whole_game_by_one_import() -> None:
    state = engine.deal(engine.Options(seats=3), bytes(range(32)))
    plies = 0
    while not engine.outcome(state):
        actions = engine.legal_actions(state)
        state = engine.apply(state, actions[plies * 7 % len(actions)])
        plies += 1
    ended = engine.outcome(state)
    assert ended is not None
    assert sorted(standing.seat for standing in ended.ranking) == [0, 1, 2]
    assert engine.view(state, viewer=None)["result"]["reason"] == ended.termination


def test_every_name_is_there_and_none_is_there_by_accident() -> None:
    modules = {path.stem for path in SOURCES}
    names = {name for name in vars(engine) if not name.startswith("_")}
    assert set(engine.__all__) <= names
    assert names - set(engine.__all__) <= modules


def test_the_engine_rests_on_the_standard_library_alone() -> None:
    """No web, no store, no clock, no hidden randomness, in any of its modules."""
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imported |= {item.name for node in ast.walk(tree) if isinstance(node, ast.Import) for item in node.names}
        outside = {name for name in imported if not name.startswith("splendor.engine")}
        assert {name.split(".")[0] for name in outside} <= sys.stdlib_module_names, path.name
        assert not outside & {"random", "secrets", "time", "datetime", "os", "uuid"}, path.name
