"""What is done to a site while a ladder runs on it: chance decides, from a seed, so a run can be repeated roughly."""

import os
import signal
import threading
import time
from collections import Counter
from random import Random

from bench.ladders.site import Program, Site

EVERY_S = (2.0, 6.0)
DEAD_S = (0.0, 2.0)
STORE_DEAD_S = (0.1, 3.0)
STORE_DEATHS = ("power", "SIGTERM", "kill -9")
LOST_S = 1.0
"""What the store may take back where it syncs its log every second."""
LOSS_S = LOST_S + 2.0
"""So long before a loss anything was seen that is lost: a little more on a busy machine."""


class Killer:
    """Kills programs and the store until it is told to stop; those that died of themselves it starts again, too."""

    def __init__(self, site: Site, victims: list[Program], seed: int, store_every_s: tuple[float, float]) -> None:
        self.deaths: Counter[str] = Counter()
        self.power_failed_at: list[float] = []
        """When the store lost its last second (time.monotonic)."""
        self._site, self._victims, self._chance = site, victims, Random(seed)
        self._store_every_s = store_every_s
        self._over = threading.Event()

    def run(self) -> None:
        """Kills."""
        store_at = time.monotonic() + self._chance.uniform(*self._store_every_s)
        while not self._over.wait(self._chance.uniform(*EVERY_S)):
            if time.monotonic() >= store_at:
                self._kill_store()
                store_at = time.monotonic() + self._chance.uniform(*self._store_every_s)
            else:
                self._kill(self._chance.choice(self._victims))
            self.revive()

    def stop(self) -> None:
        self._over.set()

    def revive(self) -> None:
        """Starts whatever is dead."""
        for program in self._site.programs:
            if not program.running:
                self.deaths[program.name] += 1
                program.start()

    def taken_back(self, at: float) -> bool:
        """Whether the store may have forgotten what it was told at this time."""
        return any(at <= failed <= at + LOSS_S for failed in self.power_failed_at)

    def _kill(self, victim: Program) -> None:
        victim.kill()
        self._over.wait(self._chance.uniform(*DEAD_S))

    def _kill_store(self) -> None:
        """In turn as at a restart of the machine, as by a fault of its own, and as if the power had failed."""
        how = STORE_DEATHS[(self._site.store.lives - 1) % len(STORE_DEATHS)]
        self.deaths[f"store ({how})"] += 1
        if how == "power":
            self._lose_a_second()
        else:
            self._site.store.kill(signal.SIGTERM if how == "SIGTERM" else signal.SIGKILL)
        self._over.wait(self._chance.uniform(*STORE_DEAD_S))
        self._site.start_store()

    def _lose_a_second(self) -> None:
        """What a killed process has written the system keeps; so its last second is cut off the log."""
        log = self._site.store_log
        size = log.stat().st_size
        time.sleep(LOST_S)
        self._site.store.kill()
        self.power_failed_at.append(time.monotonic())
        if log == self._site.store_log:  # it has not been written anew meanwhile
            os.truncate(log, size)
