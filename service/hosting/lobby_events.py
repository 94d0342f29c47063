"""What is told of seats before the start."""

from typing import Any

from service.hosting.changes import Change, InvitationsExpired, LeftReason, SeatChanged, SeatLeft, SeatTaken
from service.hosting.game import Game, GameSeat
from service.hosting.instants import instant

Event = dict[str, Any]


def seating(number: int, seat: GameSeat) -> Event:
    """A seat as it is given to somebody, or offered to one or to all."""
    told: Event = {"type": "seat_offered" if seat.waits else "seat_taken", "seat": number}
    if seat.type == "ai":
        return told | {"ai_player": seat.ai_player}
    if seat.player_id:
        told["player"] = {"id": seat.player_id, "name": seat.name}
    return told | ({"expires_at": instant(seat.expires_at)} if seat.expires_at else {})


def lobby_events(before: Game, change: Change) -> list[Event]:
    """The events of a change of seats in a game that was in state `before`."""
    match change:
        case SeatTaken(seat, player_id, name):
            given_up = before.invitation_of(player_id)
            elsewhere = [] if given_up in (None, seat) else [_left(before, given_up or 0, "declined")]
            return [seating(seat, GameSeat("player", player_id, name)), *elsewhere]
        case SeatLeft(seat, reason):
            return [_left(before, seat, reason)]
        case SeatChanged(seat, occupant):
            return [_left(before, seat, "withdrawn") if occupant.type == "open" else seating(seat, occupant)]
        case InvitationsExpired(seats):
            return [_left(before, seat, "expired") for seat in seats]
        case _:
            return []


def _left(before: Game, seat: int, reason: LeftReason) -> Event:
    """The seat is open again; who was there, or was expected, is told once more."""
    was = before.seats[seat]
    told: Event = {"type": "seat_left", "seat": seat, "reason": reason}
    if was.type == "ai":
        return told | {"ai_player": was.ai_player}
    return told | {"player": {"id": was.player_id, "name": was.name}}
