"""Small programs that play the parts of a supervisor, and a supervisor over them: python -m tests.delivery.stand_in ..."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from service.supervisor import slot
from service.supervisor.folder import Folder
from service.supervisor.part import Part
from service.supervisor.supervisor import Supervisor

LIFE = 60.0


def steady(notes: str, name: str) -> None:
    """Notes its start, lives until asked to stop, and notes that too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(note(notes, f"{name} stopped")))
    note(notes, f"{name} started {os.getpid()}")
    _live()


def stubborn(notes: str, name: str) -> None:
    """Does not stop when asked."""
    signal.signal(signal.SIGTERM, lambda *_: note(notes, f"{name} was asked"))
    note(notes, f"{name} started {os.getpid()}")
    _live()


def parental(notes: str, name: str) -> None:
    """Leaves a child of its own behind when it is killed."""
    child = subprocess.Popen([sys.executable, "-m", "tests.delivery.stand_in", "stubborn", notes, f"{name}-child"])
    note(notes, f"{name} started {os.getpid()} with {child.pid}")
    _live()


def broken(notes: str, name: str) -> None:
    """Ends at once, before it is ready."""
    note(notes, f"{name} tried")
    sys.exit(f"{name} cannot find its left shoe")


def brief(notes: str, name: str) -> None:
    """Ends by itself, once the notes say that it may."""
    note(notes, f"{name} started {os.getpid()}")
    while f"{name} may end" not in read(notes):
        signal.sigtimedwait([signal.SIGUSR1], 0.05)
    note(notes, f"{name} ended")


def supervisor(folder: str, notes: str, described: str, parent: str = "0") -> None:
    """Runs the described stand-ins: [[name, program, rank, after, grace], ...]."""
    parts = [
        Part(
            name=name,
            argv=(sys.executable, "-m", "tests.delivery.stand_in", program, notes, name),
            rank=rank,
            after=tuple(after),
            ready=lambda name=name: f"{name} started" in read(notes),
            grace=grace,
            once=name == "code",
            notice=f"{name} takes its time",
        )
        for name, program, rank, after, grace in json.loads(described)
    ]
    place = Folder(Path(folder))
    place.claim(0.0)
    slot.NOTICE_AFTER = 0.5
    sys.exit(Supervisor(parts, place, _say, int(parent)).run(lambda: _say("all ready")))


def note(notes: str, line: str) -> int:
    """One line at the end of the notes, in one write."""
    with Path(notes).open("a") as file:
        file.write(line + "\n")
    return 0


def read(notes: str) -> str:
    """All notes so far."""
    path = Path(notes)
    return path.read_text() if path.exists() else ""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _live() -> None:
    end = time.monotonic() + LIFE
    while time.monotonic() < end:
        signal.sigtimedwait([signal.SIGUSR1], end - time.monotonic())


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
