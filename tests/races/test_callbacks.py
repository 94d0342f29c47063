"""Bots that are called by real workers: games are played to their end, whoever dies or hangs (B14)."""

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from service.hosting.callbacks import ask_turns
from service.hosting.reading import Table
from service.hosting.telling import listen
from service.outbound.signing import OLD_SIGNS_MS, new_secret
from service.services import Services
from service.store.outbox import member
from tests.hosting.tables import again, new_game
from tests.races.programs import Program
from tests.races.stand import Stand
from tests.receiver import Received, Receiver, Reply, json_reply
from tests.servers import wait_until

HEALED_S = 20.0
"""A dead worker's claim ends after six seconds; then the ticker asks again."""
MOST_ROUNDS = 20


@pytest.fixture
def worker(desk: Stand) -> Iterator[Program]:
    program = calling_worker(desk)
    yield program
    program.kill()


@pytest.fixture
def bot() -> Iterator[Receiver]:
    with Receiver(first_action) as receiver:
        yield receiver


def calling_worker(desk: Stand) -> Program:
    environment = {**desk.environment(), "SPLENDOR_WEBHOOK_ALLOW": "127.0.0.1"}
    program = desk._start("outbound", ["service.cli", "worker", "outbound"], environment)
    desk.wait(workers=2)
    return program


def first_action(request: Received) -> Reply:
    return json_reply(request.json["legal_actions"][0]["action"])


def game_of(host: Services, *bots: Receiver, **options: Any) -> Table:
    """A game whose seats belong to players who are called, each at a server of its own."""
    table = new_game(host, **{"max_rounds": MOST_ROUNDS, **options})
    for seat, receiver in zip(table.game.seats, bots, strict=True):
        host.callbacks.rotate(seat.player_id, new_secret(), OLD_SIGNS_MS)
        host.callbacks.set_url(seat.player_id, receiver.url)
        listen(host, seat.player_id)
    for seat in table.game.seats:
        ask_turns(host, seat.player_id)
    return table


def over(host: Services, table: Table) -> bool:
    return again(host, table).game.over


def test_games_are_played_by_calls_alone(desk: Stand, worker: Program, bot: Receiver) -> None:
    tables = [game_of(desk.host, bot, bot) for _ in range(4)]
    wait_until(lambda: all(over(desk.host, table) for table in tables), 60, worker.said[-2000:])
    assert [desk.host.callbacks.failures(seat.player_id) for t in tables for seat in t.game.seats] == [[]] * 8
    ids = [(request.headers["webhook-id"]) for request in bot.received]
    assert len(ids) == len(set(ids)), "one call a turn"


def test_a_bot_that_hangs_is_in_nobodys_way(desk: Stand, worker: Program, bot: Receiver) -> None:
    with Receiver() as hanging:
        hanging.answer = hanging.hang
        stuck = game_of(desk.host, hanging, bot)
        table = game_of(desk.host, bot, bot)
        wait_until(lambda: hanging.received)
        wait_until(lambda: over(desk.host, table), 60, worker.said[-2000:])
        assert again(desk.host, stuck).stored.version == stuck.stored.version


def test_a_worker_that_is_killed_in_a_call_delays_a_turn_by_its_lease(desk: Stand, bot: Receiver) -> None:
    first = calling_worker(desk)
    bot.answer = bot.hang
    table = game_of(desk.host, bot, bot)
    wait_until(lambda: bot.received)
    first.kill()
    bot.answer = first_action
    second = calling_worker(desk)
    wait_until(lambda: again(desk.host, table).stored.version > table.stored.version, HEALED_S, second.said[-2000:])
    assert bot.received[0].headers["webhook-id"] == bot.received[1].headers["webhook-id"]
    wait_until(lambda: over(desk.host, table), 60)
    second.kill()


def test_a_worker_that_is_asked_to_stop_gives_back_what_it_cannot_end(desk: Stand, bot: Receiver) -> None:
    first = calling_worker(desk)
    bot.answer = bot.hang
    table = game_of(desk.host, bot, bot)
    wait_until(lambda: bot.received)
    first.signal(signal.SIGTERM)
    wait_until(lambda: not first.running, HEALED_S)
    assert desk.host.outbox.claim(member("c", table.game.id), 1) is not None
    assert "Traceback" not in first.said


def test_a_worker_that_is_asked_to_stop_ends_what_it_can(desk: Stand, bot: Receiver) -> None:
    worker = calling_worker(desk)

    def when_stopped(request: Received) -> Reply:
        worker.signal(signal.SIGTERM)
        wait_until(lambda: desk.idle_workers() == 1, what="it takes no more jobs")
        return first_action(request)

    bot.answer = when_stopped
    table = game_of(desk.host, bot, bot)
    wait_until(lambda: not worker.running, HEALED_S)
    assert again(desk.host, table).stored.version == table.stored.version + 1
    assert "Traceback" not in worker.said
