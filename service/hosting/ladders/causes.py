"""Why a seat of a ladder's game did not play to the end."""

from service.hosting.callbacks import ILLEGAL, LATE
from service.hosting.changes import Flagged
from service.hosting.game import Game
from service.hosting.history import history
from service.hosting.host import Host
from service.hosting.ladders.values import Cause
from service.outbound.caller import TIMEOUT
from service.store.games import StoredGame
from splendor.engine.state import ACTIVE, RESIGNED

SLOW = frozenset({TIMEOUT, LATE, ILLEGAL})
"""Failures of a call by which a program has not crashed: it was slow, or asked for what the rules forbid."""


def cause_of(host: Host, game: Game, stored: StoredGame, seat: int) -> Cause:
    """How a game that is over ended for a seat."""
    if any(number == seat for number, _ in game.forfeits):
        return "illegal_action"
    status = game.running.seats[seat].status
    if status == ACTIVE:
        return "finished"
    if status == RESIGNED:
        return "resignation"
    return "crash" if _failed_to_answer(host, game, stored, seat) else "flag"


def _failed_to_answer(host: Host, game: Game, stored: StoredGame, seat: int) -> bool:
    """Whether the last call for the turn in which a seat ran out of time came to nothing, other than by being slow."""
    calls = [call for call in host.callbacks.failures(game.seats[seat].player_id) if call.game_id == game.id]
    if not calls or calls[0].reason in SLOW:
        return False
    begin = end = 0
    for moment in history(host, game, stored):
        if isinstance(moment.step.change, Flagged) and moment.step.change.seat == seat:
            end = moment.facts.version
            break
        before = moment.step.before
        if before.state is None or moment.step.after.running.turn != before.running.turn:
            begin = moment.facts.version
    return begin <= calls[0].version < end
