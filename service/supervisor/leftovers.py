"""Who runs for a data folder, written down so that the next start can end what a killed supervisor left behind."""

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from service.supervisor.process import ON_LINUX, kill_group

POLL_SECONDS = 0.05


class Entry(NamedTuple):
    """A process as it was written down. `birth` tells it from a later process with the same number."""

    name: str
    pid: int
    birth: str
    orphan_signal: int


class Roster:
    """The list of running processes in a file."""

    def __init__(self, path: Path) -> None:
        """The file need not exist yet."""
        self._path = path

    def write(self, running: Iterable[tuple[str, int, int]]) -> None:
        """Replace the list by these (name, process number, signal that stops an orphan)."""
        entries = [Entry(name, pid, birth(pid), number) for name, pid, number in running]
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(entries))
        fresh.replace(self._path)

    def left(self) -> list[Entry]:
        """Those of the list of which something still runs. An unreadable list is empty: it was never written half."""
        try:
            entries = [Entry(*row) for row in json.loads(self._path.read_text())]
        except (OSError, ValueError, TypeError):
            return []
        return [entry for entry in entries if _is_left(entry)]


def _is_left(entry: Entry) -> bool:
    """Its first process, or where that is gone others of its group: their number cannot be given to anybody meanwhile."""
    now = birth(entry.pid)
    if now or not entry.birth:
        return now != "" and now == entry.birth
    return bool(_BOOT) and entry.birth.startswith(_BOOT) and bool(members(entry.pid))


def birth(pid: int) -> str:
    """When this process began, in the system's own words; "" if there is none, or only its zombie."""
    if ON_LINUX:
        stat = _stat(pid)
        return f"{_BOOT} {stat[19]}" if stat and stat[0] != "Z" else ""  # proc(5): fields 22 and 3
    found = _ps("stat=,lstart=", "-p", str(pid)).split(maxsplit=1)
    return "" if len(found) < 2 or found[0].startswith("Z") else found[1].strip()


def members(group: int) -> list[int]:
    """The processes of a process group, zombies left out."""
    if ON_LINUX:
        stats = ((int(path.name), _stat(int(path.name))) for path in Path("/proc").iterdir() if path.name.isdigit())
        return [pid for pid, stat in stats if stat and stat[0] != "Z" and int(stat[2]) == group]  # field 5
    rows = (line.split() for line in _ps("pid=,pgid=,stat=", "-ax").splitlines())
    return [int(pid) for pid, of, state in rows if int(of) == group and not state.startswith("Z")]


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the third on, after a name that may hold anything; none if there is no process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _ps(columns: str, *which: str) -> str:
    return subprocess.run(["/bin/ps", "-o", columns, *which], capture_output=True, text=True, check=False).stdout


def _boot() -> str:
    """Which start of the machine this is; "" where the system does not tell."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


_BOOT = _boot()


def end(entries: Iterable[Entry], within: float) -> None:
    """Stop these processes with all of their groups: each by its own signal, after `within` seconds by force."""
    entries = list(entries)
    for entry in entries:
        number = entry.orphan_signal if birth(entry.pid) else signal.SIGKILL
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(entry.pid, number)
    if not wait_until(lambda: not any(members(entry.pid) for entry in entries), within):
        for entry in entries:
            kill_group(entry.pid)
        wait_until(lambda: not any(members(entry.pid) for entry in entries), within)


def wait_until(condition: Callable[[], bool], within: float) -> bool:
    """Poll until it holds; False if it did not within so many seconds."""
    limit = time.monotonic() + within
    while not condition():
        if time.monotonic() > limit:
            return False
        time.sleep(POLL_SECONDS)
    return True
