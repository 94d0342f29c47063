"""The ticker: finds what is due and hands it to jobs. Any number may run; it keeps nothing that matters.

An entry of the due set is claimed by a lease, so a ticker or a job that dies delays it by the lease and loses nothing.
"""

import logging
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable

from service import logs
from service.config import read_settings
from service.queue import Queues, QueueUnavailable
from service.store.client import connect
from service.store.departures import DepartureStore
from service.store.due import Claimed, DueEntry, DueSet, What
from service.store.errors import StoreError
from service.store.ladder_keys import PEOPLE
from service.store.ladders_due import Care, LaddersDue
from service.store.outbox import Outbox
from service.store.upkeep import Upkeep

log = logging.getLogger(__name__)

TICK_S = 0.25
BEAT_S = 2.0
LEASE_MS: dict[What, int] = {"deadline": 2_000, "effects": 5_000, "watch": 5_000, "lifetime": 30_000}
URGENT: tuple[What, ...] = ("deadline", "effects", "watch")
DEPARTURE_LEASE_MS = 10_000
AGAIN_MS: dict[Care, int] = {"pair": 2_000, "sweep": 5_000}
"""A ladder is paired when one of its games has ended, and looked at so often in any case: entries come and go."""
FIRST_MS = 10_000
"""When the ladder of people is first looked after where it was not; from then on it brings back all others."""
MOST_LADDER_JOBS = 100
LIVES_S = 1.0
MOST_LIVES = 40
"""So many games whose life may be over are handed out at a time, none while as many upkeep jobs wait: repairs wait too."""


class Ticker:
    """One ticker, a tick at a time."""

    def __init__(
        self,
        due: DueSet,
        departures: DepartureStore,
        outbox: Outbox,
        ladders: LaddersDue,
        queues: Queues,
        report: Callable[[], None] = lambda: None,
    ) -> None:
        """`report` tells the operators that this ticker is alive, with each heartbeat."""
        self._due, self._departures, self._outbox, self._ladders = due, departures, outbox, ladders
        self._queues, self._report = queues, report
        self._last_beat, self._last_lives = -BEAT_S, -LIVES_S

    def tick(self) -> int:
        """Claims what is due and enqueues it; how much that was. Raises StoreUnavailable and QueueUnavailable.

        The heartbeat comes first: after an outage the deadlines that fell into it are known as such before any flag.
        """
        now = time.monotonic()
        if now - self._last_beat >= BEAT_S:
            self._due.beat()
            self._ladders.add(PEOPLE, delay_ms=FIRST_MS)
            self._report()
            self._last_beat = now
        found = self._due.find()
        handed_out = sum(self._hand_out([entry for entry in found if entry.what == what], what) for what in URGENT)
        handed_out += self._see_off() + self._send_out() + self._see_ladders()
        if now - self._last_lives >= LIVES_S:
            self._last_lives = now
            handed_out += self._see_lives()
        return handed_out

    def _see_lives(self) -> int:
        """Hands out games whose life may be over; how many. Nobody waits for them, so they come last."""
        found = self._due.find_lifetimes()
        if not found or self._queues.upkeep_waiting() >= MOST_LIVES:
            return 0
        # Any of them: no bucket shall wait for the others.
        return self._hand_out(random.sample(found, min(len(found), MOST_LIVES)), "lifetime")

    def _see_off(self) -> int:
        """Hands out the departures that are due; how many."""
        claimed = [one for one in self._departures.find() if self._departures.claim(one, DEPARTURE_LEASE_MS)]
        for departure in claimed:
            self._queues.enqueue_departure(*departure)
        return len(claimed)

    def _see_ladders(self) -> int:
        """Hands out the ladders that have to be looked after; how many. Where nobody works on them no jobs pile up."""
        found = self._ladders.find()
        if not found or self._queues.ladders_waiting() >= MOST_LADDER_JOBS:
            return 0
        claimed = [due for due in found if self._ladders.claim(due, AGAIN_MS[due.care])]
        for due in claimed:
            if due.care == "pair":
                self._queues.enqueue_pairing(due.ladder_id)
            else:
                self._queues.enqueue_sweep(due.ladder_id)
        return len(claimed)

    def _send_out(self) -> int:
        """Hands out what is to be sent to webhooks and bots, where no job has taken it; how much. Jobs claim it."""
        found = self._outbox.find()
        for what in found:
            letter, *ids = what.split(" ")
            if letter == "c":
                self._queues.enqueue_callback(*ids)
            elif letter == "h":
                self._queues.enqueue_webhooks(*ids)
        return len(found)

    def _hand_out(self, entries: list[DueEntry], what: What) -> int:
        """Claims entries of one kind together; how many were to be had. Deadlines come first."""
        claimed = [claim for claim in self._due.claim_each(entries, LEASE_MS[what]) if claim] if entries else []
        for claim in claimed:
            self._enqueue(claim)
        return len(claimed)

    def _enqueue(self, claim: Claimed) -> None:
        game_id, version = claim.entry.game_id, claim.version
        match claim.entry.what:
            case "deadline":
                self._queues.enqueue_timeout(game_id, version)
            case "effects":
                self._queues.enqueue_effects(game_id, version)
            case "watch":
                self._wake_ai(game_id, version, claim.attempts + 1)
            case "lifetime":
                self._queues.enqueue_lifetime(game_id, version)

    def _wake_ai(self, game_id: str, version: int, attempt: int) -> None:
        """Asks again for an AI move that is overdue, unless it is only the queue that is long.

        `attempt` is only the name of the job: a try is counted by the worker that begins it. Of which kind the player is
        nobody has looked; the job does.
        """
        if not self._queues.ai_job_waiting(game_id, version, attempt):
            self._queues.enqueue_ai(game_id, version, attempt)


def run() -> None:
    """Ticks until SIGTERM or SIGINT. What fails is tried again with the next tick."""
    settings = read_settings()
    logs.configure(settings.log_level)
    store = connect(settings.redis_url)
    name = f"{socket.gethostname()}-{os.getpid()}"
    ticker = Ticker(
        DueSet(store),
        DepartureStore(store),
        Outbox(store),
        LaddersDue(store),
        Queues(settings.queue_redis_url),
        lambda: Upkeep(store).see(name),
    )
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    while not stop.wait(TICK_S):
        try:
            ticker.tick()
        except (StoreError, QueueUnavailable) as error:
            log.warning("a tick failed: %s", error)
