"""Everything that can happen to a hosted game, one small value each.

The log of a game holds these values and nothing else, and `advance` is the only function that changes a game: live
commits and replays of the log both go through it, so what was shown live and what is derived later cannot differ.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from service.hosting.game import Game, GameSeat
from splendor.engine import exits, fairness, notation, position, setup
from splendor.engine.state import FLAGGED, OVER, RESIGNED, State
from splendor.engine.steps import Exit, Played
from splendor.engine.turn import Ply, Turn, play


class Created(msgspec.Struct, frozen=True, array_like=True, tag="created"):
    """The game and its seats as they were ordered; it starts at once where no seat is open."""

    seats: tuple[GameSeat, ...]


class SeatTaken(msgspec.Struct, frozen=True, array_like=True, tag="seat"):
    """A person sits down; whoever takes the last seat starts the game."""

    seat: int
    player_id: str
    name: str


class TurnPlayed(msgspec.Struct, frozen=True, array_like=True, tag="turn"):
    """One action, or a whole turn, in the notation of docs/notation.md."""

    seat: int
    turn: str


class Resigned(msgspec.Struct, frozen=True, array_like=True, tag="resign"):
    """A seat goes out of its own will (H1)."""

    seat: int


class Flagged(msgspec.Struct, frozen=True, array_like=True, tag="flag"):
    """The seat to act has overstepped its time and forfeits (H1, H6)."""

    seat: int


class TakenOver(msgspec.Struct, frozen=True, array_like=True, tag="takeover"):
    """The seat to act has overstepped its time and an AI player goes on for it."""

    seat: int
    ai_player: str


class ClockAdjusted(msgspec.Struct, frozen=True, array_like=True, tag="adjust"):
    """The service was not there when the deadline passed; the seat to act gets some time back."""

    seat: int


class Aborted(msgspec.Struct, frozen=True, array_like=True, tag="abort"):
    """The game ends without a result (H4)."""


Change = Created | SeatTaken | TurnPlayed | Resigned | Flagged | TakenOver | ClockAdjusted | Aborted


class Step(NamedTuple):
    """A change and what it did: the game before and after it, and the plies that were played in it."""

    before: Game
    change: Change
    after: Game
    plies: tuple[Ply, ...] = ()


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Change)


def to_entry(change: Change) -> str:
    """A change as one line of the log."""
    return _encoder.encode(change).decode()


def from_entry(body: str) -> Change:
    """The change that a line of the log holds. Raises msgspec.DecodeError for anything else."""
    return _decoder.decode(body)


def advance(game: Game, change: Change) -> Step:
    """What a change makes of a game. Raises the engine's IllegalAction where the rules forbid it."""
    return _HANDLERS[type(change)](game, change)


def advance_turn(game: Game, seat: int, turn: Turn) -> Step:
    """The same for a turn that has just been submitted, without a way through its notation."""
    plies = play(game.running, turn)
    change = TurnPlayed(seat, notation.format_turn(turn))
    return Step(game, change, _with_state(game, plies[-1].after), plies)


def played(step: Step) -> Played:
    """A turn, a resignation or a flag as the rules tell of it. Raises ValueError for what concerns the host alone."""
    before, change, after, plies = step
    match change:
        case TurnPlayed():
            return Played(Turn(plies[0].action), change.seat, before.running, after.running, plies)
        case Resigned():
            return Played(Exit(change.seat, RESIGNED), change.seat, before.running, after.running, ())
        case Flagged():
            return Played(Exit(change.seat, FLAGGED), change.seat, before.running, after.running, ())
        case _:
            raise ValueError("no step of the rules")


def _with_state(game: Game, state: State, touched: bool = True) -> Game:
    status = "finished" if state.phase == OVER else "playing"
    return msgspec.structs.replace(game, state=state, status=status, touched=touched)


def _start(game: Game) -> Game:
    """Seats the players (S4; a random seating is drawn from the seed) and deals."""
    seats = game.seats
    if game.options.seating == "random":
        seats = tuple(seats[n] for n in fairness.seating(game.seed, len(seats)))
    options = game.options.for_engine(len(seats))
    if game.position:
        state = position.start_from(msgspec.json.decode(game.position), options, game.seed)
    else:
        state = setup.deal(options, game.seed)
    return _with_state(msgspec.structs.replace(game, seats=seats), state, touched=False)


def _fill(game: Game, seats: tuple[GameSeat, ...]) -> Game:
    game = msgspec.structs.replace(game, seats=seats)
    return game if any(seat.type == "open" for seat in seats) else _start(game)


def _created(game: Game, change: Created) -> Step:
    return Step(game, change, _fill(game, change.seats))


def _seat_taken(game: Game, change: SeatTaken) -> Step:
    taken = GameSeat("player", change.player_id, change.name)
    seats = tuple(taken if number == change.seat else seat for number, seat in enumerate(game.seats))
    return Step(game, change, _fill(game, seats))


def _turn_played(game: Game, change: TurnPlayed) -> Step:
    return advance_turn(game, change.seat, notation.parse_turn(change.turn))


def _resigned(game: Game, change: Resigned) -> Step:
    return Step(game, change, _with_state(game, exits.resign(game.running, change.seat), game.touched))


def _flagged(game: Game, change: Flagged) -> Step:
    return Step(game, change, _with_state(game, exits.flag(game.running, change.seat), game.touched))


def _taken_over(game: Game, change: TakenOver) -> Step:
    old = game.seats[change.seat]
    new = msgspec.structs.replace(old, ai_player=change.ai_player)
    seats = tuple(new if number == change.seat else seat for number, seat in enumerate(game.seats))
    return Step(game, change, msgspec.structs.replace(game, seats=seats))


def _clock_adjusted(game: Game, change: ClockAdjusted) -> Step:
    return Step(game, change, game)


def _aborted(game: Game, change: Aborted) -> Step:
    return Step(game, change, msgspec.structs.replace(game, status="aborted"))


_HANDLERS: dict[type, Callable[[Game, Any], Step]] = {
    Created: _created,
    SeatTaken: _seat_taken,
    TurnPlayed: _turn_played,
    Resigned: _resigned,
    Flagged: _flagged,
    TakenOver: _taken_over,
    ClockAdjusted: _clock_adjusted,
    Aborted: _aborted,
}
