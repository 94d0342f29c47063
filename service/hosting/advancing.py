"""What each change makes of a game.

`advance` is the only function that changes one: live commits and replays of the log both go through it, so what was
shown live and what is derived later cannot differ.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from service.hosting.changes import (
    Aborted,
    AbortVoted,
    Change,
    ClockAdjusted,
    ClockAdvanced,
    Created,
    EntryChanged,
    Erased,
    Flagged,
    HandedOver,
    InvitationsExpired,
    Resigned,
    SeatChanged,
    SeatLeft,
    SeatTaken,
    TakenOver,
    TurnPlayed,
)
from service.hosting.game import DELETED_NAME, Game, GameSeat
from splendor.engine import exits, fairness, notation, position, setup
from splendor.engine.state import FLAGGED, OVER, RESIGNED, State
from splendor.engine.steps import Exit, Played
from splendor.engine.turn import Ply, Turn, play


class Step(NamedTuple):
    """A change and what it did: the game before and after it, and the plies that were played in it."""

    before: Game
    change: Change
    after: Game
    plies: tuple[Ply, ...] = ()


def advance(game: Game, change: Change) -> Step:
    """What a change makes of a game. Raises the engine's IllegalAction where the rules forbid it."""
    return _HANDLERS[type(change)](game, change)


def advance_turn(game: Game, seat: int, turn: Turn, stand_in: str = "") -> Step:
    """The same for a turn that has just been submitted, without a way through its notation."""
    plies = play(game.running, turn)
    change = TurnPlayed(seat, notation.format_turn(turn), stand_in)
    after = _with_state(game, plies[-1].after)
    if stand_in and seat not in after.stand_ins:
        after = msgspec.structs.replace(after, stand_ins=(*after.stand_ins, seat))
    return Step(game, change, after, plies)


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


def _with_seats(game: Game, changed: Mapping[int, GameSeat]) -> Game:
    seats = tuple(changed.get(number, seat) for number, seat in enumerate(game.seats))
    return msgspec.structs.replace(game, seats=seats)


def _settled(game: Game) -> Game:
    """The game as it is once those are counted who want to end it: aborted where every seat still in agrees (H4).

    AI seats agree; but a vote of somebody still in there must be, or a game left to AI players would not be played out
    (H7).
    """
    still_in = [number for number in range(len(game.seats)) if game.still_in(number)]
    agreed = all(number in game.votes or game.seats[number].controlled_by_ai for number in still_in)
    if game.status == "playing" and agreed and set(still_in) & set(game.votes):
        return msgspec.structs.replace(game, status="aborted")
    return game


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


def _filled(game: Game) -> Game:
    """Starts the game where no seat waits for anybody any more."""
    return game if any(seat.waits for seat in game.seats) else _start(game)


def _created(game: Game, change: Created) -> Step:
    return Step(game, change, _filled(msgspec.structs.replace(game, seats=change.seats)))


def _seat_taken(game: Game, change: SeatTaken) -> Step:
    invited = game.invitation_of(change.player_id)
    given_up = {} if invited is None else {invited: GameSeat()}
    taken = {change.seat: GameSeat("player", change.player_id, change.name)}
    return Step(game, change, _filled(_with_seats(game, given_up | taken)))


def _seat_left(game: Game, change: SeatLeft) -> Step:
    return Step(game, change, _with_seats(game, {change.seat: GameSeat()}))


def _seat_changed(game: Game, change: SeatChanged) -> Step:
    return Step(game, change, _filled(_with_seats(game, {change.seat: change.occupant})))


def _invitations_expired(game: Game, change: InvitationsExpired) -> Step:
    return Step(game, change, _with_seats(game, dict.fromkeys(change.seats, GameSeat())))


def _turn_played(game: Game, change: TurnPlayed) -> Step:
    return advance_turn(game, change.seat, notation.parse_turn(change.turn), change.stand_in)


def _resigned(game: Game, change: Resigned) -> Step:
    after = _with_state(game, exits.resign(game.running, change.seat), game.touched)
    if change.cause:
        after = msgspec.structs.replace(after, forfeits=(*after.forfeits, (change.seat, change.cause)))
    return Step(game, change, _settled(after))


def _flagged(game: Game, change: Flagged) -> Step:
    after = _with_state(game, exits.flag(game.running, change.seat), game.touched)
    return Step(game, change, _settled(after))


def _ai_seated(game: Game, change: TakenOver | HandedOver) -> Step:
    seat = msgspec.structs.replace(game.seats[change.seat], ai_player=change.ai_player)
    return Step(game, change, _settled(_with_seats(game, {change.seat: seat})))


def _abort_voted(game: Game, change: AbortVoted) -> Step:
    voted = msgspec.structs.replace(game, votes=(*game.votes, change.seat))
    return Step(game, change, _settled(voted))


def _erased(game: Game, change: Erased) -> Step:
    seats = {
        number: GameSeat("player", change.placeholder, DELETED_NAME, game.seats[number].ai_player)
        for number in change.seats
    }
    creator = "" if change.creator else game.creator
    return Step(game, change, msgspec.structs.replace(_with_seats(game, seats), creator=creator))


def _nothing_changed(game: Game, change: ClockAdjusted | ClockAdvanced | EntryChanged) -> Step:
    """The game stays as it is: it is the store's clock that moves, or something outside of the game."""
    return Step(game, change, game)


def _aborted(game: Game, change: Aborted) -> Step:
    return Step(game, change, msgspec.structs.replace(game, status="aborted"))


_HANDLERS: dict[type, Callable[[Game, Any], Step]] = {
    Created: _created,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatChanged: _seat_changed,
    InvitationsExpired: _invitations_expired,
    TurnPlayed: _turn_played,
    Resigned: _resigned,
    Flagged: _flagged,
    TakenOver: _ai_seated,
    HandedOver: _ai_seated,
    AbortVoted: _abort_voted,
    ClockAdjusted: _nothing_changed,
    ClockAdvanced: _nothing_changed,
    EntryChanged: _nothing_changed,
    Aborted: _aborted,
    Erased: _erased,
}
