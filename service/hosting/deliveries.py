"""Delivering to one webhook endpoint: what its owner's log holds behind the place that the endpoint has come to.

One process at a time, by a claim in the outbox. A message is sent, then the place moves on; whoever dies in between
leaves a message that comes twice, with the same id (B17). Nothing overtakes a message that fails: it is tried again
after longer and longer waits, and after a day the endpoint is disabled.
"""

import logging
import random
import time
from typing import NoReturn

import msgspec

from service.hosting.asking import hurry_webhook
from service.hosting.host import Host
from service.hosting.messages import TRY_S, Message, event_message, made_again, resync_message, send, tried
from service.hosting.telling import LogItem, LogPage, listen_for_app, log_after
from service.outbound.caller import Answer
from service.store.outbox import LEASE_MS, member
from service.store.webhooks import Delivery, Place, Resync, Webhook, changes

log = logging.getLogger(__name__)

TURN_S = 5.0
"""How long one endpoint is served at a time while others may wait."""
DELAYS_S = (5, 30, 120, 600, 1_800, 3_600, 7_200)
"""How long to wait after each failure; from then on always the last of them."""
GIVE_UP_MS = 24 * 3600 * 1000
GONE = 410
PAGE, MEMBERS = 20, 50
GONE_REASON, FAILING_REASON = "gone", "failing"
NO_EVENT = "event-gone"
"""The slug of a message that cannot be made again: its game is not kept any more."""


class _Stop(Exception):
    """Nothing more is to be done under this claim."""


def deliver(host: Host, webhook_id: str, owner: str, claim: int, turn_s: float = TURN_S) -> None:
    """Brings an endpoint as far as that goes within `turn_s`, then lets others have their turn.

    `claim` is the caller's in the outbox, who keeps it as long as this takes; it is given back here. May be repeated.
    Raises StoreUnavailable and ArchiveUnavailable; the claim then ends by itself.
    """
    _Turn(host, claim, webhook_id, owner, time.monotonic() + turn_s).run()


class _Turn:
    """One claim's work at one endpoint."""

    def __init__(self, host: Host, claim: int, webhook_id: str, owner: str, until: float) -> None:
        self._host, self._claim, self._what = host, claim, member("h", webhook_id, owner)
        self._id, self._owner, self._until = webhook_id, owner, until

    def run(self) -> None:
        try:
            self._begin()
            self._send_again()
            while self._send_new():
                pass
        except _Stop:
            return
        if not self._host.outbox.done(self._what, self._claim):
            hurry_webhook(self._host, self._owner, self._id)

    def _webhook(self) -> Webhook:
        """The endpoint as it is now: it may be changed at any time, and disabled, which ends all."""
        webhook = self._host.webhooks.get(self._owner, self._id)
        if webhook is None or not webhook.enabled:
            self._host.outbox.done(self._what, self._claim)
            raise _Stop
        if not self._host.outbox.renew(self._what, self._claim, LEASE_MS):
            raise _Stop
        return webhook

    def _check_time(self) -> None:
        """Ends the turn where it was long enough; something has been done in it. Raises _Stop."""
        if time.monotonic() >= self._until:
            self._host.outbox.later(self._what, self._claim, 0)
            hurry_webhook(self._host, self._owner, self._id)
            raise _Stop

    def _begin(self) -> None:
        """An app's endpoint: all games of the app's players have to be known to belong in its log."""
        while not (webhook := self._webhook()).begun:
            at, _, player_id = webhook.walked.partition(" ")
            after = (int(at), player_id) if at else None
            members = self._host.apps.page(self._owner, after, MEMBERS)
            for one in members:
                listen_for_app(self._host, one.id)
            if len(members) == MEMBERS:
                changed = changes(walked=f"{members[-1].at} {members[-1].id}")
            else:
                self._host.log.set_ready(self._owner)
                changed = changes(begun=True, walked="")
            self._host.webhooks.change(self._owner, self._id, changed)
            self._check_time()

    def _send_again(self) -> None:
        """What somebody wants to have once more; one try each."""
        for delivery_id in self._host.webhooks.asked_again(self._webhook()):
            webhook = self._webhook()
            delivery = self._host.webhooks.delivery(self._owner, self._id, delivery_id)
            if delivery is None:
                self._host.webhooks.forget_again(webhook, delivery_id)
                continue
            message = made_again(self._host, webhook, delivery)
            answer = self._send(webhook, message) if message else Answer(error=NO_EVENT)
            record = tried(delivery, answer, "delivered" if answer.succeeded else "failed", _now())
            self._host.webhooks.note(webhook, webhook.place, record, again=True)
            if answer.status == GONE:
                self._disable(GONE_REASON)
            self._check_time()

    def _send_new(self) -> bool:
        """Sends what the log holds next; False where that is nothing."""
        webhook = self._webhook()
        if webhook.resync is not None:
            self._try(webhook, *resync_message(webhook, webhook.resync), webhook.place)
            return True
        page = log_after(self._host, self._owner, *webhook.place, PAGE, as_spectator=True)
        if page.resync or (webhook.place.number == 0 and self._begins_late()):
            self._break(webhook, Place(page.last, page.last_mark))
            return True
        return self._send_page(webhook, page)

    def _begins_late(self) -> bool:
        """Whether the beginning of the log is not kept any more: to read from 0 on means all that is."""
        found = self._host.log.slice(self._owner, 0, 1)
        return found.last > 0 and (not found.items or found.items[0].before > 0)

    def _break(self, webhook: Webhook, end: Place) -> None:
        """The place is moved at once, so that the message of it is the same in each try."""
        self._give_up()
        log.warning("the log of an endpoint's owner has a break", extra={"webhook_id": self._id})
        self._host.webhooks.note(webhook, end, resync=Resync(end, _now()))

    def _give_up(self) -> None:
        """What was being tried is not to be told any more."""
        webhook = self._webhook()
        for one in self._host.webhooks.deliveries(self._owner, self._id):
            if one.state == "pending":
                record = msgspec.structs.replace(one, state="failed")
                self._host.webhooks.note(webhook, webhook.place, record, tries=0, failing_since=0)

    def _send_page(self, webhook: Webhook, page: LogPage) -> bool:
        """What the endpoint does not want to hear of is passed over with what comes next."""
        if webhook.tries and page.items and not _wants(webhook, page.items[0]):
            self._give_up()
        for item in page.items:
            if _wants(webhook, item):
                place = Place(item.number, item.mark)
                self._try(webhook, *event_message(item), place)
                webhook = self._webhook()
        end = Place(page.upto, page.upto_mark)
        if end != webhook.place:
            self._host.webhooks.note(webhook, end)
            return True
        return bool(page.items)

    def _try(self, webhook: Webhook, message: Message, first: Delivery, place: Place) -> None:
        """Sends the message that is next, and moves the place behind it. Raises _Stop unless it was taken.

        `first` is its record unless there is one already.
        """
        known = self._host.webhooks.delivery(self._owner, self._id, first.id)
        answer = self._send(webhook, message)
        if not answer.succeeded:
            self._fail(webhook, known or first, answer)
            raise _Stop
        delivery = tried(known or first, answer, "delivered", _now())
        if not self._host.webhooks.note(webhook, place, delivery, tries=0, failing_since=0, resync=None):
            raise self._stopped()
        self._check_time()

    def _fail(self, webhook: Webhook, delivery: Delivery, answer: Answer) -> None:
        now = _now()
        present = self._host.webhooks.get(self._owner, self._id)
        if present is None or present.url != webhook.url:
            raise self._stopped()  # it has moved meanwhile: this says nothing about it any more
        # As it is by now: whoever enabled it while this try was under way began the count anew.
        since, tries = present.failing_since or now, present.tries + 1
        reason = GONE_REASON if answer.status == GONE else FAILING_REASON if now - since >= GIVE_UP_MS else ""
        record = tried(delivery, answer, "failed" if reason else "pending", now)
        self._host.webhooks.note(webhook, webhook.place, record, tries=tries, failing_since=since)
        if reason:
            self._disable(reason)
        self._host.outbox.later(self._what, self._claim, delay_ms(tries), firm=True)

    def _disable(self, reason: str) -> NoReturn:
        self._host.webhooks.change(self._owner, self._id, changes(enabled=False, reason=reason))
        self._host.outbox.done(self._what, self._claim)
        raise _Stop

    def _send(self, webhook: Webhook, message: Message) -> Answer:
        return send(self._host, webhook, message, _now(), TRY_S)

    def _stopped(self) -> _Stop:
        """Somebody else has moved the endpoint, or removed it: it is looked at anew."""
        self._host.outbox.later(self._what, self._claim, 0)
        return _Stop()


def delay_ms(tries: int) -> int:
    """How long to wait after so many failures, a little more or less, so that many do not come back at once."""
    delay = DELAYS_S[min(tries, len(DELAYS_S)) - 1] * 1000
    return round(delay * random.uniform(0.8, 1.2))  # noqa: S311 - spreads load, hides nothing


def _wants(webhook: Webhook, item: LogItem) -> bool:
    return not webhook.types or item.event["type"] in webhook.types


def _now() -> int:
    return time.time_ns() // 1_000_000
