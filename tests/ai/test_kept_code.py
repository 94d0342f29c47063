"""Compiled code on disk: what another version compiled is never taken, and no file that is broken does harm."""

import fcntl
import json
import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from splendor.ai.core import folders as module

ROOT = Path(__file__).parents[2]
INNER = "from splendor.ai.core.compiling import jit\n\n@jit\ndef factor(x):\n    return x * 2\n"
OUTER = """
import json, os, signal, sys
from pathlib import Path
from inner import factor
from splendor.ai.core.compiling import jit

@jit
def total(numbers):
    return factor(numbers.sum())

def run():
    import numpy as np
    results = [float(total(np.arange(4, dtype=kind))) for kind in ("int64", "float32")]
    print(json.dumps([results, sum(total.stats.cache_hits.values()), sum(total.stats.cache_misses.values())]))
"""
KILLED = """
def killed(path, content):
    with path.open("wb") as file:
        file.write(content[:100])
    os.kill(os.getpid(), signal.SIGKILL)
Path.write_bytes = killed
"""
READ_ONLY = """
def refused(*_args, **_named):
    raise OSError(30, "Read-only file system")
Path.mkdir = Path.touch = Path.write_bytes = refused
"""
FULL = """
def full(*_args, **_named):
    raise OSError(28, "No space left on device")
Path.write_bytes = full
"""
CALLS_ALL = """
from splendor.ai.core import folders
folders.cache_folder = lambda: folders.folder_for(Path(sys.modules["outer"].__file__).parent)
run()
folders.note_use()
print(folders.is_kept())
sys.exit()
"""
COMPILED = [[12.0, 12.0], 0, 2]
LOADED = [[12.0, 12.0], 2, 0]


class Programs:
    """Two modules in a folder, run by processes of their own on one cache."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.write("inner", INNER)
        self.write("outer", OUTER)

    def write(self, name: str, text: str) -> None:
        (self.folder / f"{name}.py").write_text(text)

    def start(self, more: str = "") -> subprocess.Popen[str]:
        env = {**os.environ, "SPLENDOR_AI_CACHE": str(self.cache), "PYTHONPATH": f"{ROOT}:{self.folder}"}
        words = [sys.executable, "-c", f"from outer import *\n{more}\nrun()"]
        return subprocess.Popen(words, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, more: str = "") -> list[object]:
        """What it computed, and how many signatures of `total` it loaded and compiled."""
        out, self.said = self.start(more).communicate()
        return json.loads(out)  # type: ignore[no-any-return]

    @property
    def files(self) -> list[Path]:
        return sorted(self.cache.glob("code-*/*.code"))


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path)


def test_what_one_process_compiles_the_next_loads(programs: Programs) -> None:
    assert programs.run() == COMPILED
    assert programs.run() == LOADED
    assert programs.said == ""


def test_change_of_what_is_called_from_another_file_is_noticed(programs: Programs) -> None:
    programs.run()
    programs.write("inner", INNER.replace("* 2", "* 3"))
    assert programs.run() == [[18.0, 18.0], 0, 2]
    programs.write("inner", INNER)
    assert programs.run() == LOADED, "the code of the other version is still there"


@pytest.mark.parametrize("size", [0, 1, 100, -1])
def test_file_that_was_cut_off_is_compiled_again(programs: Programs, size: int) -> None:
    programs.run()
    for path in programs.files:
        path.write_bytes(path.read_bytes()[:size])
    assert programs.run() == COMPILED
    assert "cannot be used" in programs.said
    assert programs.run() == LOADED


def test_file_of_another_signature_is_not_taken(programs: Programs) -> None:
    programs.run()
    first, second = (path for path in programs.files if path.name.startswith("outer.total"))
    first.write_bytes(second.read_bytes())
    assert programs.run() == [[12.0, 12.0], 1, 1]


def test_processes_that_begin_at_once_do_no_harm(programs: Programs) -> None:
    started = [programs.start() for _ in range(3)]
    assert {json.dumps(json.loads(one.communicate()[0])[0]) for one in started} == {"[12.0, 12.0]"}
    assert programs.run() == LOADED


def test_process_that_is_killed_while_it_writes_leaves_nothing_half(programs: Programs) -> None:
    process = programs.start(KILLED)
    process.communicate()
    assert process.returncode == -9
    assert programs.files == []
    assert programs.run() == COMPILED
    assert programs.run() == LOADED


def test_folder_that_cannot_be_written_to_is_read_all_the_same(programs: Programs) -> None:
    programs.run()
    assert programs.run(READ_ONLY) == LOADED
    programs.write("inner", INNER.replace("* 2", "* 3"))
    assert programs.run(READ_ONLY) == [[18.0, 18.0], 0, 2]
    assert programs.said.count("compiles again") == 1


def test_no_folder_at_all_costs_time_and_nothing_else(programs: Programs) -> None:
    programs.cache.write_text("in the way")
    assert programs.run() == COMPILED
    assert programs.run("from splendor.ai.core.warm import alone, note_use\nnote_use()\nwith alone(): pass") == COMPILED


def test_compiler_can_be_switched_off(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    process = programs.start("from types import FunctionType\nprint(type(total) is FunctionType)\nsys.exit()")
    assert process.communicate()[0] == "True\n"


@pytest.mark.parametrize(("disk", "complete"), [(FULL, "False"), ("", "True")])
def test_folder_is_complete_only_if_all_could_be_kept_there(programs: Programs, disk: str, complete: str) -> None:
    """Writing nothing, which is all that it takes to say so, may well succeed on a full disk."""
    out, said = programs.start(disk + CALLS_ALL).communicate()
    assert out.splitlines() == [json.dumps(COMPILED), complete]
    assert said.count("No space left") == (complete == "False")


def test_code_that_was_compiled_otherwise_is_not_taken(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    assert programs.run() == COMPILED
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert programs.run() == COMPILED
    monkeypatch.delenv("NUMBA_BOUNDSCHECK")
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    assert programs.run() == LOADED, "what does not change the code does not matter"


@pytest.mark.parametrize("name", module._SETTINGS)
def test_each_setting_that_changes_code_has_a_folder_of_its_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = module.folder_for.__wrapped__(ROOT)
    monkeypatch.setattr(module.config, name, "other")  # which raises where numba has no such setting any more
    assert module.folder_for.__wrapped__(ROOT) != folder


def test_code_that_is_loaded_is_in_use(programs: Programs) -> None:
    """Nobody says of the code of a bench or a training that it is complete, and yet it stays while it is used."""
    programs.run()
    (folder,) = {path.parent for path in programs.files}
    os.utime(folder, (0, 0))
    assert programs.run() == LOADED
    assert module._last_use(folder) > time.time() - 3_600


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The module, with a base folder of its own."""
    monkeypatch.setattr(module, "base_folder", lambda: tmp_path)
    monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "code-now")
    monkeypatch.setattr(module, "_lacking", set())
    return module


def test_code_that_nobody_uses_any_more_goes_after_a_while(folders, tmp_path: Path) -> None:
    long_ago = time.time() - (folders.KEEP_DAYS + 1) * 86_400
    for name, used in (
        ("code-now", long_ago),
        ("code-recent", time.time()),
        ("code-old", long_ago),
        ("else", long_ago),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "used").touch()
        os.utime(tmp_path / name / "used", (used, used))
        os.utime(tmp_path / name, (long_ago, long_ago))
    (tmp_path / "code-never-done").mkdir()
    os.utime(tmp_path / "code-never-done", (long_ago, long_ago))
    folders.note_use()
    assert {path.name for path in tmp_path.iterdir()} == {"code-now", "code-recent", "else"}
    folders.note_use()
    assert (tmp_path / "code-now" / "used").stat().st_mtime > long_ago


def test_what_a_killed_process_left_goes_and_what_another_writes_stays(folders, tmp_path: Path) -> None:
    old, now = time.time() - 7_200, time.time()
    for folder, name, written in (
        ("code-now", ".0.new", old),
        ("code-now", ".1.new", now),
        ("code-now", "a.code", old),
        ("code-other", ".2.new", old),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).touch()
        os.utime(tmp_path / folder / name, (written, written))
    folders.note_use()
    left = {path.name for path in tmp_path.glob("*/*")}
    assert left == {".1.new", "a.code", "used"}


def test_process_that_cannot_keep_something_knows_of_no_complete_code(folders) -> None:
    folders.cache_folder().mkdir()
    assert folders.note_lack(folders.cache_folder())
    assert not folders.note_lack(folders.cache_folder()), "it is told once"
    folders.note_use()
    assert not folders.is_kept()


def test_folder_without_room_is_none_to_keep_code_in(folders, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folders.can_keep()
    monkeypatch.setattr(folders, "_ROOM", 1 << 60)
    monkeypatch.setattr(folders, "bytes", lambda _: b"all that there is room for", raising=False)
    assert not folders.can_keep()


def test_code_is_whole_once_it_has_been_used(folders) -> None:
    with folders.alone():
        assert not folders.is_kept()
    folders.note_use()
    assert folders.is_kept()


HOLDS = """
import sys
from splendor.ai.core import folders
with folders.alone():
    print("in", flush=True)
    sys.stdin.read()
"""


def test_one_process_at_a_time_compiles_and_a_killed_one_holds_nobody_up(tmp_path: Path) -> None:
    env = {**os.environ, "SPLENDOR_AI_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}

    def holder() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", HOLDS], env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    with holder() as first:
        assert first.stdout.readline() == "in\n"
        (lock,) = tmp_path.glob("code-*/lock")
        with lock.open() as tried, pytest.raises(BlockingIOError):
            fcntl.flock(tried, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with holder() as second:
            first.kill()
            assert second.stdout.readline() == "in\n"
            second.stdin.close()
            assert second.wait(10) == 0


def test_nobody_waits_for_ever(folders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "ALONE_S", 0.2)
    folders.cache_folder().mkdir()
    with closing((folders.cache_folder() / "lock").open("a")) as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with folders.alone():
            pass


@pytest.mark.parametrize(
    ("named", "folder"),
    [
        ({"SPLENDOR_AI_CACHE": "/c", "SPLENDOR_DATA_DIR": "/d", "XDG_CACHE_HOME": "/x"}, "/c"),
        ({"SPLENDOR_DATA_DIR": "/d", "XDG_CACHE_HOME": "/x"}, "/d/ai"),
        ({"XDG_CACHE_HOME": "/x"}, "/x/splendor-host"),
        ({"HOME": "/h"}, "/h/.cache/splendor-host"),
    ],
)
def test_where_it_is_kept(named: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SPLENDOR_AI_CACHE", "SPLENDOR_DATA_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    assert module.base_folder() == Path(folder)


def test_account_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than in a folder that anybody could have made for it."""
    for name in ("SPLENDOR_AI_CACHE", "SPLENDOR_DATA_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def no_home() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.setattr(Path, "home", no_home)
    module.folder_for.cache_clear()
    assert (module.is_kept(), module.can_keep()) == (False, False)
    module.note_use()
    with module.alone():
        pass
    module.folder_for.cache_clear()
