"""Ratings stand alone: the standard library, the rating library, and themselves."""

import ast
import sys
from pathlib import Path

import splendor.ratings

ALLOWED = sys.stdlib_module_names | {"openskill"}


def test_nothing_else_is_imported():
    for path in Path(splendor.ratings.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in ALLOWED or name.startswith("splendor.ratings."), f"{path.name}: {name}"
                assert name not in {"time", "datetime", "secrets", "os"}, f"{path.name}: no clock, no chance of its own"
