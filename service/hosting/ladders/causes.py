"""Why a seat of a ladder's game did not play to the end."""

from service.hosting.callbacks import ILLEGAL, LATE
from service.hosting.changes import Flagged
from service.hosting.game import Game
from service.hosting.history import History, Moment, history
from service.hosting.host import Host
from service.hosting.ladders.values import Cause
from service.outbound.caller import TIMEOUT
from service.store.callbacks import Failure
from service.store.games import StoredGame
from splendor.engine.state import ACTIVE, FLAGGED, RESIGNED

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


def lacked_a_call(host: Host, game: Game, stored: StoredGame) -> bool:
    """Whether a seat ran out of time whose program was to be called for that turn, and was not: then the service is away.

    Whoever comes to be called in the middle of a turn, or keeps its own calls waiting, is not spared by that.
    """
    flagged = (number for number, seat in enumerate(game.running.seats) if seat.status == FLAGGED)
    return any(_lacked_a_call(host, game, stored, seat) for seat in flagged)


def _lacked_a_call(host: Host, game: Game, stored: StoredGame, seat: int) -> bool:
    player_id = game.seats[seat].player_id
    since = host.callbacks.called_since(player_id)
    turn = _last_turn(host, game, stored, seat) if since is not None else ()
    if since is None or not turn or turn[0].facts.at < since:
        return False
    etags = [f"{moment.facts.version}-{moment.facts.tag}" for moment in turn]
    return not (host.callbacks.begun(player_id, game.id, etags) or _failures(host, game, seat, turn))


def _failed_to_answer(host: Host, game: Game, stored: StoredGame, seat: int) -> bool:
    """Whether the last call for the turn in which a seat ran out of time came to nothing, other than by being slow."""
    failures = [call for call in host.callbacks.failures(game.seats[seat].player_id) if call.game_id == game.id]
    if not failures or failures[0].reason in SLOW:
        return False
    return failures[0] in _failures(host, game, seat, _last_turn(host, game, stored, seat))


def _failures(host: Host, game: Game, seat: int, turn: History) -> list[Failure]:
    """The calls for a turn that came to nothing, newest first."""
    first, last = (turn[0].facts.version, turn[-1].facts.version) if turn else (0, 0)
    calls = host.callbacks.failures(game.seats[seat].player_id)
    return [call for call in calls if call.game_id == game.id and first <= call.version <= last]


def _last_turn(host: Host, game: Game, stored: StoredGame, seat: int) -> History:
    """The turn in which a seat ran out of time: from the commit that led to it up to the one before the flag."""
    turn: list[Moment] = []
    for moment in history(host, game, stored):
        before = moment.step.before
        if isinstance(moment.step.change, Flagged) and moment.step.change.seat == seat:
            return tuple(turn)
        if before.state is None or moment.step.after.running.turn != before.running.turn:
            turn = []
        turn.append(moment)
    return ()
