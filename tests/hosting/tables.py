"""Games on the host, in few words."""

from typing import Any

import msgspec

from service.hosting.committing import Outcome, own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.game import GameOptions
from service.hosting.join_seat import join_seat
from service.hosting.reading import Table, load_table
from service.hosting.render import View
from service.hosting.submit_action import submit_action
from service.services import Services
from service.store.games import TimeControl
from service.store.keys import new_game_id
from service.store.players import Player
from splendor.engine.notation import parse_turn
from tests.hosting.hosts import new_person, new_player

OPTIONS = GameOptions("public", "as_given", False, TimeControl(), 15, "blind_hidden", 100, "")
PER_TURN = TimeControl("per_turn", 60_000)
OPEN, ME = NewSeat("open"), NewSeat("me")
GREEDY, RANDOM = NewSeat("ai", "greedy"), NewSeat("ai", "random")


def new_game(host: Services, *seats: NewSeat, position: Any = None, seed: bytes = b"", **options: Any) -> Table:
    """A new game as its creator sees it; new players sit at its open seats."""
    made = new_open_game(host, *(seats or (ME, OPEN)), position=position, seed=seed, **options)
    for _ in [seat for seat in made.game.seats if seat.type == "open"]:
        other = new_player(host, Player("", "Ada", owner=made.game.creator if made.game.sandbox else ""))
        table = load_table(host, made.game.id, other.id)
        join_seat(host, table, Player(other.id, other.name), None, own_request())
    return again(host, made)


def new_open_game(host: Services, *seats: NewSeat, position: Any = None, seed: bytes = b"", **options: Any) -> Table:
    """A new game as its creator sees it, its open seats still free."""
    person = new_person(host)
    sandbox = options.pop("sandbox", False)
    chosen = msgspec.structs.replace(OPTIONS, **options)
    order = NewGame(seats, chosen, seed, position, sandbox)
    made = create_game(host, Player(person.id, person.name), order, new_game_id(), own_request())
    return load_table(host, made.game.id, person.id)


def again(host: Services, table: Table) -> Table:
    """The same game as it is now, for the same caller."""
    return load_table(host, table.game.id, table.player_id)


def at_seat(host: Services, table: Table, seat: int) -> Table:
    """The same game as it is now, for the player at a seat."""
    return load_table(host, table.game.id, again(host, table).game.seats[seat].player_id)


def play(host: Services, table: Table, turn: str) -> Outcome:
    """The seat to act plays a turn, given in notation."""
    seat = again(host, table).game.running.to_act
    return submit_action(host, at_seat(host, table, seat), parse_turn(turn), own_request())


def seen(host: Services, table: Table) -> View:
    """The view as it is now."""
    return again(host, table).view()
