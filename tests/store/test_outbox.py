"""The outbox: asked for any number of times, claimed by one at a time, lost by nobody."""

import pytest

from service.store.client import Client
from service.store.keys import OUTBOX
from service.store.outbox import PATIENCE_MS, Outbox, member
from tests.store.commits import server_now

LEASE = 10_000
HOUR = 3_600_000
ONE, OTHER = member("c", "g00one"), member("h", "wone", "pone")


@pytest.fixture
def outbox(client: Client) -> Outbox:
    return Outbox(client)


def claimed(outbox: Outbox, what: str = ONE, lease_ms: int = LEASE) -> int:
    claim = outbox.claim(what, lease_ms)
    assert claim is not None
    return claim


def looked_at(client: Client, what: str = ONE) -> int:
    """When a ticker looks at it, in ms from now."""
    return int(client.call("ZSCORE", OUTBOX[0], what)) - server_now(client)


def pass_time(client: Client, what: str, ms: int) -> None:
    """As if so much time had gone by for one member."""
    asked, seen, claim, free_from, state = client.call("HGET", OUTBOX[1], what).split()
    record = b" ".join((asked, seen, claim, b"%d" % (int(free_from) - ms), state))
    client.call("HSET", OUTBOX[1], what, record)
    client.call("ZINCRBY", OUTBOX[0], -ms, what)


def test_what_is_asked_for_is_claimed_once_and_then_gone(outbox: Outbox) -> None:
    outbox.ask(ONE)
    outbox.ask(ONE)
    claim = claimed(outbox)
    assert outbox.claim(ONE, LEASE) is None
    assert outbox.done(ONE, claim)
    assert outbox.claim(ONE, LEASE) is None
    assert outbox.waiting() == 0


def test_what_nobody_asked_for_cannot_be_claimed(outbox: Outbox) -> None:
    assert outbox.claim(ONE, LEASE) is None
    assert not outbox.done(ONE, 1)
    assert not outbox.renew(ONE, 1, LEASE)


def test_asked_for_again_while_it_is_claimed_it_is_due_once_more(outbox: Outbox) -> None:
    outbox.ask(ONE)
    claim = claimed(outbox)
    outbox.ask(ONE)
    assert outbox.claim(ONE, LEASE) is None, "one in flight at a time"
    assert not outbox.done(ONE, claim)
    assert outbox.done(ONE, claimed(outbox))


def test_a_worker_that_dies_delays_it_by_the_lease(outbox: Outbox, client: Client) -> None:
    outbox.ask(ONE)
    late = claimed(outbox)
    pass_time(client, ONE, LEASE)
    assert outbox.find() == [ONE]
    claim = claimed(outbox)
    assert claim != late
    assert not outbox.done(ONE, late), "a claim that ran out ends nothing"
    assert not outbox.renew(ONE, late, LEASE)
    assert outbox.renew(ONE, claim, LEASE)
    assert outbox.done(ONE, claim)


def test_a_claim_that_is_kept_does_not_run_out(outbox: Outbox, client: Client) -> None:
    outbox.ask(ONE)
    claim = claimed(outbox)
    assert outbox.renew(ONE, claim, HOUR)
    pass_time(client, ONE, LEASE)
    assert outbox.find() == []
    assert outbox.claim(ONE, LEASE) is None


def test_it_is_left_to_its_job_first_and_found_again_only_after_a_while(outbox: Outbox, client: Client) -> None:
    outbox.ask(ONE)
    assert outbox.find() == []
    assert 0 < looked_at(client) <= PATIENCE_MS
    pass_time(client, ONE, PATIENCE_MS)
    assert outbox.find() == [ONE]
    assert outbox.find() == [], "a long queue is not made longer"
    assert claimed(outbox)


def test_an_instant_ahead_is_waited_for(outbox: Outbox, client: Client) -> None:
    outbox.ask(ONE, server_now(client) + HOUR)
    assert outbox.claim(ONE, LEASE) is None
    assert looked_at(client) > HOUR - 60_000
    outbox.ask(ONE, server_now(client) + 2 * HOUR)
    assert looked_at(client) <= HOUR, "never later than it is"
    outbox.ask(ONE)
    assert claimed(outbox)


def test_a_wait_ends_when_something_new_is_asked_for(outbox: Outbox, client: Client) -> None:
    outbox.ask(ONE)
    assert outbox.later(ONE, claimed(outbox), HOUR)
    assert outbox.claim(ONE, LEASE) is None
    pass_time(client, ONE, HOUR)
    claim = claimed(outbox)
    outbox.ask(ONE)
    assert not outbox.later(ONE, claim, HOUR), "asked for meanwhile: due at once"
    assert outbox.later(ONE, claimed(outbox), HOUR)
    outbox.ask(ONE)
    assert claimed(outbox)


def test_a_firm_wait_ends_when_something_urgent_is_asked_for(outbox: Outbox) -> None:
    outbox.ask(ONE)
    claim = claimed(outbox)
    outbox.ask(ONE)
    assert outbox.later(ONE, claim, HOUR, firm=True)
    outbox.ask(ONE)
    assert outbox.claim(ONE, LEASE) is None
    outbox.ask(ONE, urgent=True)
    claim = claimed(outbox)
    outbox.ask(ONE, urgent=True)
    outbox.ask(ONE)
    assert outbox.claim(ONE, LEASE) is None
    assert not outbox.later(ONE, claim, HOUR, firm=True)
    assert claimed(outbox)


def test_a_firm_wait_that_is_over_can_be_claimed(outbox: Outbox, client: Client) -> None:
    outbox.ask(ONE)
    outbox.later(ONE, claimed(outbox), HOUR, firm=True)
    pass_time(client, ONE, HOUR)
    outbox.ask(ONE)
    assert outbox.find() == [ONE]
    assert claimed(outbox)


def test_the_oldest_comes_first(outbox: Outbox, client: Client) -> None:
    for what, late in ((ONE, 6_000), (OTHER, 7_000)):
        outbox.ask(what)
        pass_time(client, what, late)
    assert outbox.find(limit=1) == [OTHER]
    assert outbox.find() == [ONE]


def test_what_lost_its_record_is_forgotten(outbox: Outbox, client: Client) -> None:
    client.call("ZADD", OUTBOX[0], 1, ONE)
    assert outbox.find() == [ONE]
    assert outbox.claim(ONE, LEASE) is None
    assert outbox.waiting() == 0


def test_whether_a_job_is_worth_asking_for(outbox: Outbox) -> None:
    """Of many requests in a row the first one; nobody is woken for what waits on purpose, or is being done."""
    assert outbox.ask_each(["h one a", "h two a"]) == [True, True]
    assert outbox.ask_each(["h one a", "h three a"]) == [False, True]
    claim = outbox.claim("h one a", 60_000)
    assert claim is not None
    assert outbox.ask_each(["h one a"]) == [False]
    assert outbox.later("h one a", claim, 60_000, firm=True) is True
    assert outbox.ask_each(["h one a"]) == [False]
    claim = outbox.claim("h two a", 60_000)
    assert claim is not None
    assert outbox.done("h two a", claim)
    assert outbox.ask_each(["h two a"]) == [True]
