"""Sitting down at a table: at an open seat, or at the one that one was invited to."""

from service.hosting.advancing import advance
from service.hosting.changes import SeatTaken
from service.hosting.committing import ANY_TIME, Outcome, Terms, at_newest, commit
from service.hosting.company import check_company
from service.hosting.errors import GameOver, GameStarted, InvitationExpired, SeatNotOpen
from service.hosting.host import Host
from service.hosting.invitations import check_welcome
from service.hosting.quotas import check_lobby_length, check_quota
from service.hosting.rated import check_people
from service.hosting.reading import Table
from service.store.errors import DeadlinePassed, NotFound
from service.store.games import Request
from service.store.players import Player


def join_seat(
    host: Host, table: Table, player: Player, seat: int | None, request: Request, *, join_code: str = ""
) -> Outcome | None:
    """Seats the player at `seat`, else where it is invited to, else at the lowest open seat.

    None where the player already sits in this game. Raises SeatNotOpen, InvitationExpired, GameStarted, GameOver,
    NotWelcome, SandboxStranger, NotRateable, TooMany, and the store's NotFound for a private game without an invitation or the code.
    """

    def at(table: Table) -> Outcome | None:
        game = table.game
        if game.seat_of(player.id) is not None:
            return None
        if not game.visible_to(player.id) and not game.admits(join_code):
            raise NotFound("the invitation was withdrawn meanwhile")
        chosen = _free_seat(table, player.id, seat)
        step = advance(game, SeatTaken(chosen, player.id, player.name))
        terms = Terms(not_after=game.seats[chosen].expires_at) if chosen == game.invitation_of(player.id) else ANY_TIME
        return commit(host, table.stored, step, "free", request, terms=terms)

    if table.game.seat_of(player.id) is None and table.game.status == "open":
        check_lobby_length(table)
        check_welcome(host, table.game.creator, player.id)
        if table.game.sandbox:
            check_company(host, table.game.creator, [player.id])
        check_people(table.game.options, player)
        check_quota(host, player.id, with_ai=any(seat.type == "ai" for seat in table.game.seats))
    try:
        return at_newest(host, table, at)
    except DeadlinePassed as error:
        raise InvitationExpired("Your invitation to this game has expired.") from error


def _free_seat(table: Table, player_id: str, seat: int | None) -> int:
    game = table.game
    if game.over:
        raise GameOver("The game is over.")
    invited = game.invitation_of(player_id)
    free = [number for number, place in enumerate(game.seats) if place.type == "open" or number == invited]
    if seat is None and free:
        return free[0] if invited is None else invited
    if seat in free:
        return seat
    if game.status != "open":
        raise GameStarted("The game has started.")
    raise SeatNotOpen("This seat is not open.")
