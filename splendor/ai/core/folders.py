"""Where compiled code is kept: a folder for each version of the sources, the compiler and the processor.

Code that was compiled from other sources is never found, so nothing has to tell whether it is still good.
"""

import fcntl
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

from numba.core.registry import cpu_target

KEEP_DAYS = 30
"""Folders that nobody has used for so long are removed."""
ALONE_S = 180.0
_NAME, _USED = "code-", "used"
_CORE = Path(__file__).parent
_FROZEN = (_CORE.parents[1] / "engine", _CORE.parents[1] / "data")
"""What tables are made of that compiled code holds as constants."""


def cache_folder() -> Path:
    """The folder for the code of this core on this processor. It need not exist, and may be impossible to write to."""
    return folder_for(_CORE)


@cache
def folder_for(sources: Path) -> Path:
    """The same for code whose sources lie elsewhere and rest on the core, as those of a training program."""
    named = (*map(version, ("numba", "llvmlite", "numpy")), sys.version)
    processor = cpu_target.target_context.codegen().magic_tuple()  # of this machine, or as NUMBA_CPU_NAME says
    digest = digest_of(dict.fromkeys((_CORE, *_FROZEN, sources)))
    key = sha256("\n".join((*named, *processor, digest)).encode())
    return base_folder() / f"{_NAME}{key.hexdigest()[:20]}"


def base_folder() -> Path:
    """Where the folders of all versions lie: SPLENDOR_AI_CACHE, else the data folder, else the user's cache."""
    if chosen := os.environ.get("SPLENDOR_AI_CACHE"):
        return Path(chosen).absolute()
    if data := os.environ.get("SPLENDOR_DATA_DIR"):
        return Path(data).absolute() / "ai"
    if users := os.environ.get("XDG_CACHE_HOME"):
        return Path(users) / "splendor-host"
    return Path.home() / ".cache" / "splendor-host"


def digest_of(folders: Iterable[Path]) -> str:
    """A digest of all sources and tables in these folders, which tells any two versions of them apart."""
    digest = sha256()
    for folder in folders:
        for path in sorted((*folder.glob("*.py"), *folder.glob("*.csv"))):
            content = path.read_bytes()
            digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def is_kept() -> bool:
    """Whether all code of this version has been compiled before, as far as one can tell from outside."""
    return (cache_folder() / _USED).exists()


def can_keep() -> bool:
    """Whether the folder can be written to."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=cache_folder()):
            return True
    except OSError:
        return False


def note_use() -> None:
    """Notes that all of it is there and in use, and removes what nobody has used for long. What cannot be removed stays."""
    oldest = time.time() - KEEP_DAYS * 86_400
    with suppress(OSError):
        (cache_folder() / _USED).touch()
    for other in base_folder().glob(f"{_NAME}*"):
        if other != cache_folder() and _last_use(other) < oldest:
            shutil.rmtree(other, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """In seconds since 1970; for a folder whose code was never complete, the time of its last change."""
    for path in (folder / _USED, folder):
        with suppress(OSError):
            return path.stat().st_mtime
    return time.time()


@contextmanager
def alone() -> Iterator[None]:
    """Lets one process at a time compile. Nobody waits for another for more than ALONE_S: together they are only slower."""
    with ExitStack() as held:
        with suppress(OSError):
            cache_folder().mkdir(parents=True, exist_ok=True)
            _wait_for(held.enter_context((cache_folder() / "lock").open("a")))
        yield


def _wait_for(lock: TextIO) -> None:
    until = time.monotonic() + ALONE_S
    while time.monotonic() < until:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.1)
    return None
