"""Games at the level of hosting: the test's own process plays for the people, with the real queue behind it."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.game import Game, GameOptions
from service.hosting.join_seat import join_seat
from service.hosting.reading import Table, load_table
from service.hosting.submit_action import submit_action
from service.services import Services
from service.store.due import DueEntry, What
from service.store.games import StoredGame, TimeControl
from service.store.keys import game_keys, new_game_id, new_player_id
from service.store.players import Player
from splendor.engine.legal import legal_actions
from splendor.engine.turn import Turn

OPTIONS = GameOptions("public", "as_given", False, TimeControl(), 15, "blind_hidden", 100, "")


@dataclass(frozen=True)
class Hosted:
    """A game in a store, and the people in it."""

    host: Services
    id: str
    people: list[Player] = field(default_factory=list)

    def table(self, player_id: str = "") -> Table:
        """The game as it is now, for a player or for a spectator."""
        return load_table(self.host, self.id, player_id)

    @property
    def stored(self) -> StoredGame:
        return self.table().stored

    @property
    def game(self) -> Game:
        return self.table().game

    @property
    def version(self) -> int:
        return self.stored.version

    def turn(self) -> tuple[Table, Turn]:
        """What the seat to act, which is a person's, sees, and its first legal action."""
        state = self.game.running
        return self.table(self.game.seats[state.to_act].player_id), Turn(legal_actions(state)[0])

    def act(self) -> Table:
        """Plays that; the game right after it, before anyone else has done anything."""
        table, turn = self.turn()
        outcome = submit_action(self.host, table, turn, own_request(slot=table.player_id))
        return Table(outcome.game, outcome.stored, None)

    def bring_forward(self, what: What) -> None:
        """Makes an entry of the game due at once, as if its time had passed."""
        self._due("ZADD", "XX", 1, what=what)

    def entry_time(self, what: What) -> int:
        """When an entry of the game is due (ms), 0 where there is none."""
        return int(self._due("ZSCORE", what=what) or 0)

    def _due(self, command: str, *words: str | int, what: What) -> Any:
        member = DueEntry(self.id, what).member
        return self.host.games._client.call(command, game_keys(self.id).due, *words, member)


def new_game(host: Services, *seats: str, **options: Any) -> Hosted:
    """A game with a person at each seat `me` (the first) or `open`, and AI players by their names."""
    types = {"me": NewSeat("me"), "open": NewSeat("open")}
    order = NewGame(
        tuple(types.get(seat) or NewSeat("ai", seat) for seat in seats), msgspec.structs.replace(OPTIONS, **options)
    )
    names = [f"Player {number}" for number in range(1 + seats.count("open"))]
    people = [host.players.create(Player(new_player_id(), name)) for name in names]
    hosted = Hosted(host, new_game_id(), people)
    create_game(host, people[0], order, hosted.id, own_request())
    for guest in people[1:]:
        join_seat(host, hosted.table(guest.id), guest, None, own_request())
    return hosted
