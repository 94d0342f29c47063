"""Clients, generated as developers generate theirs."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from service.api.openapi import FILES, document
from tests.clients.node import PATH, run

PACKAGE = "splendor_host_client"


def python_client(folder: Path, name: str = "openapi.json") -> str:
    """Generates the Python client into `folder`; what the generator said."""
    source = folder / name
    source.write_text(document(FILES[name]), "utf-8")
    program = Path(sys.executable).with_name("openapi-python-client")
    words = ["--path", str(source), "--output-path", str(folder / PACKAGE), "--meta", "none", "--fail-on-warning"]
    # It calls ruff by name.
    environment = {**os.environ, "PATH": PATH}
    done = subprocess.run([program, "generate", *words], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def typescript_types(modules: Path, folder: Path, name: str = "openapi.json") -> str:
    """The types that openapi-typescript makes of a document."""
    (folder / name).write_text(document(FILES[name]), "utf-8")
    done = run(["node", modules / "openapi-typescript/bin/cli.js", name, "--output", f"{name}.ts"], folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not re.search("warn|error", done.stdout + done.stderr, re.IGNORECASE), done.stdout + done.stderr
    return (folder / f"{name}.ts").read_text("utf-8")


def compile_typescript(modules: Path, folder: Path, sources: Iterable[Path], *words: str) -> None:
    """Compiles programs beside the types that they use, as a tsconfig.json among the sources says, or `words`."""
    (folder / "types.ts").write_text(typescript_types(modules, folder), "utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    for source in sources:
        shutil.copy(source, folder)
    done = run(["node", modules / "typescript/bin/tsc", *words], folder)
    assert done.returncode == 0, done.stdout
