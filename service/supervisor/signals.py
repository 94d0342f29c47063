"""Signals as something to wait for: each arrives as a byte in a pipe, so that nothing happens inside a handler."""

import os
import select
import signal
from types import FrameType, TracebackType
from typing import Self

STOP_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})


class Signals:
    """While it is entered, stop signals and the deaths of children wake the one who waits."""

    def __enter__(self) -> Self:
        """Take the signals over."""
        self._reader, self._writer = _pipe()
        self._wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        # One that the caller ignores stays ignored: nohup, or a shell's background job.
        taken = [number for number in (*STOP_SIGNALS, signal.SIGCHLD) if signal.getsignal(number) != signal.SIG_IGN]
        self._before = {number: signal.signal(number, _nothing) for number in taken}
        return self

    def wait(self, seconds: float) -> int:
        """Wait for that long, or until something happens; the number of stop signals that have come."""
        ready, _, _ = select.select([self._reader], [], [], max(0.0, seconds))
        if not ready:
            return 0
        return sum(number in STOP_SIGNALS for number in os.read(self._reader, 512))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give them back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._reader)
        os.close(self._writer)


def _nothing(number: int, frame: FrameType | None) -> None:
    """A handler has to be there for the byte to be written."""


def _pipe() -> tuple[int, int]:
    # os.pipe2 does not exist on macOS.
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.set_blocking(writer, False)
    return reader, writer
