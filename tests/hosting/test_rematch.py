"""The steps of a rematch (B23): each may be repeated, and whoever comes in between makes no second game."""

import pytest

from service.hosting import rematch
from service.hosting.abort_game import abort_game
from service.hosting.changes import Created, SeatTaken
from service.hosting.committing import own_request
from service.hosting.create_game import NewSeat
from service.hosting.errors import GameNotOver, PlayerGone, RematchNotFound
from service.hosting.history import history
from service.hosting.leave_seat import change_seat
from service.hosting.reading import Table, load_table
from service.hosting.rematch import Rematch, ask_for_rematch, find_rematch, version_of_answer
from service.hosting.resign import resign
from service.services import Services
from service.store.errors import GameArchived
from service.store.keys import new_game_id
from service.store.players import Player
from tests.hosting.hosts import new_person
from tests.hosting.tables import GREEDY, ME, OPEN, again, at_seat, new_game, new_open_game


def finished(host: Services, *seats: object) -> Table:
    """A game of two that its creator has resigned."""
    table = new_game(host, *seats)  # type: ignore[arg-type]
    resign(host, table, own_request(), exact=False)
    return again(host, table)


def player(table: Table, seat: int) -> Player:
    there = table.game.seats[seat]
    return Player(there.player_id, there.name)


def ask(host: Services, table: Table, seat: int, new_id: str = "") -> Rematch:
    seen = at_seat(host, table, seat)
    return ask_for_rematch(host, seen, player(table, seat), new_id or new_game_id(), own_request())


def test_the_id_that_was_asked_for_first_counts(host: Services) -> None:
    table = finished(host)
    mine = new_game_id()
    first, second = ask(host, table, 0, mine), ask(host, table, 1)
    assert (first.game_id, second.game_id) == (mine, mine)
    assert (first.created, second.created) == (True, False)
    assert again(host, table).stored.rematch == mine
    assert again(host, table).stored.etag == table.stored.etag


def test_who_dies_between_the_steps_has_done_no_harm(host: Services) -> None:
    """The id is fixed and there is no game: the next one makes it under that id."""
    table = finished(host)
    fixed = host.games.claim_rematch(table.game.id, new_game_id())
    with pytest.raises(RematchNotFound):
        find_rematch(host, again(host, table))
    found = ask(host, table, 1)
    assert (found.game_id, found.created) == (fixed, True)
    assert find_rematch(host, again(host, table)).game.id == fixed


def test_who_read_before_the_other_asked_accepts(host: Services) -> None:
    table = finished(host)
    old = at_seat(host, table, 1)
    made = ask(host, table, 0)
    assert old.stored.rematch == ""
    found = ask_for_rematch(host, old, player(table, 1), new_game_id(), own_request())
    assert (found.game_id, found.created) == (made.game_id, False)
    assert found.table(host, old.player_id).game.status == "playing"


def test_who_is_overtaken_in_the_creation_accepts(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen that there is no game yet; the second commit finds one, and takes the seat in it."""
    table = finished(host)
    made: list[Rematch] = []
    real = rematch._create

    def overtaken(*arguments: object) -> object:
        monkeypatch.setattr(rematch, "_create", real)
        made.append(ask(host, table, 0))
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(rematch, "_create", overtaken)
    found = ask(host, table, 1)
    assert [one.created for one in made] == [True]
    assert (found.created, found.game_id) == (False, made[0].game_id)
    new = load_table(host, found.game_id, "")
    kinds = [type(moment.step.change) for moment in history(host, new.game, new.stored)]
    assert (new.game.status, kinds) == ("playing", [Created, SeatTaken])


def test_in_which_version_who_answered(host: Services) -> None:
    table = finished(host, ME, OPEN, OPEN)
    resign(host, at_seat(host, table, 1), own_request(), exact=False)
    for seat in (2, 0, 1):
        ask(host, table, seat)
    versions = [version_of_answer(host, find_rematch(host, at_seat(host, table, seat))) for seat in range(3)]
    assert versions == [2, 3, 1]


def test_only_of_what_is_over_and_still_in_the_store(host: Services) -> None:
    running = new_game(host)
    with pytest.raises(GameNotOver):
        ask(host, running, 0)
    table = finished(host)
    seen = again(host, table)
    assert host.games.drop(table.stored)
    with pytest.raises(GameArchived):
        ask_for_rematch(host, seen, player(table, 0), new_game_id(), own_request())


def test_nothing_is_fixed_where_somebody_is_gone(host: Services) -> None:
    table = finished(host)
    host.players.mark_deleted(table.game.seats[1].player_id)
    with pytest.raises(PlayerGone):
        ask(host, table, 0)
    assert again(host, table).stored.rematch == ""


def test_people_who_were_invited_are_invited_again(host: Services) -> None:
    """Of a game that was called off before it began."""
    bea = new_person(host, "Bea")
    table = new_open_game(host, ME, OPEN, GREEDY)
    change_seat(host, table, player(table, 0), 1, NewSeat("player", player_id=bea.id), own_request())
    abort_game(host, again(host, table), table.player_id, own_request(), exact=False)
    found = ask(host, again(host, table), 0)
    seats = found.table(host, bea.id).game.seats
    assert [(seat.type, seat.name or seat.ai_player) for seat in seats] == [
        ("invited", "Bea"),
        ("ai", "greedy"),
        ("player", "Ada"),
    ]
