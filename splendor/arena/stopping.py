"""What may end a run before its time, after which what is done is still written down: Ctrl-C and failures outside of the program."""

import signal
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from types import FrameType, TracebackType
from typing import Self


class Stop:
    """What ended a run early. As a context it hears Ctrl-C, which raises KeyboardInterrupt until `run` has ended, and once."""

    def __init__(self) -> None:
        self.heard = False
        """Whether there was a Ctrl-C."""
        self.error = ""
        """The first failure, in a line: a file that cannot be written, a process that died."""
        self._over = False

    def __enter__(self) -> Self:
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002  # as signal.signal asks for
        over, self.heard, self._over = self._over, True, True
        if not over:
            raise KeyboardInterrupt

    def run(self, work: Callable[[], object]) -> None:
        """Does the work as far as it gets. From then on Ctrl-C is heard, but breaks nothing off."""
        try:
            self.attempt(work)
            self._over = True
        except KeyboardInterrupt:
            self.heard = self._over = True

    def attempt(self, work: Callable[[], object]) -> None:
        """Does something that may fail for what is wrong outside of the program, and keeps what the first failure says."""
        try:
            work()
        except OSError as error:
            self.error = self.error or str(error)
        except BrokenProcessPool:
            self.error = self.error or "a process that played was killed, or died"
