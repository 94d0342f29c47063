"""Getting up before the start: leaving, declining, withdrawing an offer; and the creator's changes of free seats."""

from collections.abc import Callable

from service.hosting.advancing import advance
from service.hosting.changes import Aborted, Change, LeftReason, SeatChanged, SeatLeft
from service.hosting.committing import Outcome, at_newest, commit
from service.hosting.company import check_company
from service.hosting.create_game import NewSeat, occupant
from service.hosting.errors import GameOver, GameStarted, NotCreator, NotYourSeat, SeatNotFound, SeatNotOpen
from service.hosting.game import Game, GameSeat
from service.hosting.host import Host
from service.hosting.invitations import invitable
from service.hosting.quotas import check_lobby_length, check_quota
from service.hosting.rated import check_people, check_rateable
from service.hosting.reading import Table
from service.store.games import Request
from service.store.players import Player

Decide = Callable[[Game], Change | None]


def leave_seat(host: Host, table: Table, caller: str, seat: int, request: Request) -> Outcome | None:
    """Frees a seat: one's own, the one that one is invited to, or for the creator a free one.

    The creator's own ends the game. None where the seat is open already. Raises SeatNotFound, NotYourSeat, GameStarted,
    GameOver.
    """

    def decide(game: Game) -> Change | None:
        place = game.seats[seat]
        if place.type == "open":
            return None
        if place.type == "player" and place.player_id == caller == game.creator:
            return Aborted("creator")
        return SeatLeft(seat, _reason(game, place, caller))

    _check_seat(table.game, seat)
    return _before_the_start(host, table, decide, request)


def change_seat(
    host: Host, table: Table, creator: Player, seat: int, wanted: NewSeat, request: Request
) -> Outcome | None:
    """The creator gives a free seat (open, an AI player's, or offered to somebody) to somebody else.

    None where it is so already. Raises SeatNotFound, NotCreator, SeatNotOpen, GameStarted, GameOver, NotRateable,
    SandboxStranger, InvitationRefused, TooMany.
    """
    _check_seat(table.game, seat)
    if table.game.creator != creator.id:
        raise NotCreator("Only the creator of the game may change its seats.")
    _check_open(table.game)
    check_lobby_length(table)
    if wanted.type == "ai":
        check_rateable(table.game.options, with_ai=True, chosen=False)
        check_quota(host, creator.id, with_ai=True, more=0)
    others = [wanted.player_id] if wanted.player_id else []
    if table.game.sandbox:
        check_company(host, creator.id, others)
    invited = invitable(host, creator.id, others)
    check_people(table.game.options, *invited.values())
    now = host.games.now(table.game.id)

    def decide(game: Game) -> Change | None:
        if game.seats[seat].type == "player":
            raise SeatNotOpen("A player sits there.")
        after = occupant(wanted, creator, invited, now, game.open_until)
        return None if _same(game.seats[seat], after, now) else SeatChanged(seat, _once(game, seat, after))

    return _before_the_start(host, table, decide, request)


def _before_the_start(host: Host, table: Table, decide: Decide, request: Request) -> Outcome | None:
    def at(table: Table) -> Outcome | None:
        _check_open(table.game)
        change = decide(table.game)
        return None if change is None else commit(host, table.stored, advance(table.game, change), "free", request)

    return at_newest(host, table, at)


def _check_seat(game: Game, seat: int) -> None:
    if not 0 <= seat < len(game.seats):
        raise SeatNotFound("The game has no seat of this number.")


def _check_open(game: Game) -> None:
    if game.over:
        raise GameOver("The game is over.")
    if game.status != "open":
        raise GameStarted("The game has started.")


def _reason(game: Game, place: GameSeat, caller: str) -> LeftReason:
    if place.player_id == caller:
        return "left" if place.type == "player" else "declined"
    if game.creator != caller or place.type == "player":
        raise NotYourSeat("This is not your seat.")
    return "withdrawn"


def _same(before: GameSeat, after: GameSeat, now: int) -> bool:
    """Whether the occupant stays; asking for an invitation once more does not prolong it, but one that has expired."""
    if before.type == "invited" and before.expires_at <= now:
        return False
    return (before.type, before.player_id, before.ai_player) == (after.type, after.player_id, after.ai_player)


def _once(game: Game, seat: int, after: GameSeat) -> GameSeat:
    """Nobody has two places at a table."""
    taken = game.seat_of(after.player_id), game.invitation_of(after.player_id)
    if after.player_id and any(place not in (None, seat) for place in taken):
        raise SeatNotOpen("This player has a seat already.")
    return after
