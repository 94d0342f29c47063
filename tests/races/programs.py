"""Programs that a test starts, kills, freezes and starts again. None of them outlives the test run."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.servers import wait_until

ROOT = Path(__file__).parents[2]
_PR_SET_PDEATHSIG = 1


class Program:
    """One program with its children, in a process group of its own. Its output is kept over restarts."""

    def __init__(self, argv: list[str], env: Mapping[str, str], log: Path, files: Sequence[int] = ()) -> None:
        """`files`: descriptors that it inherits."""
        self._argv, self._env, self._log, self._files = argv, env, log, files
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        assert not self.running
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT, env=os.environ | self._env,
                start_new_session=True, pass_fds=self._files, preexec_fn=_die_with_parent,  # noqa: PLW1509
            )  # fmt: skip

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def said(self) -> str:
        return self._log.read_text(errors="replace")

    @property
    def resident_mb(self) -> float:
        """The memory that it has at present, without its children."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status")
        if status.exists():
            lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
            return int(lines["VmRSS"].split()[0]) / 1024
        words = ["ps", "-o", "rss=", "-p", str(self._process.pid)]  # macOS
        return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout) / 1024

    def signal(self, number: signal.Signals) -> None:
        """To the program and all its children."""
        assert self._process is not None
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            assert not self.running

    def kill(self) -> None:
        """Kill -9, children included."""
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def stop(self, within: float = 10.0) -> int:
        """SIGTERM to the program alone, as a supervisor does; its exit status."""
        assert self._process is not None
        self._process.terminate()
        wait_until(lambda: not self.running, within, f"{self._argv} stops")
        return int(self._process.returncode)

    def freeze(self) -> None:
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
