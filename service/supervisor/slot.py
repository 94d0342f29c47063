"""One part's place in the supervisor: its present process, how often it failed, and when it is next due."""

import time

from service.supervisor.folder import Folder
from service.supervisor.part import Part
from service.supervisor.process import Process, describe

FIRST_DELAY = 0.1
LONGEST_DELAY = 10.0
# After this many seconds of life a part counts as sound again.
SOUND_AFTER = 30.0
NOTICE_AFTER = 3.0


class Slot:
    """Starts a part, sees it end, starts it again: at once the first time, then ever later, up to ten seconds."""

    def __init__(self, part: Part, folder: Folder) -> None:
        """Nothing is started yet."""
        self.part = part
        self.process: Process | None = None
        self.ready = False
        self.was_ready = False
        self.failures = 0
        self._noticed = False
        self._folder = folder
        self._due = 0.0

    def start_if_due(self) -> None:
        """Start the process if there is none and its time has come."""
        if self.process or (self.part.once and self.ready) or time.monotonic() < self._due:
            return
        try:
            self.process = Process(self.part, self._folder.log(self.part.name))
        except OSError:  # no memory or processes left: as good as a death
            self._fail()
            return
        self.ready = False

    def probe(self) -> bool:
        """Did it become ready just now?"""
        if not self.process or self.ready or self.part.once or not self.part.ready():
            return False
        self.ready = self.was_ready = True
        return True

    def notice(self) -> str:
        """What to say, once, of a part that takes its time; else ""."""
        if self.ready or self._noticed or not self.process or time.monotonic() - self.process.started < NOTICE_AFTER:
            return ""
        self._noticed = True
        return self.part.notice

    def reap(self) -> str:
        """What to say if the process has ended since the last look, else ""; what it left in its group is killed."""
        status = self.process.ended() if self.process else None
        if self.process is None or status is None:
            return ""
        lived = time.monotonic() - self.process.started
        self.process.kill()
        self.process = None
        ended = f"{self.part.name} {describe(status)} after {lived:.1f} s"
        self.ready = self.part.once
        if self.ready:
            self.was_ready = True
            return f"{ended}; the others go on without it" if status else ""
        if lived > SOUND_AFTER:
            self.failures = 0
        return f"{ended}; next start in {self._fail():.1f} s"

    def _fail(self) -> float:
        """Count a failure; the seconds until the next start."""
        self.failures += 1
        delay = min(LONGEST_DELAY, FIRST_DELAY * 2 ** (self.failures - 1))
        self._due = time.monotonic() + delay
        return float(delay)
