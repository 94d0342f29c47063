"""What a hosted game is: seats with people and AI players at them, options, and the engine's state once it runs.

A `Game` is immutable. Version, tag, clocks and time stamps stand outside it: the commit script owns those.
"""

from typing import Literal

import msgspec

from service.store.codec import Codec
from service.store.games import TimeControl
from splendor.engine.state import ACTIVE, Options, State

Status = Literal["open", "playing", "finished", "aborted"]
SeatType = Literal["open", "player", "ai"]


class GameSeat(msgspec.Struct, frozen=True, array_like=True):
    """Who sits at a place. `ai_player` names the AI that is at the controls, also after a take-over."""

    type: SeatType = "open"
    player_id: str = ""
    name: str = ""
    ai_player: str = ""

    @property
    def controlled_by_ai(self) -> bool:
        """True where an AI player acts for the seat."""
        return bool(self.ai_player)


class GameOptions(msgspec.Struct, frozen=True, array_like=True):
    """The options a game was created with. `ai_on_flag` is empty where a flag forfeits the seat."""

    visibility: str
    seating: str
    rated: bool
    time_control: TimeControl
    target_prestige: int
    reserved_cards: str
    max_rounds: int
    ai_on_flag: str

    def for_engine(self, seats: int) -> Options:
        """The part of the options that the rules know."""
        return Options(seats, self.target_prestige, self.reserved_cards, self.max_rounds)


class Game(msgspec.Struct, frozen=True, array_like=True):
    """A hosted game. `state` is absent until it starts; `position` is the start position as it was given, or empty."""

    id: str
    rules_version: int
    creator: str
    status: Status
    options: GameOptions
    seats: tuple[GameSeat, ...]
    seed: bytes
    seeded: bool
    commitment: str
    position: bytes = b""
    state: State | None = None
    touched: bool = False
    """True once anything has been played (H4)."""

    def seat_of(self, player_id: str) -> int | None:
        """The seat of a player, None for a spectator."""
        for number, seat in enumerate(self.seats):
            if player_id and seat.player_id == player_id:
                return number
        return None

    @property
    def over(self) -> bool:
        """True once nothing can change any more and nothing is hidden any more."""
        return self.status in ("finished", "aborted")

    @property
    def running(self) -> State:
        """The state of a game that has started. Raises LookupError before that."""
        if self.state is None:
            raise LookupError("the game has not started")
        return self.state

    @property
    def ai_to_act(self) -> str:
        """The AI player that has to act now, or an empty string."""
        if self.status != "playing" or self.state is None:
            return ""
        return self.seats[self.state.to_act].ai_player

    def still_in(self, seat: int) -> bool:
        """True unless the seat has resigned or was flagged (H1)."""
        return self.state is None or self.state.seats[seat].status == ACTIVE


CODEC = Codec(Game, version=1)
