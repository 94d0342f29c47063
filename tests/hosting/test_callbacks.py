"""Bots that are called: their answer is played like anybody's, and whatever else they do stops nothing (B14)."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from standardwebhooks import Webhook

from service.hosting.callbacks import MOST_TRIES, CalledTurn, ask_turns, call, turn_in
from service.hosting.delete_player import delete_player
from service.hosting.flag_clock import flag_clock
from service.hosting.legal import legal_for
from service.hosting.reading import Table, load_table
from service.hosting.turn_url import rotate_secret, set_turn_url
from service.services import Services
from service.store.callbacks import MOST_FAILURES, Failure
from service.store.outbox import member
from tests.hosting.hosts import store_client
from tests.hosting.tables import PER_TURN, again, new_game, play
from tests.receiver import Received, Receiver, Reply, json_reply
from tests.store.commits import age

LEASE = 60_000


@pytest.fixture
def bot() -> Iterator[Receiver]:
    """A bot's server: it answers challenges, and plays the first legal action."""
    with Receiver(first_action) as receiver:
        yield receiver


def first_action(request: Received) -> Reply:
    return answering(request, lambda message: json_reply(message["legal_actions"][0]["action"]))


def answering(request: Received, turn: Callable[[Any], Reply]) -> Reply:
    message = request.json
    return json_reply({"challenge": message["challenge"]}) if message["type"] == "challenge" else turn(message)


def on_turn(receiver: Receiver, turn: Callable[[Any], Reply]) -> None:
    receiver.answer = lambda request: answering(request, turn)


def called(host: Services, receiver: Receiver, player_id: str) -> str:
    """Has a player called; its secret."""
    secret = rotate_secret(host, player_id).secret
    set_turn_url(host, player_id, receiver.url)
    return secret


def game_with(host: Services, receiver: Receiver, **options: Any) -> Table:
    """A game whose first seat belongs to a player who is called, before its turn was asked for."""
    table = new_game(host, **options)
    called(host, receiver, table.player_id)
    return table


def next_call(host: Services, table: Table) -> bool:
    """What a job does: calls who is to act, where the outbox says so; whether there was a call."""
    what = member("c", table.game.id)
    claim, turn = host.outbox.claim(what, LEASE), turn_in(host, table.game.id)
    if claim is None:
        return False
    if turn is None:
        host.outbox.done(what, claim)
        return False
    call(host, turn, claim)
    return True


def reasons(host: Services, table: Table) -> list[str]:
    return [failure.reason for failure in host.callbacks.failures(table.player_id)]


def turns(receiver: Receiver) -> list[Received]:
    return [request for request in receiver.received if request.json["type"] == "turn"]


def test_the_answer_is_played(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)
    assert next_call(host, table)
    after = again(host, table)
    assert after.stored.version == table.stored.version + 1
    assert after.game.running.to_act == 1
    assert reasons(host, table) == []
    assert not next_call(host, table), "the other seat is not called"
    assert host.outbox.waiting() == 0


def test_what_is_sent_is_the_seats_own_view_and_signed(host: Services, bot: Receiver) -> None:
    table = new_game(host, time_control=PER_TURN)
    secret = called(host, bot, table.player_id)
    before = again(host, table)
    assert next_call(host, table)
    [request] = turns(bot)
    message = Webhook(secret).verify(request.body, request.headers)
    assert message["game"] == msgspec.json.decode(msgspec.json.encode(before.view()))
    assert message["legal_actions"] == msgspec.json.decode(msgspec.json.encode(legal_for(before, "default")["actions"]))
    assert message["deadline_at"] == message["game"]["turn"]["deadline_at"]
    assert request.headers["webhook-id"] == f"{table.game.id}-{before.stored.etag}"


def test_a_whole_game_is_played_by_calls_alone(host: Services, bot: Receiver) -> None:
    table = new_game(host, target_prestige=10, max_rounds=100)
    for seat in again(host, table).game.seats:
        called(host, bot, seat.player_id)
    calls = 0
    while not again(host, table).game.over and calls < 2_000:
        assert next_call(host, table), "each commit asks for the next call"
        calls += 1
    assert again(host, table).game.over
    assert [f for seat in table.game.seats for f in host.callbacks.failures(seat.player_id)] == []


RUBBISH = {
    "null": Reply(200, b'{"action": null}'), "no json": Reply(200, b"pass"), "nothing": Reply(200, b""),
    "a list": Reply(200, b"[]"), "null alone": Reply(200, b"null"), "not utf-8": Reply(200, b'{"type": "\xff"}'),
    "nested": Reply(200, b"[" * 30_000), "nan": Reply(200, b'{"type": NaN}'),
    "unknown type": json_reply({"type": "cheat"}), "type is a list": json_reply({"type": []}),
    "stray member": json_reply({"type": "pass", "x": 1}), "a fraction": json_reply({"type": "reserve_from_deck", "level": 1.0}),
    "true": json_reply({"type": "reserve_from_deck", "level": True}), "level 4": json_reply({"type": "reserve_from_deck", "level": 4}),
    "tokens missing": json_reply({"type": "take_tokens"}), "tokens a list": json_reply({"type": "take_tokens", "tokens": [1]}),
    "no such card": json_reply({"type": "reserve_card", "card_id": "L9-99"}),
    "negative": json_reply({"type": "take_tokens", "tokens": {"white": -1}}),
}  # fmt: skip


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_a_failure_and_no_more(host: Services, bot: Receiver, name: str) -> None:
    table = game_with(host, bot)
    on_turn(bot, lambda _: RUBBISH[name])
    assert next_call(host, table)
    [failure] = host.callbacks.failures(table.player_id)
    assert failure.reason in ("reply-not-json", "action-invalid")
    assert (failure.game_id, failure.version, failure.attempt) == (table.game.id, again(host, table).stored.version, 1)
    assert failure.status == 200
    on_turn(bot, lambda message: json_reply(message["legal_actions"][0]["action"]))
    ask_turns(host, table.player_id)
    assert next_call(host, table), "the turn was still open"
    assert again(host, table).game.running.to_act == 1


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (json_reply({"type": "pass"}), ("illegal-action", 200, "Q1")),
        (json_reply({"type": "take_tokens", "tokens": {"white": 10**30}}), ("illegal-action", 200, "K2")),
        (json_reply({"type": "pass"}, 500), ("status-not-200", 500, "")),
        (json_reply({"type": "pass"}, 204), ("status-not-200", 204, "")),
        (Reply(302, b"", (("Location", "http://127.0.0.1:1/"),)), ("status-not-200", 302, "")),
        (Reply(200, b" " * 70_000), ("reply-too-large", 200, "")),
        (Reply(raw=lambda connection: connection.sendall(b"?")), ("reply-broken", 0, "")),
    ],
)
def test_what_was_wrong_is_told(host: Services, bot: Receiver, reply: Reply, expected: tuple[str, int, str]) -> None:
    table = game_with(host, bot)
    on_turn(bot, lambda _: reply)
    assert next_call(host, table)
    [failure] = host.callbacks.failures(table.player_id)
    assert (failure.reason, failure.status) == expected[:2]
    assert bool(failure.rule) == bool(expected[2])


def test_it_is_called_again_after_a_while_that_grows(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)
    on_turn(bot, lambda _: json_reply({}, 500))
    waits = []
    for _ in range(8):
        assert next_call(host, table)
        assert not next_call(host, table), "not at once"
        waits.append(wait_of(host, table))
        ask_turns(host, table.player_id)
    assert [round(wait / 1000) for wait in waits] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert [f.attempt for f in host.callbacks.failures(table.player_id)] == [8, 7, 6, 5, 4, 3, 2, 1]


def wait_of(host: Services, table: Table) -> int:
    """For how long the game's next call waits, in ms."""
    score = store_client(host).call("ZSCORE", "due:{outbox}", member("c", table.game.id))
    return int(score) - host.games.now(table.game.id)


def test_after_a_day_of_failures_a_game_without_a_clock_is_left_alone(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)
    on_turn(bot, lambda _: json_reply({}, 500))
    for _ in range(MOST_TRIES - 1):
        host.callbacks.begin(table.player_id, table.game.id, again(host, table).stored.etag)
    assert next_call(host, table)
    assert host.outbox.waiting() == 0
    assert len(reasons(host, table)) == 1


def test_no_call_is_planned_behind_the_deadline(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot, time_control=PER_TURN._replace(initial_ms=2_000))
    on_turn(bot, lambda _: json_reply({}, 500))
    host.callbacks.begin(table.player_id, table.game.id, again(host, table).stored.etag)
    assert next_call(host, table)
    assert host.outbox.waiting() == 0, "the next one would come after four seconds"


def test_the_clock_decides_where_no_answer_comes(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot, time_control=PER_TURN._replace(initial_ms=1_000))
    on_turn(bot, lambda _: bot.hang(bot.received[-1]))
    assert next_call(host, table)
    assert reasons(host, table) == ["timeout"]
    flag_clock(host, table.game.id, again(host, table).stored.version)
    assert again(host, table).game.over


def test_an_answer_that_comes_too_late_loses_by_the_clock(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot, time_control=PER_TURN)

    def late(message: Any) -> Reply:
        age(store_client(host), table.game.id, PER_TURN.initial_ms)
        return json_reply(message["legal_actions"][0]["action"])

    on_turn(bot, late)
    assert next_call(host, table)
    assert reasons(host, table) == ["time-over"]
    assert again(host, table).game.over


def test_a_game_that_moves_on_meanwhile_is_no_failure(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)

    def played_elsewhere(message: Any) -> Reply:
        play(host, table, "Twug")
        return json_reply(message["legal_actions"][0]["action"])

    on_turn(bot, played_elsewhere)
    assert next_call(host, table)
    assert again(host, table).stored.version == table.stored.version + 1
    assert reasons(host, table) == []


def test_a_turn_that_begins_while_it_is_called_is_not_lost(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)

    def two_turns_on(_: Any) -> Reply:
        play(host, table, "Twug")
        play(host, table, "Twug")
        return json_reply({"type": "pass"})

    on_turn(bot, two_turns_on)
    assert next_call(host, table)
    on_turn(bot, lambda message: json_reply(message["legal_actions"][0]["action"]))
    assert next_call(host, table), "it is its turn again"


@pytest.mark.parametrize("slow", [True, False])
def test_a_call_that_takes_long_is_in_the_way_of_the_next_turn(
    host: Services, bot: Receiver, monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    """That is noted for the turn, for which nobody may be called in the end."""
    monkeypatch.setattr("service.hosting.callbacks.HELD_S", -1 if slow else 60)
    table = game_with(host, bot)

    def two_turns_on(message: Any) -> Reply:
        play(host, table, "Twug")
        play(host, table, "Twug")
        return json_reply(message["legal_actions"][0]["action"])

    on_turn(bot, two_turns_on)
    assert next_call(host, table)
    etag = again(host, table).stored.etag
    assert host.callbacks.begun(table.player_id, table.game.id, [etag, "9-ffffffff"]) == slow
    assert host.callbacks.begin(table.player_id, table.game.id, etag) == 1, "it was no try"


def test_failures_count_until_a_call_leads_to_an_action(host: Services, bot: Receiver) -> None:
    """Or until the address is given anew, and has answered."""

    def failing() -> int:
        return host.callbacks.failing([table.player_id])[0].games

    table = game_with(host, bot)
    on_turn(bot, lambda _: Reply(500))
    for _ in range(2):
        assert next_call(host, table)
        assert failing() == 1, "one game, however often"
        host.outbox.ask(member("c", table.game.id), urgent=True)
    set_turn_url(host, table.player_id, bot.url)
    assert failing() == 0
    assert next_call(host, table)
    assert failing() == 1
    host.outbox.ask(member("c", table.game.id), urgent=True)
    on_turn(bot, lambda message: json_reply(message["legal_actions"][0]["action"]))
    assert next_call(host, table)
    assert failing() == 0


def test_only_the_newest_failures_are_kept(host: Services) -> None:
    table = new_game(host)
    for number in range(MOST_FAILURES + 5):
        host.callbacks.failed(table.player_id, Failure(number, table.game.id, 1, number, "timeout"))
    kept = host.callbacks.failures(table.player_id)
    assert [failure.at for failure in kept] == list(range(MOST_FAILURES + 4, 4, -1))


def test_who_ends_it_is_called_no_more(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)
    assert turn_in(host, table.game.id) is not None
    set_turn_url(host, table.player_id, "")
    assert turn_in(host, table.game.id) is None
    assert not next_call(host, table)
    assert turns(bot) == []


def test_who_is_gone_is_called_no_more(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)
    delete_player(host, table.player_id)
    assert turn_in(host, table.game.id) is None
    assert store_client(host).call("HGET", f"player:{{{table.player_id}}}", "turn_url") is None


def test_seats_of_ai_players_and_games_that_are_over_call_nobody(host: Services, bot: Receiver) -> None:
    table = game_with(host, bot)
    assert isinstance(turn_in(host, table.game.id), CalledTurn)
    assert turn_in(host, "gzzunknownunknownunknow") is None


def test_the_store_counts_tries_for_each_version(host: Services) -> None:
    table = load_table(host, new_game(host).game.id, "")
    player = table.game.seats[0].player_id
    assert [host.callbacks.begin(player, table.game.id, etag) for etag in ("1-a", "1-a", "2-b")] == [1, 2, 1]
