"""A running part: a session and process group of its own, so that nothing of it is left behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from service.supervisor.part import Part

ON_LINUX = os.uname().sysname == "Linux"
PR_SET_PDEATHSIG = 1  # <linux/prctl.h>


class Process:
    """The part's program, running or ended."""

    def __init__(self, part: Part, log: Path) -> None:
        """Start it; its output is appended to `log`."""
        with log.open("ab") as output:
            # preexec_fn is the one way to ask for the signal; it is safe because the supervisor has no threads.
            self._popen = subprocess.Popen(
                part.argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **part.env},
                start_new_session=True,
                pass_fds=part.inherit,
                preexec_fn=_tied_to_parent(part.orphan_signal),  # noqa: PLW1509
            )
        self.pid = self._popen.pid
        self.started = time.monotonic()

    def ended(self) -> int | None:
        """The exit status (negative: the signal that ended it), None while it runs."""
        return self._popen.poll()

    def terminate(self) -> None:
        """Ask its first process to stop; that one stops the others."""
        if self.ended() is None:
            self._popen.terminate()

    def kill(self) -> None:
        """End the whole group, also what a first process that has died left in it."""
        kill_group(self.pid)
        self._popen.wait()


def kill_group(pid: int) -> None:
    """SIGKILL to every process of the group. A group that is gone, or holds zombies only (macOS), is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def describe(status: int) -> str:
    """An exit status in words."""
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def _tied_to_parent(death_signal: int) -> Callable[[], None] | None:
    """What runs in the child before its program: on Linux, ask for a signal when the parent dies."""
    if not ON_LINUX:
        return None
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def ask() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(death_signal))
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return ask
