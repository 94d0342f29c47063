"""Taking a player's id and name out of the log of a game that is over (B24)."""

from collections.abc import Iterable, Sequence

import msgspec

from service.hosting.changes import Change, Created, Erased, SeatChanged, SeatTaken, from_entry, to_entry
from service.hosting.game import DELETED, DELETED_NAME, Game, GameSeat
from service.store.games import LogEntry


def erasure(game: Game, log: Sequence[LogEntry], player_id: str) -> tuple[Erased, tuple[tuple[int, str], ...]] | None:
    """The change that erases a player from a game, and the log entries (index, body) to be rewritten with it.

    None where the player is not named anywhere. Each erased player has a number of its own, so that the log replays as
    before.
    """
    placeholder = f"{DELETED}{1 + len(_placeholders(log))}"
    rewritten = tuple(
        (number, body)
        for number, entry in enumerate(log)
        if (body := _without(from_entry(entry.body), player_id, placeholder))
    )
    seats = tuple(number for number, seat in enumerate(game.seats) if seat.player_id == player_id)
    creator = game.creator == player_id
    return (Erased(seats, creator, placeholder), rewritten) if seats or creator or rewritten else None


def _without(change: Change, player_id: str, placeholder: str) -> str:
    """A log entry that names somebody else in the player's place, empty where it does not name the player."""

    def hidden(seat: GameSeat) -> GameSeat:
        named = seat.player_id == player_id
        return msgspec.structs.replace(seat, player_id=placeholder, name=DELETED_NAME) if named else seat

    after = change
    match change:
        case Created(seats):
            after = Created(tuple(hidden(seat) for seat in seats))
        case SeatTaken(seat, sitting) if sitting == player_id:
            after = SeatTaken(seat, placeholder, DELETED_NAME)
        case SeatChanged(seat, occupant):
            after = SeatChanged(seat, hidden(occupant))
    return to_entry(after) if after != change else ""


def _placeholders(log: Iterable[LogEntry]) -> set[str]:
    return {change.placeholder for entry in log if isinstance(change := from_entry(entry.body), Erased)}
