"""What can be seen of a ladder only while it runs: how long its entries wait, and which games were begun and rated when."""

import threading
import time
from collections import Counter, defaultdict
from random import Random

from bench.ladders.crew import Crew
from service.hosting.ladders.candidates import candidates
from service.hosting.ladders.entering import find_entry, resume_entry
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.values import ledger_entry_of
from service.services import Services
from service.store.errors import StoreError
from splendor.ratings.candidates import Candidate

EVERY_S = 0.25
FORGIVEN_S = 20.0
"""After so long a paused bot goes on: its owner has read of it."""


class Watch:
    """Looks at a ladder until it is told to stop."""

    def __init__(self, host: Services, ladder_id: str, crew: Crew) -> None:
        self.waits: defaultdict[str, float] = defaultdict(float)
        """The longest time in s that an entry was there and was in no game."""
        self.validated: dict[str, float] = {}
        """How long after it had joined a bot was seen to be validated, in s."""
        self.begun: dict[str, float] = {}
        """Games, by when they were seen to run (seconds, time.monotonic)."""
        self.rated: dict[str, float] = {}
        self.pauses: Counter[str] = Counter()
        self.unreachable_s = 0.0
        self._host, self._ladder_id, self._crew = host, ladder_id, crew
        self._free: dict[str, float] = {}
        self._paused: dict[str, float] = {}
        self._length, self._over = 0, threading.Event()

    def run(self) -> None:
        """Looks."""
        while not self._over.wait(EVERY_S):
            began = time.monotonic()
            try:
                self._look(began)
            except StoreError:
                self._free.clear()  # nobody can be paired meanwhile
                self.unreachable_s += EVERY_S + time.monotonic() - began

    def stop(self) -> None:
        self._over.set()

    def _look(self, now: float) -> None:
        ladders = self._host.ladders
        for one in ladders.running(self._ladder_id):
            self.begun.setdefault(one.game_id, now)
        length = ladders.length(self._ladder_id)
        # A store that was killed may have gone back: what is new is read with some of what is known.
        for record in ladders.ledger(self._ladder_id, max(1, min(self._length, length) - 50), length):
            self.rated.setdefault(ledger_entry_of(record).game_id, now)
        self._length = length
        ladder, snapshot = find_ladder(self._host, self._ladder_id), ladders.snapshot(self._ladder_id)
        active, _ = candidates(self._host, ladder, snapshot, Random(0))
        self._time(active if ladder.status == "open" else [], now)
        self._look_at_bots(now)

    def _time(self, active: list[Candidate], now: float) -> None:
        free = {one.id for one in active if one.running == 0 and one.room(one.rest_until_ms) > 0}
        self._free = {one: self._free.get(one, now) for one in free}
        for one, since in self._free.items():
            self.waits[one] = max(self.waits[one], now - since)

    def _look_at_bots(self, now: float) -> None:
        """Owners read of a pause, and let the bot go on after a while."""
        for member in self._crew.members:
            entry = find_entry(self._host, self._ladder_id, member.id)
            if entry.validated:
                self.validated.setdefault(member.id, now - member.joined_at)
            if entry.status != "paused":
                self._paused.pop(member.id, None)
                continue
            if member.id not in self._paused:
                self._paused[member.id] = now
                self.pauses[member.id] += 1
            if now - self._paused[member.id] > FORGIVEN_S:
                resume_entry(self._host, self._ladder_id, member.id)
