"""The pool of threads that calls other people's servers (queue `outbound`).

A job only claims what the outbox holds and hands it over, so a receiver that is slow keeps no job waiting. Whoever has
much under way, and a host that does, get no more threads than leave some for the others, however many bots and endpoints
that is spread over. While work is under way its claim is kept; a
process that dies delays it by the lease.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from service.services import Services
from service.store.errors import StoreError
from service.store.outbox import LEASE_MS
from workers.context import host

KEEP_S = 2.0
BUSY_MS = 1_000
"""When something is tried again that no thread was free for."""
FAILED_MS = 5_000
"""When something is tried again whose work has raised."""
CLOSE_S = 5.0
OWNER_SHARE, HOST_SHARE = 4, 2
"""One owner gets at most one in four of the threads that are free, and one host one in two: others use it too."""

log = logging.getLogger(__name__)

Work = Callable[[int], None]
"""Is given the number of the claim, and ends it by `Outbox.done` or `Outbox.later`."""


class Receiver(NamedTuple):
    """Who is called: whom it belongs to in the end, an app or a player that is nobody's bot, and the host."""

    owner: str
    host: str


class Pool:
    """Threads for what is under way, `size` at a time; they end with the process."""

    def __init__(self, services: Services, size: int) -> None:
        self._outbox, self._free = services.outbox, size
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._claims: dict[str, int] = {}
        self._owners: Counter[str] = Counter()
        self._hosts: Counter[str] = Counter()
        self._closed = threading.Event()
        self._keeper: threading.Thread | None = None

    def take(self, what: str) -> int | None:
        """Claims something for the pool; None where somebody else has it, or nobody is to have it now."""
        return None if self._closed.is_set() else self._outbox.claim(what, LEASE_MS)

    def start(self, what: str, claim: int, receiver: Receiver, work: Work) -> bool:
        """Has a claim worked on in a thread; where none is free for this receiver it is given back, False."""
        with self._lock:
            if self._has_room(receiver):
                self._free -= 1
                self._owners[receiver.owner] += 1
                self._hosts[receiver.host] += 1
                self._claims[what] = claim
                self._keep()
                threading.Thread(target=self._run, args=(what, claim, receiver, work), daemon=True).start()
                return True
        self._outbox.later(what, claim, BUSY_MS)
        return False

    def is_crowded_by(self, receiver: Receiver) -> bool:
        """Whether there are free threads, but none for this receiver, which has its share of them."""
        with self._lock:
            return not self._closed.is_set() and self._free > 0 and not self._has_room(receiver)

    def _has_room(self, receiver: Receiver) -> bool:
        if self._closed.is_set() or self._free == 0:
            return False
        shares = ((self._owners[receiver.owner], OWNER_SHARE), (self._hosts[receiver.host], HOST_SHARE))
        return all(busy < max(1, self._free // share) for busy, share in shares)

    def close(self, wait_s: float = CLOSE_S) -> None:
        """Begins nothing new, waits for what is under way, and gives back what does not end in time."""
        self._closed.set()
        with self._idle:
            self._idle.wait_for(lambda: not self._claims, wait_s)
            left = dict(self._claims)
        try:
            for what, claim in left.items():
                self._outbox.later(what, claim, 0)
        except StoreError:
            log.warning("claims are left to run out")

    @property
    def busy(self) -> int:
        """How much is under way."""
        return len(self._claims)

    def _run(self, what: str, claim: int, receiver: Receiver, work: Work) -> None:
        try:
            work(claim)
        except StoreError as error:
            log.warning("what is sent out waits for the store: %s", error)
        except Exception:
            log.exception("something could not be sent out")
            self._give_back(what, claim)
        finally:
            with self._idle:
                self._free += 1
                self._owners -= Counter([receiver.owner])  # which forgets those with nothing under way
                self._hosts -= Counter([receiver.host])
                if self._claims.get(what) == claim:
                    del self._claims[what]
                self._idle.notify_all()

    def _give_back(self, what: str, claim: int) -> None:
        try:
            self._outbox.later(what, claim, FAILED_MS, firm=True)
        except StoreError:
            log.warning("a claim is left to run out")

    def _keep(self) -> None:
        if self._keeper is None:
            self._keeper = threading.Thread(target=self._keep_claims, daemon=True, name="keep-claims")
            self._keeper.start()

    def _keep_claims(self) -> None:
        while True:
            time.sleep(KEEP_S)
            with self._lock:
                claims = dict(self._claims)
            try:
                for what, claim in claims.items():
                    self._outbox.renew(what, claim, LEASE_MS)
            except StoreError as error:
                log.warning("claims were not kept: %s", error)


@cache
def pool() -> Pool:
    """The pool of this process."""
    services = host()
    return Pool(services, services.settings.outbound_threads)


def close() -> None:
    """Ends the pool, where there is one."""
    if pool.cache_info().currsize:
        pool().close()
