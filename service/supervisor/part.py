"""What the supervisor runs: programs, each with how to tell that it is ready and how long it may take to stop."""

import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


def at_once() -> bool:
    """The readiness of a part that nobody has to wait for."""
    return True


@dataclass(frozen=True, slots=True)
class Part:
    """One program. Parts of a lower rank stop before those of a higher one, and start after them where `after` says so."""

    name: str
    argv: tuple[str, ...]
    rank: int
    env: Mapping[str, str] = field(default_factory=dict)
    """Added to the environment of the supervisor."""
    after: tuple[str, ...] = ()
    """Parts that must have been ready once before this one starts."""
    ready: Callable[[], bool] = at_once
    grace: float = 8.0
    """Seconds between asking it to stop and killing it."""
    inherit: tuple[int, ...] = ()
    """File descriptors that stay open in it."""
    once: bool = False
    """It ends by itself, is ready then, however it ended, and is not started again: what waits for it does better with it,
    and can do without."""
    notice: str = ""
    """What to say where it is not ready after some seconds."""
    orphan_signal: signal.Signals = signal.SIGKILL
    """What the kernel sends it when the supervisor itself is killed (Linux)."""
