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

from numba.core import config
from numba.core.registry import cpu_target

KEEP_DAYS = 30
"""Folders that nobody has used for so long are removed."""
ALONE_S = 180.0
FRESH = ".new"
"""How the names of files end that are being written."""
_LEFT_S = 3_600.0
"""Files that have been written for so long are those of a process that was killed."""
_ROOM = 16 << 20
"""Bytes that all code together takes, twice."""
_NAME, _USED = "code-", "used"
_NOWHERE = Path(os.devnull) / "splendor-host"
"""Where there is no folder and none can be made."""
_CORE = Path(__file__).parent
_FROZEN = (_CORE.parents[1] / "engine", _CORE.parents[1] / "data")
"""What tables are made of that compiled code holds as constants."""
_SETTINGS = (
    "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DISABLE_JIT", "DEBUGINFO_DEFAULT", "DEBUG_NRT",
    "EXTEND_VARIABLE_LIFETIMES", "DISABLE_INTEL_SVML", "USING_SVML", "LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS",
)  # fmt: skip
"""Of numba's settings those by which the same source becomes other code: NUMBA_OPT and so on in the environment."""


def cache_folder() -> Path:
    """The folder for the code of this core on this processor. It need not exist, and may be impossible to write to."""
    return folder_for(_CORE)


@cache
def folder_for(sources: Path) -> Path:
    """The same for code whose sources lie elsewhere and rest on the core, as those of a training program."""
    named = (*map(version, ("numba", "llvmlite", "numpy")), sys.version)
    chosen = (f"{name} {getattr(config, name, None)}" for name in _SETTINGS)
    processor = cpu_target.target_context.codegen().magic_tuple()  # of this machine, or as NUMBA_CPU_NAME says
    digest = digest_of(dict.fromkeys((_CORE, *_FROZEN, sources)))
    key = sha256("\n".join((*named, *chosen, *processor, digest)).encode())
    return base_folder() / f"{_NAME}{key.hexdigest()[:20]}"


def base_folder() -> Path:
    """Where the folders of all versions lie: SPLENDOR_AI_CACHE, else the data folder, else the user's cache.

    For an account without a home that is nowhere. A folder that anybody can make, as one for temporary files, would not
    do: what lies in it is run.
    """
    if chosen := os.environ.get("SPLENDOR_AI_CACHE"):
        return Path(chosen).absolute()
    if data := os.environ.get("SPLENDOR_DATA_DIR"):
        return Path(data).absolute() / "ai"
    if users := os.environ.get("XDG_CACHE_HOME"):
        return Path(users) / "splendor-host"
    try:
        return Path.home() / ".cache" / "splendor-host"
    except RuntimeError:
        return _NOWHERE


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
    """Whether the folder can be written to, and has room."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=cache_folder(), buffering=0) as tried:
            return tried.write(bytes(_ROOM)) == _ROOM
    except OSError:
        return False


_lacking: set[Path] = set()
"""Folders in which this process could not keep what it compiled."""


def note_lack(folder: Path) -> bool:
    """Notes that something could not be kept there, so that it is not taken for complete; whether that is news."""
    news = folder not in _lacking
    _lacking.add(folder)
    return news


@cache
def note_load(folder: Path) -> None:
    """Notes, once in each process, that code of this folder is in use, be it complete or not."""
    with suppress(OSError):
        os.utime(folder)


def note_use() -> None:
    """Notes that all code has been called once, so that it is all there unless some could not be kept; then clears up.

    That is: removes folders that nobody has used for long, and what killed processes left. What cannot be removed stays.
    """
    if cache_folder() not in _lacking:
        with suppress(OSError):
            (cache_folder() / _USED).touch()
    oldest = time.time() - KEEP_DAYS * 86_400
    for other in base_folder().glob(f"{_NAME}*"):
        if other != cache_folder() and _last_use(other) < oldest:
            shutil.rmtree(other, ignore_errors=True)
    for left in base_folder().glob(f"{_NAME}*/.*{FRESH}"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - _LEFT_S:
                left.unlink()


def _last_use(folder: Path) -> float:
    """In seconds since 1970: when it was last found complete, loaded from, or written to."""
    times = []
    for path in (folder / _USED, folder):
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times, default=time.time())


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
