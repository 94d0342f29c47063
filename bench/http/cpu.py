"""CPU time of processes with their children, from /proc (Linux; elsewhere nothing is reported)."""

import os
from pathlib import Path

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")


def seconds(pid: int) -> float:
    """What the process and its living children have used so far; 0 where it cannot be told."""
    if not (_PROC / str(pid)).exists():
        return 0.0
    parents = {child: parent for child, (parent, _) in (_all()).items()}
    return sum(used for child, (_, used) in _all().items() if child == pid or parents.get(child) == pid)


def _all() -> dict[int, tuple[int, float]]:
    """Parent and used seconds of every process."""
    found = {}
    for folder in _PROC.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found[int(folder.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / _TICKS)
    return found
