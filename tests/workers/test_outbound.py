"""The pool that calls others: one claim at a time, no receiver in the way of another, nothing lost at the end."""

import threading
from collections.abc import Iterator

import pytest

from service.services import Services
from service.store.outbox import Outbox
from tests.hosting.hosts import host_on
from tests.servers import wait_until
from workers import outbound
from workers.outbound import Pool, Receiver


@pytest.fixture
def host(redis_url: str) -> Iterator[Services]:
    host = host_on(redis_url)
    yield host
    host.waiters.close()


class Receivers:
    """Work that goes on until it is let go."""

    def __init__(self, outbox: Outbox, pool: Pool) -> None:
        self._outbox, self._pool, self.go = outbox, pool, threading.Event()
        self.done: list[str] = []

    def begin(self, what: str, owner: str, host: str = "", *, waits: bool = True) -> bool:
        """Whether a thread was free for it. The host is the owner's own unless it is named."""
        self._outbox.ask(what)
        claim = self._pool.take(what)
        assert claim is not None

        def work(number: int) -> None:
            if waits:
                self.go.wait()
            self.done.append(what)
            self._outbox.done(what, number)

        return self._pool.start(what, claim, Receiver(owner, host or f"{owner}.example"), work)


def test_work_is_done_and_its_place_is_free_again(host: Services) -> None:
    pool = Pool(host, 2)
    receivers = Receivers(host.outbox, pool)
    for number in range(20):
        wait_until(lambda: pool.busy < 2)
        assert receivers.begin(f"c {number}", f"p{number}", waits=False)
    wait_until(lambda: len(receivers.done) == 20 and pool.busy == 0)
    assert host.outbox.waiting() == 0


@pytest.mark.parametrize(
    ("owners", "hosts", "most"),
    [(["slow"], [f"{number}.example" for number in range(16)], 4), ([str(number) for number in range(16)], ["one"], 6)],
    ids=["an owner", "a host"],
)
def test_whoever_is_slow_leaves_threads_for_others(
    host: Services, owners: list[str], hosts: list[str], most: int
) -> None:
    pool = Pool(host, 16)
    receivers = Receivers(host.outbox, pool)
    each = [(owners[number % len(owners)], hosts[number % len(hosts)]) for number in range(16)]
    begun = [receivers.begin(f"c slow{number}", *one) for number, one in enumerate(each)]
    assert 1 <= sum(begun) <= most
    assert [pool.is_crowded_by(one) for one in (Receiver(*each[15]), Receiver("quick", "quick.example"))] == [
        True,
        False,
    ]
    assert receivers.begin("c quick", "quick", waits=False)
    wait_until(lambda: receivers.done == ["c quick"])
    assert host.outbox.claim("c slow15", 1_000) is None, "it waits a little and is tried again"
    receivers.go.set()
    wait_until(lambda: pool.busy == 0)
    assert receivers.begin("c later", *each[0], waits=False), "what has ended counts no more"
    wait_until(lambda: pool.busy == 0)
    assert not pool._owners
    assert not pool._hosts


def test_one_owner_is_not_in_the_way_of_others_at_the_same_host(host: Services) -> None:
    pool = Pool(host, 16)
    receivers = Receivers(host.outbox, pool)
    begun = [receivers.begin(f"c slow{number}", "slow", "hooks.example") for number in range(16)]
    assert not all(begun)
    assert receivers.begin("c quick", "quick", "hooks.example", waits=False)
    receivers.go.set()
    wait_until(lambda: pool.busy == 0)


def test_what_is_under_way_stays_claimed(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "LEASE_MS", 300)
    monkeypatch.setattr(outbound, "KEEP_S", 0.05)
    pool = Pool(host, 2)
    receivers = Receivers(host.outbox, pool)
    until = host.games.now("g00" + "x" * 20) + 700
    assert receivers.begin("c one", "p")
    while host.games.now("g00" + "x" * 20) < until:
        assert host.outbox.claim("c one", 1) is None
    receivers.go.set()
    wait_until(lambda: host.outbox.waiting() == 0)


def test_work_that_raises_is_tried_again_later(host: Services) -> None:
    pool = Pool(host, 2)
    host.outbox.ask("c one")
    claim = pool.take("c one")
    assert claim is not None

    def work(_: int) -> None:
        raise ValueError("nobody foresaw this")

    assert pool.start("c one", claim, Receiver("p", "p.example"), work)
    wait_until(lambda: pool.busy == 0)
    assert host.outbox.waiting() == 1
    assert pool.take("c one") is None
    host.outbox.ask("c one", urgent=True)
    assert pool.take("c one") is not None


def test_at_the_end_it_waits_for_what_is_under_way(host: Services) -> None:
    pool = Pool(host, 2)
    receivers = Receivers(host.outbox, pool)
    receivers.begin("c one", "p")
    closing = threading.Thread(target=pool.close)
    closing.start()
    host.outbox.ask("c two")
    wait_until(lambda: pool.take("c two") is None, what="nothing new is begun")
    receivers.go.set()
    closing.join(10)
    assert receivers.done == ["c one"]


def test_what_does_not_end_in_time_is_given_back_at_once(host: Services) -> None:
    pool = Pool(host, 2)
    receivers = Receivers(host.outbox, pool)
    receivers.begin("c one", "p")
    pool.close(0)
    assert host.outbox.claim("c one", 1_000) is not None
    receivers.go.set()


def test_a_claim_that_was_taken_back_is_not_ended_by_the_one_who_had_it(host: Services) -> None:
    pool = Pool(host, 2)
    receivers = Receivers(host.outbox, pool)
    receivers.begin("c one", "p")
    pool.close(0)
    assert host.outbox.claim("c one", 10_000) is not None
    receivers.go.set()
    wait_until(lambda: pool.busy == 0)
    assert host.outbox.waiting() == 1
