"""The loop: start what is due, notice what ended, and on a signal stop everything in order."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import groupby

from service.supervisor.folder import Folder
from service.supervisor.part import Part
from service.supervisor.signals import Signals
from service.supervisor.slot import Slot

LOOK_SECONDS = 0.2
TRIM_SECONDS = 60.0
WORD_SECONDS = 10.0
# A part that ends this often before everything has been ready once will not come up at all.
HOPELESS = 3
HURRIED_GRACE = 3.0


class Supervisor:
    """Runs the parts until a signal comes. Its exit status is 0 for a stop on request, 1 if a part never came up."""

    def __init__(self, parts: Sequence[Part], folder: Folder, say: Callable[[str], None], parent: int = 0) -> None:
        """`parent`: the process whose end is to be taken as a request to stop; 0 for none."""
        self._slots = [Slot(part, folder) for part in parts]
        self._folder = folder
        self._say = say
        self._parent = parent
        self._hurry = False
        self._announced = False
        self._next_trim = time.monotonic() + TRIM_SECONDS
        self._next_word = time.monotonic() + WORD_SECONDS

    def run(self, announce: Callable[[], None]) -> int:
        """Start everything, call `announce` once all is ready, and go on until asked to stop."""
        with Signals() as signals:
            try:
                return self._watch(signals, announce)
            finally:
                self._stop(signals)

    def _watch(self, signals: Signals, announce: Callable[[], None]) -> int:
        while not self._asked_to_stop(signals.wait(LOOK_SECONDS)):
            self._look()
            if not self._announced and self._given_up():
                return 1
            if not self._announced:
                self._announce_if_ready(announce)
        return 0

    def _announce_if_ready(self, announce: Callable[[], None]) -> None:
        waiting = [slot for slot in self._slots if not slot.ready]
        if not waiting:
            self._announced = True
            announce()
        elif time.monotonic() > self._next_word:
            self._next_word = time.monotonic() + WORD_SECONDS
            named = [slot.part.name for slot in waiting if slot.process] or [slot.part.name for slot in waiting]
            self._say(f"Still waiting for {', '.join(named)}")

    def _asked_to_stop(self, stop_signals: int) -> bool:
        self._hurry = self._hurry or stop_signals > 1
        return stop_signals > 0 or (self._parent != 0 and os.getppid() != self._parent)

    def _look(self) -> None:
        """Everything that may have become due; a change of processes is written down at once."""
        changed = False
        for slot in self._slots:
            before = slot.process
            for message in (slot.reap(), slot.notice()):
                if message:
                    self._say(message)
            if self._may_start(slot):
                slot.start_if_due()
            if slot.probe() and slot.failures:
                self._say(f"{slot.part.name} is up again")
            changed = changed or slot.process is not before
        if changed:
            self._write_roster()
        if time.monotonic() > self._next_trim:
            self._next_trim = time.monotonic() + TRIM_SECONDS
            self._folder.trim_logs()

    def _may_start(self, slot: Slot) -> bool:
        ready = {other.part.name for other in self._slots if other.was_ready}
        return ready.issuperset(slot.part.after)

    def _write_roster(self) -> None:
        running = [(slot.part.name, slot.process.pid, slot.part.orphan_signal) for slot in self._slots if slot.process]
        with suppress(OSError):  # a full disk must not end what runs
            self._folder.roster.write(running)

    def _given_up(self) -> bool:
        for slot in self._slots:
            if slot.failures >= HOPELESS:
                self._say(f"{slot.part.name} does not come up. The end of {self._folder.log(slot.part.name)}:")
                self._say(self._folder.last_words(slot.part.name))
                return True
        return False

    def _stop(self, signals: Signals) -> None:
        """Rank by rank: the API first, so that nothing new comes in, the store last."""
        running = sorted((slot for slot in self._slots if slot.process), key=lambda slot: slot.part.rank)
        last = max((slot.part.rank for slot in running), default=0)
        for rank, slots in groupby(running, key=lambda slot: slot.part.rank):
            self._stop_together(list(slots), signals, gently=rank == last)
        with suppress(OSError):
            self._folder.roster.write(())

    def _stop_together(self, slots: Iterable[Slot], signals: Signals, *, gently: bool) -> None:
        """Ask, wait as long as they may take, then kill. A second signal cuts the waiting short, but for the store's."""
        processes = [(slot, slot.process) for slot in slots if slot.process]
        for _, process in processes:
            process.terminate()
        since = time.monotonic()
        while any(process.ended() is None for _, process in processes):
            if time.monotonic() - since > self._patience(max(slot.part.grace for slot, _ in processes), gently=gently):
                self._say(f"{', '.join(slot.part.name for slot, _ in processes)} killed: did not stop when asked")
                break
            self._hurry = signals.wait(LOOK_SECONDS) > 0 or self._hurry
        for _, process in processes:
            process.kill()

    def _patience(self, grace: float, *, gently: bool) -> float:
        if not self._hurry:
            return grace
        return min(grace, HURRIED_GRACE) if gently else 0.0
