"""Webhooks by real workers: everything arrives, in order, under one id each, whoever dies, hangs or lies (B17)."""

import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.hosting.asking import ask_webhook
from service.hosting.reading import Table
from service.store.webhooks import Webhook
from tests.hosting.hooks import endpoint, ids, now, numbers, verified
from tests.hosting.tables import new_game, play
from tests.races.programs import Program
from tests.races.stand import Stand
from tests.receiver import Received, Receiver, Reply
from tests.servers import wait_until

HEALED_S = 25.0
"""A dead worker's claim ends after six seconds; then the ticker asks again."""
TAKE = "Twug"


@pytest.fixture
def worker(desk: Stand) -> Iterator[Program]:
    program = sending_worker(desk)
    yield program
    program.kill()


def sending_worker(desk: Stand) -> Program:
    """Another worker for what is sent out."""
    there = desk.workers_connected()
    environment = {**desk.environment(), "SPLENDOR_WEBHOOK_ALLOW": "127.0.0.1"}
    program = desk._start("outbound", ["service.cli", "worker", "outbound"], environment)
    wait_until(lambda: desk.workers_connected() > there, what="a worker that sends")
    return program


def last(desk: Stand, webhook: Webhook) -> int:
    """The number of the newest event in the owner's log."""
    return desk.host.log.last(webhook.owner)[0]


def complete(desk: Stand, webhook: Webhook, receiver: Receiver) -> bool:
    return set(numbers(receiver)) == set(range(1, last(desk, webhook) + 1))


def is_in_order(receiver: Receiver) -> bool:
    """What comes for the first time has a higher number than all before; what comes again is the newest one."""
    highest = 0
    for number in numbers(receiver):
        if number not in (highest, highest + 1):
            return False
        highest = number
    return True


def cut(connection: socket.socket) -> None:
    """It was stored; the answer never comes."""
    connection.shutdown(socket.SHUT_RDWR)


def table_with(desk: Stand, receiver: Receiver) -> tuple[Table, Webhook]:
    table = new_game(desk.host)
    return table, endpoint(desk.host, table.player_id, receiver)


def test_events_arrive_as_they_happen(desk: Stand, worker: Program, receiver: Receiver) -> None:
    table, webhook = table_with(desk, receiver)
    for _ in range(3):
        play(desk.host, table, TAKE)
    wait_until(lambda: complete(desk, webhook, receiver), what=worker.said[-2000:])
    assert numbers(receiver) == list(range(1, last(desk, webhook) + 1))
    assert all(verified(one, webhook.secret) for one in receiver.received)


def test_b17_worker_is_killed_after_the_post(desk: Stand, receiver: Receiver) -> None:
    table, webhook = table_with(desk, receiver)
    first = sending_worker(desk)

    def kill(_: Received) -> Reply:
        receiver.answer = lambda _: Reply(200)
        first.kill()
        return Reply(200)

    receiver.answer = kill
    play(desk.host, table, TAKE)
    wait_until(lambda: not first.running)
    second = sending_worker(desk)
    wait_until(lambda: complete(desk, webhook, receiver), HEALED_S, second.said[-2000:])
    assert numbers(receiver)[:2] == [1, 1]
    assert ids(receiver)[0] == ids(receiver)[1]
    assert is_in_order(receiver)
    second.kill()


def test_b17_receiver_that_fails_in_every_way(desk: Stand, worker: Program, receiver: Receiver) -> None:
    """It hangs once, then 500, answers that break off after it was stored, redirects, and 2xx, at random.

    The waits between the tries are cut short; the time-out is not.
    """
    chance = random.Random(17)

    def moody(request: Received) -> Reply:
        if len(receiver.received) == 1:
            return receiver.hang(request)
        return chance.choice(
            (Reply(500), Reply(raw=cut), Reply(302, headers=(("Location", "/"),)), Reply(), Reply(204))
        )

    receiver.answer = moody
    table, webhook = table_with(desk, receiver)
    for turn in (TAKE, TAKE, "D1", "D1", "D2", "D2"):
        play(desk.host, table, turn)

    def hurried() -> bool:
        if now(desk.host, webhook).tries:
            ask_webhook(desk.host, webhook.owner, webhook.id)
        return complete(desk, webhook, receiver) and now(desk.host, webhook).place == desk.host.log.last(webhook.owner)

    wait_until(hurried, 60, worker.said[-2000:])
    assert is_in_order(receiver)
    pairs = {(one.headers["webhook-id"], one.json["data"]["number"], one.body) for one in receiver.received}
    assert len(pairs) == last(desk, webhook), "one id and the same bytes for each event, however often it came"
    assert len(receiver.received) > len(pairs)
    assert now(desk.host, webhook).enabled


def test_store_dies_while_messages_are_on_their_way(tmp_path: Path, receiver: Receiver) -> None:
    """Everything arrives; what was sent and not noted comes again, under the same id."""
    with Stand(tmp_path) as stand:
        stand.store.set(appendfsync="always")  # what was acknowledged is there again
        stand.ticker()
        worker = sending_worker(stand)
        table, webhook = table_with(stand, receiver)
        receiver.answer = lambda _: Reply(200 if not receiver.quit.wait(0.05) else 500)
        for turn in (TAKE, TAKE, "D1", "D1"):
            play(stand.host, table, turn)
        wait_until(lambda: len(receiver.received) > 2)
        stand.store.kill()
        stand.store.start()
        wait_until(lambda: complete(stand, webhook, receiver), HEALED_S, worker.said[-2000:])
        wait_until(lambda: now(stand.host, webhook).place == stand.host.log.last(webhook.owner))
        assert len(set(ids(receiver))) == last(stand, webhook)
        assert now(stand.host, webhook).enabled


def test_two_workers_send_one_message_at_a_time(desk: Stand, worker: Program, receiver: Receiver) -> None:
    second = sending_worker(desk)
    under_way, most, lock = 0, 0, threading.Lock()

    def counted(_: Received) -> Reply:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        receiver.quit.wait(0.02)
        with lock:
            under_way -= 1
        return Reply(200)

    receiver.answer = counted
    table, webhook = table_with(desk, receiver)
    for turn in (TAKE, TAKE, "D1", "D1"):
        play(desk.host, table, turn)
    wait_until(lambda: complete(desk, webhook, receiver), what=second.said[-2000:])
    assert (most, len(receiver.received)) == (1, last(desk, webhook))
    second.kill()


def test_receiver_that_hangs_is_in_nobodys_way(desk: Stand, worker: Program, receiver: Receiver) -> None:
    with Receiver() as hanging:
        hanging.answer = hanging.hang
        stuck, _ = table_with(desk, hanging)
        play(desk.host, stuck, TAKE)
        wait_until(lambda: hanging.received)
        table, webhook = table_with(desk, receiver)
        play(desk.host, table, TAKE)
        wait_until(lambda: complete(desk, webhook, receiver), 8, worker.said[-2000:])
        assert len(hanging.received) == 1


def test_worker_that_is_asked_to_stop_loses_nothing(desk: Stand, receiver: Receiver) -> None:
    table, webhook = table_with(desk, receiver)
    first = sending_worker(desk)
    receiver.answer = receiver.hang
    play(desk.host, table, TAKE)
    wait_until(lambda: receiver.received)
    assert first.stop() == 0
    receiver.answer = lambda _: Reply(200)
    second = sending_worker(desk)
    wait_until(lambda: complete(desk, webhook, receiver), HEALED_S, second.said[-2000:])
    assert is_in_order(receiver)
    second.kill()
