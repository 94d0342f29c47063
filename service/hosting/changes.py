"""Everything that can happen to a hosted game, one small value each.

The log of a game holds these values and nothing else; `advancing` says what each makes of a game.
"""

from typing import Literal

import msgspec

from service.hosting.game import GameSeat

LeftReason = Literal["left", "declined", "withdrawn", "expired", "deleted"]
AbortCause = Literal["creator", "expired", "idle", "deleted"]
ForfeitCause = Literal["", "illegal_action"]
EntryStatus = Literal["active", "failed", "paused"]


class Created(msgspec.Struct, frozen=True, array_like=True, tag="created"):
    """The game and its seats as they were ordered; it starts at once where no seat is open."""

    seats: tuple[GameSeat, ...]


class SeatTaken(msgspec.Struct, frozen=True, array_like=True, tag="seat"):
    """A person sits down; whoever takes the last seat starts the game. An invitation to another seat is given up."""

    seat: int
    player_id: str
    name: str


class SeatLeft(msgspec.Struct, frozen=True, array_like=True, tag="left"):
    """A seat is open again before the start: its player or invited player is out of it."""

    seat: int
    reason: LeftReason


class SeatChanged(msgspec.Struct, frozen=True, array_like=True, tag="change"):
    """The creator has given a free seat another occupant: nobody, an AI player, or somebody invited."""

    seat: int
    occupant: GameSeat


class InvitationsExpired(msgspec.Struct, frozen=True, array_like=True, tag="expired"):
    """Nobody answered in time: these seats are open."""

    seats: tuple[int, ...]


class TurnPlayed(msgspec.Struct, frozen=True, array_like=True, tag="turn"):
    """One action, or a whole turn, in the notation of docs/notation.md.

    `stand_in` is the AI player that moved in the place of the one at the seat, which had failed.
    """

    seat: int
    turn: str
    stand_in: str = ""


class Resigned(msgspec.Struct, frozen=True, array_like=True, tag="resign"):
    """A seat goes out of its own will, or is put out for a `cause` of the host's (H1)."""

    seat: int
    cause: ForfeitCause = ""


class Flagged(msgspec.Struct, frozen=True, array_like=True, tag="flag"):
    """The seat to act has overstepped its time and forfeits (H1, H6)."""

    seat: int


class TakenOver(msgspec.Struct, frozen=True, array_like=True, tag="takeover"):
    """The seat to act has overstepped its time and an AI player goes on for it."""

    seat: int
    ai_player: str


class HandedOver(msgspec.Struct, frozen=True, array_like=True, tag="handover"):
    """A player leaves the rest of the game to an AI player, for good."""

    seat: int
    ai_player: str


class AbortVoted(msgspec.Struct, frozen=True, array_like=True, tag="vote"):
    """A seat agrees to end the game without a result; with the last of those still in it ends (H4)."""

    seat: int


class ClockAdjusted(msgspec.Struct, frozen=True, array_like=True, tag="adjust"):
    """The service was not there when the deadline passed; the seat to act gets some time back."""

    seat: int


class ClockAdvanced(msgspec.Struct, frozen=True, array_like=True, tag="advance"):
    """In a sandbox `ms` of the running turn pass at once, until its deadline at most."""

    seat: int
    ms: int


class Aborted(msgspec.Struct, frozen=True, array_like=True, tag="abort"):
    """The game ends without a result (H4): by its creator, or because nobody came or went on."""

    cause: AbortCause = "creator"


class EntryChanged(msgspec.Struct, frozen=True, array_like=True, tag="entry"):
    """What this game, which is over, has led to for the entry of a seat in its ladder."""

    seat: int
    status: EntryStatus


class Erased(msgspec.Struct, frozen=True, array_like=True, tag="erased"):
    """A player has deleted the account: a neutral id and name stay in a game that is over (B24)."""

    seats: tuple[int, ...]
    creator: bool
    placeholder: str


Change = (
    Created
    | SeatTaken
    | SeatLeft
    | SeatChanged
    | InvitationsExpired
    | TurnPlayed
    | Resigned
    | Flagged
    | TakenOver
    | HandedOver
    | AbortVoted
    | ClockAdjusted
    | ClockAdvanced
    | Aborted
    | EntryChanged
    | Erased
)
LOBBY = (Created, SeatTaken, SeatLeft, SeatChanged, InvitationsExpired)
"""What happens before the start, or starts the game."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Change)
_SHORT, _NOTHING = (TurnPlayed, Resigned), ',""]'


def to_entry(change: Change) -> str:
    """A change as one line of the log."""
    line = _encoder.encode(change).decode()
    # A log is mostly turns: what says nothing at their ends is left out.
    return line.removesuffix(_NOTHING) + "]" if isinstance(change, _SHORT) and line.endswith(_NOTHING) else line


def from_entry(body: str) -> Change:
    """The change that a line of the log holds. Raises msgspec.DecodeError for anything else."""
    return _decoder.decode(body)
