"""Playing again with the same people (B23).

The old game keeps the id of the one that follows it, and whoever asks first fixes it: that is the first step. All others
may be repeated by anybody, so neither a crash in between nor two who ask at once make a second game.
"""

from typing import NamedTuple

import msgspec

from service.hosting.advancing import advance
from service.hosting.changes import Created, SeatTaken
from service.hosting.committing import Outcome, commit
from service.hosting.create_game import NewGame, new_game
from service.hosting.errors import GameNotOver, PlayerGone, RematchNotFound
from service.hosting.game import Game, GameSeat
from service.hosting.history import history
from service.hosting.host import Host
from service.hosting.invitations import invitable
from service.hosting.join_seat import join_seat
from service.hosting.quotas import check_quota
from service.hosting.reading import Table, load_table, open_table
from service.hosting.submit_action import check_no_ladder, check_right
from service.store.errors import Conflict, GameArchived
from service.store.games import Request
from service.store.players import Player

ANSWER_MS = 10 * 60 * 1000
"""How long the others have to answer."""


class Rematch(NamedTuple):
    """The game that follows: what the caller's request did to it (None: nothing), and whether that made it."""

    game_id: str
    outcome: Outcome | None
    created: bool

    def table(self, host: Host, player_id: str) -> Table:
        """The game as it is now. Raises the store's NotFound."""
        return load_table(host, self.game_id, player_id)


def ask_for_rematch(host: Host, table: Table, player: Player, new_id: str, request: Request) -> Rematch:
    """Creates the game that follows, under `new_id`, or accepts the one there is.

    Same options, a sandbox again where it was one, seats rotated by one so that another one begins, AI players seated, the other people invited. Raises
    NotSeated, LadderGame, GameNotOver, PlayerGone, InvitationRefused, TooMany, the store's GameArchived, and what `join_seat` raises.
    """
    check_right(table)
    check_no_ladder(table.game)
    if not table.game.over:
        raise GameNotOver("The game is not over yet.")
    game_id = table.stored.rematch
    if not game_id:
        _check_people(host, table.game, player.id)
        game_id = host.games.claim_rematch(table.game.id, new_id)
        if not game_id:
            raise GameArchived("what is in the archive cannot be followed any more")
    stored = host.games.read(game_id)
    made = _create(host, table.game, player, game_id, request) if stored is None else None
    if made is not None:
        return Rematch(game_id, made, created=True)
    following = load_table(host, game_id, player.id)
    # Who sat in the old game may come back to the new one, also after having declined.
    joined = join_seat(host, following, player, None, request, join_code=following.game.join_code)
    return Rematch(game_id, joined, created=False)


def _check_people(host: Host, game: Game, caller: str) -> None:
    """Whether all who were there can be asked, before anything is fixed."""
    others = [seat.player_id for seat in game.seats if seat.player_id and seat.player_id != caller]
    if None in host.players.get_many(others):
        raise PlayerGone("A player of this game does not exist any more.")
    check_quota(host, caller, with_ai=any(seat.type == "ai" for seat in game.seats))
    invitable(host, caller, others)


def _create(host: Host, old: Game, player: Player, game_id: str, request: Request) -> Outcome | None:
    """The game that follows, with the caller at the table; None where another one has just created it."""
    now = host.games.now(game_id)
    position = msgspec.json.decode(old.position) if old.position else None
    order = NewGame((), old.options, position=position, sandbox=old.sandbox)
    seats = tuple(_seat_again(seat, player, now + ANSWER_MS) for seat in (*old.seats[1:], old.seats[0]))
    game = new_game(host.lifetimes, player, order, game_id, now)
    try:
        return commit(host, None, advance(game, Created(seats)), "free", request)
    except Conflict:
        return None


def _seat_again(seat: GameSeat, caller: Player, expires_at: int) -> GameSeat:
    """Of a game that never began the open seats are open again."""
    if not seat.player_id:
        return GameSeat(seat.type, ai_player=seat.ai_player)
    if seat.player_id == caller.id:
        return GameSeat("player", caller.id, caller.name)
    return GameSeat("invited", seat.player_id, seat.name, expires_at=expires_at)


def find_rematch(host: Host, table: Table) -> Table:
    """The game that follows this one. Raises RematchNotFound where there is none yet."""
    stored = host.games.read(table.stored.rematch)
    found = open_table(stored, table.player_id) if stored is not None else None
    if found is None or not found.game.visible_to(table.player_id):
        raise RematchNotFound("Nobody has asked for a rematch of this game.")
    return found


def version_of_answer(host: Host, table: Table) -> int:
    """The version of the rematch in which the caller sat down; its creator did so in the first one."""
    moments = history(host, table.game, table.stored)
    answers = (
        moment.facts.version
        for moment in moments
        if isinstance(moment.step.change, SeatTaken) and moment.step.change.player_id == table.player_id
    )
    return next(answers, 1)
