"""B17: one owner, several games, an endpoint for each way in which a receiver can fail, and workers that are killed.

Each endpoint gets every event of the owner's games at least once, repeated ones under the same id with the same data.
"""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import pytest
from msgspec import json

from service.store.webhooks import Webhook
from tests.hosting.hooks import Hurry, endpoint, now, verified
from tests.races.callers import PATIENCE_S, Json, Line
from tests.races.live_clients import whole_log
from tests.races.matches import Match, Players, new_match
from tests.races.programs import Program
from tests.races.stand import Stand
from tests.races.test_webhooks import sending_worker
from tests.receiver import Received, Receiver, Reply
from tests.servers import wait_until

GAMES, TURNS, FIRST = 4, 24, 3
HEALED_S = 40.0
"""A hanging receiver is waited for ten seconds, a dead worker's claim for six, and the ticker looks every five."""


class Mailbox(Receiver):
    """A receiver that fails in its own way before it takes a message."""

    def __init__(self, fails: Callable[[Received, int], Reply | None]) -> None:
        super().__init__(self._reply)
        self._fails = fails

    def _reply(self, request: Received) -> Reply:
        return self._fails(request, len(self.received)) or Reply(204)


class Desk:
    """A site whose owner plays some games, with two workers that send, and the owner's endpoints."""

    def __init__(self, stand: Stand, workers: list[Program], stack: ExitStack) -> None:
        self.stand, self.workers, self._stack = stand, workers, stack
        self.api = stand.apis[0]
        with self.api.line() as line:
            self.owner = line.person("Owner")
        self.matches: list[Match] = []
        self._hurry = Hurry(stand.host)

    def endpoint(self, fails: Callable[[Received, int], Reply | None]) -> tuple[Mailbox, Webhook]:
        mailbox = self._stack.enter_context(Mailbox(fails))
        return mailbox, endpoint(self.stand.host, self.owner.id, mailbox)

    def seat(self) -> None:
        with self.api.line() as line:
            self.matches = [self._match(line) for _ in range(GAMES)]

    def _match(self, line: Line) -> Match:
        return new_match(line, self.owner, line.person("Guest"))

    def play(self, turns: int, seed: int) -> None:
        with Players([self.api], self.matches, 2, seed) as players:
            players.play(turns)

    def told(self) -> dict[tuple[str, int], Json]:
        """All events of the owner's games, as spectators see them, by game and number."""
        logs = {match.game_id: whole_log(self.api, f"{match.path}/events") for match in self.matches}
        events = [(game_id, json.decode(item)) for game_id, log in logs.items() for item in log]
        return {(game_id, event["number"]): event for game_id, event in events}

    def brought(self, mailbox: Mailbox, webhook: Webhook) -> bool:
        """Whether all has been taken; the wait after each failure is cut short."""
        self._hurry(self.owner.id, webhook.id)
        return (
            now(self.stand.host, webhook).place == self.stand.host.log.last(self.owner.id)
            and arrived(mailbox) == self.told().keys()
        )


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with Stand(tmp_path_factory.mktemp("desk")) as stand:
        stand.api()
        stand.worker("upkeep", "clock")
        stand.ticker()
        yield stand.wait(workers=1, tickers=1)


@pytest.fixture(scope="module")
def workers(stand: Stand) -> list[Program]:
    return [sending_worker(stand) for _ in range(2)]


@pytest.fixture
def desk(stand: Stand, workers: list[Program]) -> Iterator[Desk]:
    with ExitStack() as stack:
        yield Desk(stand, workers, stack)


def arrived(mailbox: Mailbox) -> set[tuple[str, int]]:
    """Which events have come so far, by game and number."""
    data = [one.json["data"] for one in list(mailbox.received)]
    return {(one["game_id"], one["event"]["number"]) for one in data}


def check(mailbox: Mailbox, webhook: Webhook, told: dict[tuple[str, int], Json]) -> None:
    """What has come, sorted by game and number, is what the games tell; each under one id, in the same bytes each time."""
    by_id: dict[str, set[bytes]] = {}
    for one in mailbox.received:
        verified(one, webhook.secret)
        by_id.setdefault(one.headers["webhook-id"], set()).add(one.body)
    assert {len(bodies) for bodies in by_id.values()} == {1}
    data = [json.decode(body)["data"] for (body,) in by_id.values()]
    events = {(one["game_id"], one["event"]["number"]): one["event"] for one in data}
    assert sorted(events.items()) == sorted(told.items())
    assert by_id.keys() == {f"{game_id}-{number}-{event['tag']}" for (game_id, number), event in told.items()}


def ok(*_: object) -> None:
    """Takes all."""


def failing(first: int, seed: int) -> Callable[[Received, int], Reply | None]:
    """500 to the first ones, then to one in five."""
    chance = random.Random(seed)
    return lambda _, count: Reply(500) if count <= first or chance.random() < 0.2 else None


def test_b17_every_endpoint_gets_every_event_whatever_befalls_it(desk: Desk) -> None:
    restarted, hung = threading.Event(), threading.Event()

    def lost(request: Received, _: int) -> Reply | None:
        """Stored; the answer does not come in time, once."""
        if not restarted.is_set() or hung.is_set():
            return None
        hung.set()
        return hangs.hang(request)

    def deadly(_: Received, count: int) -> Reply | None:
        """Stored; whoever sent it is killed before the answer."""
        if count == FIRST:
            for worker in desk.workers:
                worker.kill()
        return None

    pairs = [desk.endpoint(fails) for fails in (failing(FIRST, 17), lost, deadly, ok)]
    hangs = pairs[1][0]
    desk.seat()
    desk.play(TURNS, seed=1)
    wait_until(lambda: not any(worker.running for worker in desk.workers), PATIENCE_S, "they are killed after the POST")
    restarted.set()
    for worker in desk.workers:
        worker.start()
    desk.play(TURNS, seed=2)
    for mailbox, webhook in pairs:
        wait_until(lambda a=mailbox, b=webhook: desk.brought(a, b), HEALED_S, said(desk.workers))  # type: ignore[misc]
    told = desk.told()
    for mailbox, webhook in pairs:
        check(mailbox, webhook, told)
    for mailbox, _ in pairs[:3]:
        assert len(mailbox.received) > len(told), "something came twice"


def test_b17_a_receiver_that_never_answers_holds_up_no_other(desk: Desk) -> None:
    stuck = [desk.endpoint(lambda one, _: mailbox_of_one.hang(one)) for _ in range(3)]
    mailbox_of_one = stuck[0][0]
    fast, webhook = desk.endpoint(ok)
    desk.seat()
    wait_until(lambda: all(mailbox.received for mailbox, _ in stuck), PATIENCE_S, said(desk.workers))
    desk.play(TURNS, seed=3)
    wait_until(lambda: desk.brought(fast, webhook), PATIENCE_S, said(desk.workers))
    assert {len({one.headers["webhook-id"] for one in mailbox.received}) for mailbox, _ in stuck} == {1}
    check(fast, webhook, desk.told())


def said(workers: Sequence[Program]) -> str:
    return "\n".join(worker.said[-1500:] for worker in workers)
