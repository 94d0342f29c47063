"""Carries out a Dockerfile without a container engine: each stage in an empty folder as its root, RUN by chroot.

The base image is played by this machine's own Python and system folders, mounted read-only in a mount namespace, so this
shows that the steps work and fit one another; it does not build an image. Needs root and Linux.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

SYSTEM = ("bin", "lib", "lib64", "sbin", "usr")
# How this machine reaches its package index is no part of the image.
PASSED_ON = re.compile(r"(PIP_|UV_|SSL_|REQUESTS_CA|CURL_CA|https?_proxy|no_proxy)", re.IGNORECASE)
STEP_SECONDS = 300
# Instructions that end in a JSON list, and where a stage keeps it.
LISTS = {"HEALTHCHECK": "health", "ENTRYPOINT": "entrypoint", "CMD": "command"}


class Instruction(NamedTuple):
    """One instruction: its word, and the rest of the line with continuations joined."""

    word: str
    rest: str


@dataclass
class Stage:
    """What the instructions of a stage have made so far."""

    root: Path
    workdir: str = "/"
    user: str = "0:0"
    env: dict[str, str] = field(default_factory=dict)
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)


def parse(text: str) -> list[Instruction]:
    """The instructions of a Dockerfile that uses no here-documents and no parser directives."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [
        Instruction(word.upper(), rest.strip())
        for word, _, rest in (line.partition(" ") for line in joined.splitlines())
    ]


def build(dockerfile: Path, context: Path, base: Path) -> Stage:
    """Carry out all stages below `base`; the last one."""
    stages: dict[str, Stage] = {}
    stage = Stage(base)
    for instruction in parse(dockerfile.read_text()):
        if instruction.word == "FROM":
            name = instruction.rest.partition(" AS ")[2] or "final"
            stage = stages[name] = Stage(_empty_root(base / name))
        else:
            _carry_out(instruction, stage, stages, context)
    return stage


def argv(stage: Stage, command: list[str], user: str | None = None) -> list[str]:
    """How to run a command in a stage, as its user."""
    python = Path(sys.base_prefix)
    mounts = [f"mount --bind -o ro /{name} {stage.root}/{name}" for name in SYSTEM if (stage.root / name).is_dir()]
    mounts += [f"mount --rbind /{name} {stage.root}/{name}" for name in ("dev", "proc")]
    mounts += [f"mount --bind -o ro {python} {stage.root}{python}"] if (stage.root / "shim").is_dir() else []
    uid, _, gid = (user or stage.user).partition(":")
    enter = ["chroot", f"--userspec={uid}:{gid}", str(stage.root), "/usr/bin/env", "-i", *_environment(stage)]
    inside = ["/bin/sh", "-c", f"cd {stage.workdir} && exec {shlex.join(command)}"]
    return ["unshare", "--mount", "/bin/sh", "-ec", "\n".join([*mounts, f"exec {shlex.join([*enter, *inside])}"])]


def _carry_out(instruction: Instruction, stage: Stage, stages: dict[str, Stage], context: Path) -> None:
    word, rest = instruction
    if word == "RUN":
        subprocess.run(
            argv(stage, ["/bin/sh", "-ec", rest]), check=True, timeout=STEP_SECONDS, stdin=subprocess.DEVNULL
        )
    elif word == "COPY":
        _copy(rest.split(), stage, stages, context)
    elif word == "ENV":
        for pair in shlex.split(rest):
            name, _, value = pair.partition("=")
            stage.env[name] = value.replace("$PATH", _path(stage))
    elif word == "WORKDIR":
        stage.workdir = rest
        _inside(stage, rest).mkdir(parents=True, exist_ok=True)
    elif word == "USER":
        stage.user = rest
    elif word in LISTS:
        setattr(stage, LISTS[word], json.loads(rest.removeprefix(rest.partition("[")[0])))
    elif word not in ("EXPOSE", "LABEL"):
        raise ValueError(f"{word} is not known here")


def _copy(words: list[str], stage: Stage, stages: dict[str, Stage], context: Path) -> None:
    source = context
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")].root
    *names, target = words
    for name in names:
        taken = source / name.lstrip("/")
        if source == context and f"!{name}" not in (context / ".dockerignore").read_text().splitlines():
            raise ValueError(f"{name} is not in the build context")
        place = _inside(stage, target)
        if taken.is_dir():
            shutil.copytree(
                taken, place, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
            )
        else:
            shutil.copy2(taken, place / taken.name if target.endswith("/") else place)


def _empty_root(root: Path) -> Path:
    """The folders of a base image. /etc is a copy, so that users can be added."""
    for name in ("dev", "proc", "opt", "tmp", "root", "var"):
        (root / name).mkdir(parents=True)
    (root / "tmp").chmod(0o1777)
    for name in SYSTEM:
        original = Path("/", name)
        if original.is_symlink():
            (root / name).symlink_to(original.readlink())
        elif original.is_dir():
            (root / name).mkdir()
    shutil.copytree("/etc", root / "etc", symlinks=True)
    python = Path(sys.base_prefix)
    if not python.is_relative_to("/usr"):
        root.joinpath(*python.parts[1:]).mkdir(parents=True, exist_ok=True)
    (root / "shim").mkdir()
    (root / "shim/python").symlink_to(python / "bin/python3")
    return root


def _inside(stage: Stage, path: str) -> Path:
    return stage.root / os.path.normpath(f"{stage.workdir}/{path}" if not path.startswith("/") else path).lstrip("/")


def _path(stage: Stage) -> str:
    return stage.env.get("PATH", "/shim:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")


def _environment(stage: Stage) -> list[str]:
    passed = {name: value for name, value in os.environ.items() if PASSED_ON.match(name)}
    return [f"{name}={value}" for name, value in {**passed, "HOME": "/tmp", "PATH": _path(stage), **stage.env}.items()]  # noqa: S108
