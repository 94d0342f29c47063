"""The verbs of the lobby where others are faster: each decides anew on the table as it is then."""

from collections.abc import Callable

import pytest

from service.hosting.abort_game import abort_game
from service.hosting.committing import Outcome, own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.errors import (
    GameOver,
    GameStarted,
    InvitationRefused,
    NotYourSeat,
    SeatNotOpen,
)
from service.hosting.join_seat import join_seat
from service.hosting.leave_seat import change_seat, leave_seat
from service.hosting.reading import Table, load_table
from service.services import Services
from service.store.errors import NotFound
from service.store.keys import new_game_id
from service.store.players import Player
from tests.hosting.hosts import Person, new_person
from tests.hosting.tables import GREEDY, ME, OPEN, OPTIONS, again, new_open_game


def sit(host: Services, table: Table, person: Person, seat: int | None = None, code: str = "") -> Outcome | None:
    return join_seat(host, table, Player(person.id, person.name), seat, own_request(), join_code=code)


def seen_by(host: Services, table: Table, person: Person) -> Table:
    return load_table(host, table.game.id, person.id)


def put(host: Services, table: Table, seat: int, wanted: NewSeat) -> Outcome | None:
    return change_seat(host, table, Player(table.player_id, "Ada"), seat, wanted, own_request())


def leave(host: Services, table: Table, seat: int) -> Outcome | None:
    return leave_seat(host, table, table.player_id, seat, own_request())


def types(host: Services, table: Table) -> list[str]:
    return [seat.type for seat in again(host, table).game.seats]


def test_two_who_saw_the_same_table_get_two_seats(host: Services) -> None:
    table = new_open_game(host, ME, OPEN, OPEN)
    bea, cyd = new_person(host, "Bea"), new_person(host, "Cyd")
    first, second = seen_by(host, table, bea), seen_by(host, table, cyd)
    for seen, person, seat in ((first, bea, 1), (second, cyd, 2)):
        outcome = sit(host, seen, person)
        assert outcome is not None
        assert outcome.game.seat_of(person.id) == seat


def test_the_seat_named_was_taken_meanwhile(host: Services) -> None:
    table = new_open_game(host, ME, OPEN, OPEN)
    bea, cyd = new_person(host, "Bea"), new_person(host, "Cyd")
    old = seen_by(host, table, cyd)
    sit(host, seen_by(host, table, bea), bea, 1)
    with pytest.raises(SeatNotOpen):
        sit(host, old, cyd, 1)


def test_the_same_player_twice_has_one_seat(host: Services) -> None:
    table = new_open_game(host, ME, OPEN, OPEN)
    bea = new_person(host, "Bea")
    old = seen_by(host, table, bea)
    assert sit(host, old, bea) is not None
    assert sit(host, old, bea) is None
    assert types(host, table) == ["player", "player", "open"]


LAST: dict[str, tuple[Callable[[Services, Table], object], type[Exception]]] = {
    "aborted": (lambda host, table: abort_game(host, table, table.player_id, own_request(), exact=False), GameOver),
    "full": (lambda host, table: put(host, table, 1, GREEDY), GameStarted),
}


@pytest.mark.parametrize("name", LAST)
def test_a_table_that_is_not_open_any_more(host: Services, name: str) -> None:
    """Joining, leaving and changing find out in the commit, whatever was seen before."""
    change, error = LAST[name]
    table = new_open_game(host, ME, OPEN)
    bea = new_person(host, "Bea")
    old = seen_by(host, table, bea)
    change(host, table)
    version = again(host, table).stored.version
    for late in (
        lambda: sit(host, old, bea),
        lambda: put(host, table, 1, GREEDY),
        lambda: leave(host, table, 0),
        lambda: leave(host, again(host, old), 1),
    ):
        with pytest.raises(error):
            late()
    assert again(host, table).stored.version == version


def test_a_seat_that_was_taken_is_not_given_away(host: Services) -> None:
    table = new_open_game(host, ME, OPEN, OPEN)
    bea = new_person(host, "Bea")
    sit(host, seen_by(host, table, bea), bea, 1)
    with pytest.raises(SeatNotOpen):
        put(host, table, 1, GREEDY)
    with pytest.raises(NotYourSeat):
        leave(host, again(host, table), 1)
    assert types(host, table) == ["player", "player", "open"]


def test_an_invitation_that_was_withdrawn_meanwhile(host: Services) -> None:
    """The private game is unknown to who was invited, as if it had never been."""
    bea = new_person(host, "Bea")
    table = new_open_game(host, ME, OPEN, NewSeat("player", player_id=bea.id), visibility="private")
    old = seen_by(host, table, bea)
    assert leave(host, table, 2) is not None
    with pytest.raises(NotFound):
        sit(host, old, bea)
    outcome = sit(host, old, bea, code=table.game.join_code)
    assert outcome is not None
    assert outcome.game.seat_of(bea.id) == 1


def test_withdrawing_what_was_accepted_meanwhile(host: Services) -> None:
    bea = new_person(host, "Bea")
    table = new_open_game(host, ME, OPEN, NewSeat("player", player_id=bea.id))
    sit(host, seen_by(host, table, bea), bea)
    with pytest.raises(NotYourSeat):
        leave(host, table, 2)
    with pytest.raises(SeatNotOpen):
        put(host, table, 2, OPEN)


def test_leaving_twice_is_leaving_once(host: Services) -> None:
    table = new_open_game(host, ME, OPEN, OPEN)
    bea = new_person(host, "Bea")
    sit(host, seen_by(host, table, bea), bea)
    seen = seen_by(host, table, bea)
    assert leave(host, seen, 1) is not None
    assert leave(host, seen, 1) is None


def test_a_seat_that_somebody_else_has_taken_after_one_left(host: Services) -> None:
    table = new_open_game(host, ME, OPEN, OPEN)
    bea, cyd = new_person(host, "Bea"), new_person(host, "Cyd")
    sit(host, seen_by(host, table, bea), bea)
    seen = seen_by(host, table, bea)
    leave(host, seen, 1)
    sit(host, seen_by(host, table, cyd), cyd, 1)
    with pytest.raises(NotYourSeat):
        leave(host, seen, 1)


def test_names_are_those_of_the_time(host: Services) -> None:
    """Of the invitation first, then of the acceptance."""
    bea = new_person(host, "Bea")
    table = new_open_game(host, ME, OPEN, NewSeat("player", player_id=bea.id))
    host.players.rename(bea.id, "Beatrix")
    assert again(host, table).game.seats[2].name == "Bea"
    sit(host, seen_by(host, table, bea), bea._replace(name="Beatrix"))
    assert again(host, table).game.seats[2].name == "Beatrix"


def test_a_refused_invitation_creates_nothing(host: Services) -> None:
    ada = new_person(host)
    order = NewGame((ME, NewSeat("player", player_id="pZ4nYk7Tc2VwB8uXe6MdG1")), OPTIONS)
    game_id = new_game_id()
    with pytest.raises(InvitationRefused):
        create_game(host, Player(ada.id, ada.name), order, game_id, own_request())
    assert host.games.read(game_id) is None


def test_an_ai_player_that_is_to_begin_is_asked_in_that_commit(host: Services) -> None:
    table = new_open_game(host, OPEN, ME)
    outcome = put(host, table, 0, GREEDY)
    assert outcome is not None
    assert (outcome.game.status, outcome.game.ai_to_act) == ("playing", "greedy")
    stored = host.games.read(table.game.id)
    assert stored is not None
    assert stored.effects_done == stored.version == 2


def test_the_creator_leaving_while_others_join(host: Services) -> None:
    """H4: the game is called off, with whoever is there."""
    table = new_open_game(host, ME, OPEN, OPEN)
    bea = new_person(host, "Bea")
    sit(host, seen_by(host, table, bea), bea)
    outcome = leave(host, table, 0)
    assert outcome is not None
    assert (outcome.game.status, outcome.stored.version) == ("aborted", 3)
