"""What players are told of their games, in one log for each of them (B16)."""

from typing import Any

import pytest

from service.hosting.changes import Aborted, SeatChanged, SeatLeft, SeatTaken
from service.hosting.committing import own_request
from service.hosting.delete_player import delete_player
from service.hosting.effects import catch_up
from service.hosting.game import GameSeat
from service.hosting.reading import Table, events_after, load_table
from service.hosting.resign import resign
from service.hosting.telling import LogItem, LogPage, listen, listen_for_app, log_after
from service.services import Services
from service.store.apps import App
from service.store.keys import game_keys, new_app_id
from service.store.player_log import PlayerLog
from service.store.players import Player
from tests.hosting.hosts import host_on, new_person, new_player, run_jobs, see_off, store_client
from tests.hosting.tables import GREEDY, ME, OPEN, again, at_seat, new_game, new_open_game, play
from tests.hosting.test_indexing import change

TAKE = "Twug"


def page(host: Services, owner: str, number: int = 0, tag: str = "", limit: int = 500, **how: Any) -> LogPage:
    return log_after(host, owner, number, tag, limit, **how)


def items(host: Services, owner: str) -> list[LogItem]:
    return page(host, owner).items


def told(host: Services, owner: str) -> list[tuple[str, int]]:
    """Game and number there of each event in a log."""
    return [(item.game_id, item.event["number"]) for item in items(host, owner)]


def events_of(host: Services, table: Table, after: int = 0) -> list[dict[str, Any]]:
    return events_after(host, again(host, table), after, "", 500).items


def test_b16_a_log_holds_exactly_the_events_of_the_games_as_their_player_sees_them(host: Services) -> None:
    one, other = new_game(host), None
    ada = one.player_id
    began = again(host, one).stored.last_event
    listen(host, ada)
    play(host, one, TAKE)
    other = new_game(host)
    join = at_seat(host, other, 0).player_id
    listen(host, join)
    play(host, one, "D1")
    play(host, one, "D1")
    assert [item.event for item in items(host, ada)] == events_of(host, one, began)
    assert items(host, join) == []
    play(host, other, TAKE)
    assert {item.game_id for item in items(host, join)} == {other.game.id}


def seat_in_new_game(host: Services, player_id: str, **options: Any) -> Table:
    """A game that a player has entered by taking its last seat."""
    table = new_open_game(host, ME, OPEN, **options)
    change(host, table, SeatTaken(1, player_id, "Ada"))
    return load_table(host, table.game.id, player_id)


def test_each_sees_its_own_hidden_card_alone(host: Services) -> None:
    table = new_game(host)
    people = [seat.player_id for seat in table.game.seats]
    for player_id in people:
        listen(host, player_id)
    play(host, table, "D1")
    mine, theirs = (items(host, player_id)[0].event for player_id in people)
    assert "card" in mine
    assert "card" not in theirs
    assert "card" not in page(host, people[0], as_spectator=True).items[0].event


def test_whoever_takes_a_seat_hears_of_it_and_of_all_that_follows(host: Services) -> None:
    ada = new_person(host).id
    listen(host, ada)
    table = seat_in_new_game(host, ada)
    play(host, table, TAKE)
    assert [item.event["type"] for item in items(host, ada)][:2] == ["seat_taken", "game_started"]
    assert told(host, ada)[-1] == (table.game.id, again(host, table).stored.last_event)


def test_of_games_that_run_already_all_that_follows_is_told(host: Services) -> None:
    running, waiting = new_game(host), new_open_game(host, ME, OPEN)
    for table in (running, waiting):
        listen(host, table.player_id)
        listen(host, table.player_id)
        assert again(host, table).stored.told
    play(host, running, TAKE)
    change(host, waiting, Aborted())
    assert items(host, running.player_id)[0].event["type"] == "action_played"
    assert [item.event["type"] for item in items(host, waiting.player_id)] == ["game_aborted"]


def test_a_seat_taken_while_listening_begins_is_not_lost(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player is marked first; whoever places it in a game after that finds the mark."""
    ada, found = new_person(host).id, list[Table]()
    mark = PlayerLog.listen

    def mark_and_seat(log: PlayerLog, owner: str) -> bool:
        try:
            return mark(log, owner)
        finally:
            found.append(seat_in_new_game(host, ada))

    monkeypatch.setattr(PlayerLog, "listen", mark_and_seat)
    listen(host, ada)
    assert again(host, found[0]).stored.told
    assert told(host, ada)[0][0] == found[0].game.id


def test_listening_that_was_broken_off_is_begun_anew(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_game(host)
    with monkeypatch.context() as broken:
        broken.setattr(type(host.games), "tell", lambda *_: (_ for _ in ()).throw(RuntimeError))
        with pytest.raises(RuntimeError):
            listen(host, table.player_id)
    assert not again(host, table).stored.told
    listen(host, table.player_id)
    assert again(host, table).stored.told


def test_all_who_are_out_of_it_hear_how_and_nothing_after(host: Services) -> None:
    table, ben = new_open_game(host, ME, OPEN, visibility="private"), new_person(host).id
    listen(host, ben)
    change(host, table, SeatChanged(1, GameSeat("invited", ben, "Ben", expires_at=1)))
    change(host, table, SeatLeft(1, "withdrawn"))
    change(host, table, SeatTaken(1, new_person(host).id, "Eve"))
    play(host, table, "D1")
    assert [item.event["type"] for item in items(host, ben)] == ["seat_offered", "seat_left"]


def test_moves_of_ai_players_are_told_in_order(host: Services) -> None:
    table = new_game(host, ME, GREEDY, GREEDY)
    listen(host, table.player_id)
    began = again(host, table).stored.last_event
    play(host, table, TAKE)
    run_jobs(host, most=1)
    now = again(host, table)
    assert now.stored.effects_done == now.stored.version
    assert now.game.running.to_act == 0
    assert [item.event for item in items(host, table.player_id)] == events_of(host, table, began)


def test_what_a_dead_process_did_not_tell_is_told_later_and_once(host: Services, redis_url: str) -> None:
    table = new_game(host)
    ada = table.player_id
    listen(host, ada)
    began = again(host, table).stored
    away = host_on(redis_url)
    away.queues.away = True  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(PlayerLog, "tell", lambda *_: (_ for _ in ()).throw(ConnectionError))
        for _ in range(3):
            play(away, table, TAKE)
            assert items(host, ada) == []
    now = again(host, table).stored
    assert (now.effects_done, now.version) == (began.version, began.version + 3)
    for _ in range(2):
        catch_up(host, table.game.id)
        store_client(host).call("HSET", game_keys(table.game.id).game, "effects_done", began.version)
    assert [item.event for item in items(host, ada)] == events_of(host, table, began.last_event)


def test_a_queue_that_is_away_keeps_nothing_from_the_logs(host: Services) -> None:
    table = new_game(host, ME, GREEDY)
    listen(host, table.player_id)
    host.queues.away = True  # type: ignore[attr-defined]
    play(host, table, TAKE)
    assert items(host, table.player_id)[0].event["type"] == "action_played"
    now = again(host, table).stored
    assert now.effects_done < now.version


def test_an_app_hears_of_all_its_players_and_of_each_commit_once(host: Services) -> None:
    app = App(new_app_id(), "Table for Two", 1)
    host.apps.create(app)
    ada, ben = (new_player(host, Player("", name, app=app.id, external_id=name)).id for name in ("ada", "ben"))
    table = seat_in_new_game(host, ada)
    host.log.listen(app.id)
    for player_id in (ada, ben):
        listen_for_app(host, player_id)
    began = again(host, table).stored.last_event
    play(host, table, TAKE)
    play(host, table, "D1")
    other = seat_in_new_game(host, ben)
    change(host, other, Aborted())
    found = items(host, app.id)
    spectator = load_table(host, table.game.id, "")
    assert [item.event for item in found if item.game_id == table.game.id] == events_of(host, spectator, began)
    assert {item.game_id for item in found} == {table.game.id, other.game.id}
    assert items(host, ada) == []


def test_b24_a_deleted_player_has_no_log(host: Services) -> None:
    table = new_game(host)
    ada = table.player_id
    listen(host, ada)
    play(host, table, TAKE)
    assert items(host, ada)
    delete_player(host, ada)
    see_off(host)
    assert page(host, ada) == LogPage([], 0, "", 0, "")
    assert host.log.read(ada, 0, 9) == []


def test_what_wants_to_be_called_is_asked_for(host: Services) -> None:
    table = new_game(host)
    bot = at_seat(host, table, 1).player_id
    store_client(host).call("HSET", f"player:{{{bot}}}", "turn_url", "https://bot.example/")
    listen(host, bot)
    play(host, table, TAKE)
    assert host.queues.callbacks == [table.game.id]  # type: ignore[attr-defined]
    assert host.outbox.waiting() == 1
    play(host, table, TAKE)
    assert host.queues.callbacks == [table.game.id]  # type: ignore[attr-defined]
    resign(host, at_seat(host, table, 1), own_request(), exact=False)
    assert host.queues.callbacks == [table.game.id]  # type: ignore[attr-defined]


def test_games_that_nobody_keeps_a_log_of_are_not_told(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_game(host)
    monkeypatch.setattr(PlayerLog, "tell", lambda *_: pytest.fail("nobody keeps a log"))
    play(host, table, TAKE)
    assert not again(host, table).stored.told


def test_commits_that_are_told_owe_effects(host: Services) -> None:
    table = new_game(host)
    listen(host, table.player_id)
    outcome = play(host, table, TAKE)
    assert outcome.stored.effects_done == outcome.stored.version == again(host, table).stored.effects_done
