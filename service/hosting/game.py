"""What a hosted game is: seats with people and AI players at them, options, and the engine's state once it runs.

A `Game` is immutable. Version, tag, clocks and time stamps stand outside it: the commit script owns those.
"""

import hmac
from typing import Literal

import msgspec

from service.store.codec import Codec
from service.store.games import TimeControl
from service.store.ladder_keys import PEOPLE
from splendor.engine.state import ACTIVE, Options, State

Status = Literal["open", "playing", "finished", "aborted"]
SeatType = Literal["open", "player", "ai", "invited"]
DELETED, DELETED_NAME = "deleted-player-", "Deleted player"
"""What stays of players who have deleted their accounts, numbered within a game; no player can have such an id (B24)."""


class GameSeat(msgspec.Struct, frozen=True, array_like=True):
    """Who sits at a place, or is invited to it until `expires_at` (ms since 1970, by the store's clock).

    `ai_player` names the AI that is at the controls, also after a take-over.
    """

    type: SeatType = "open"
    player_id: str = ""
    name: str = ""
    ai_player: str = ""
    expires_at: int = 0

    @property
    def waits(self) -> bool:
        """True where somebody has yet to sit down."""
        return self.type in ("open", "invited")

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
    """A hosted game. `state` is absent until it starts; `position` is the start position as it was given, or empty.

    `join_code` opens the free seats of a private game. An open game ends at `open_until` (ms since 1970; 0 never), one
    without a clock when nobody has played for `idle_ms` (0 never).
    `votes` are the seats that want to end it without a result. In a `sandbox` its creator tries out a program: the clock
    can be put on, and faults asked for.
    """

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
    join_code: str = ""
    open_until: int = 0
    votes: tuple[int, ...] = ()
    idle_ms: int = 0
    sandbox: bool = False
    ladder: str = ""
    """The ladder that it belongs to."""
    forfeits: tuple[tuple[int, str], ...] = ()
    """The seats that were put out, each with the cause."""
    stand_ins: tuple[int, ...] = ()
    """The seats for which another AI player had to move than the one that sits there."""

    @property
    def paired(self) -> bool:
        """Whether a ladder has put its players together."""
        return self.ladder not in ("", PEOPLE)

    def seat_of(self, player_id: str) -> int | None:
        """The seat of a player, None for a spectator."""
        return self._place_of("player", player_id)

    def invitation_of(self, player_id: str) -> int | None:
        """The seat that a player is invited to, None where there is none."""
        return self._place_of("invited", player_id)

    def _place_of(self, type_: SeatType, player_id: str) -> int | None:
        for number, seat in enumerate(self.seats):
            if player_id and seat.player_id == player_id and seat.type == type_:
                return number
        return None

    def visible_to(self, player_id: str) -> bool:
        """Whether the game exists for this player, or for a spectator where the id is empty."""
        if self.options.visibility != "private" or (player_id and player_id == self.creator):
            return True
        return any(player_id and seat.player_id == player_id for seat in self.seats)

    def opens_to(self, player_id: str) -> bool:
        """Whether this player may hand out the join code: its creator, while there is an open seat."""
        waiting = self.status == "open" and any(seat.type == "open" for seat in self.seats)
        return waiting and bool(self.join_code) and player_id == self.creator

    def admits(self, code: object) -> bool:
        """Whether `code` is the join code of a private game; upper and lower case are the same."""
        return isinstance(code, str) and hmac.compare_digest(code.upper().encode(), self.join_code.encode())

    def expires_at(self, updated_at: int) -> int:
        """When the game ends by itself if nothing happens from its last commit on (ms since 1970), 0 for never.

        A game with a clock needs no such end: its flags see to it.
        """
        if self.status == "open":
            return self.open_until
        untimed = self.options.time_control.kind == "none"
        return updated_at + self.idle_ms if self.status == "playing" and untimed and self.idle_ms else 0

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

    @property
    def player_to_act(self) -> str:
        """The player who has to act now, or an empty string; not where an AI player does it for the seat."""
        if self.status != "playing" or self.state is None or self.ai_to_act:
            return ""
        return self.seats[self.state.to_act].player_id

    def still_in(self, seat: int) -> bool:
        """True unless the seat has resigned or was flagged (H1)."""
        return self.state is None or self.state.seats[seat].status == ACTIVE


CODEC = Codec(Game, version=1)
