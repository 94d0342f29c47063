"""A program that a test started: what it says, and its end, waited for with a bound."""

import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from service.supervisor.leftovers import birth, wait_until

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


class Running:
    """A program in a session of its own, its output in a file."""

    def __init__(self, argv: Sequence[str], output: Path, env: Mapping[str, str] | None = None) -> None:
        self._output = output
        with output.open("wb") as file:
            self.popen = subprocess.Popen(
                argv, stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=ROOT, env=env,
                start_new_session=True,
            )  # fmt: skip

    @property
    def said(self) -> str:
        return self._output.read_text(errors="replace")

    def wait_for(self, text: str, within: float = PATIENCE) -> str:
        """All that was said, once it holds this text."""
        wait_until(lambda: text in self.said or self.popen.poll() is not None, within)
        assert text in self.said, f"{text!r} was not said:\n{self.said}"
        return self.said

    def signal(self, number: signal.Signals) -> None:
        self.popen.send_signal(number)

    def status(self, within: float = PATIENCE) -> int:
        """The exit status."""
        assert wait_until(lambda: self.popen.poll() is not None, within), f"still running:\n{self.said}"
        return int(self.popen.returncode)

    def clear(self) -> None:
        """For the end of a test: stop it kindly, so that it takes its children along."""
        if self.popen.poll() is None:
            self.popen.send_signal(signal.SIGTERM)
            if not wait_until(lambda: self.popen.poll() is not None, PATIENCE):
                self.popen.kill()
                self.popen.wait()


def alive(pid: int) -> bool:
    """Does this process run (a zombie does not)?"""
    return birth(pid) != ""
