"""A worker that notes what its jobs cost: `python -m bench.ladders.counted_worker QUEUE...`, for `throughput`.

CPU time is the process's own: the jobs run one after the other in its one thread. What is left of it are RQ and the start.
"""

import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workers import ai_moves, ladders
from workers.main import run

EVERY_S = 1.0
JOBS = {"playing": (ai_moves, "play_quickly"), "pairing": (ladders, "pair"), "rating": (ladders, "rate"),
        "sweeping": (ladders, "sweep")}  # fmt: skip


class Counts:
    """CPU seconds and number of jobs, by kind; written down once a second, for whoever wants to know."""

    def __init__(self, file: Path) -> None:
        self._file, self._cpu_s, self._jobs = file, defaultdict[str, float](float), Counter[str]()
        self._last = 0.0

    def counted(self, kind: str, work: Callable[..., None]) -> Callable[..., None]:
        """The work, counted."""

        def job(*args: Any) -> None:
            began = time.thread_time()
            try:
                work(*args)
            finally:
                self._cpu_s[kind] += time.thread_time() - began
                self._jobs[kind] += 1
                self._write()

        return job

    def _write(self) -> None:
        if time.monotonic() - self._last < EVERY_S:
            return
        self._last = time.monotonic()
        said = {"cpu_s": self._cpu_s, "jobs": self._jobs, "all_cpu_s": time.process_time()}
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(said))
        fresh.replace(self._file)


if __name__ == "__main__":
    folder = Path(os.environ["SPLENDOR_BENCH_COUNTS"])
    folder.mkdir(exist_ok=True)
    counts = Counts(folder / f"{os.getpid()}.json")
    for name, (module, function) in JOBS.items():
        setattr(module, function, counts.counted(name, getattr(module, function)))
    run(sys.argv[1:])
