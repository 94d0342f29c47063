"""Playing: an action, or a whole turn, by the seat that is to act. And the same as a preview."""

import msgspec

from service.hosting.advancing import Step, advance_turn
from service.hosting.clock import clock_step
from service.hosting.committing import Outcome
from service.hosting.errors import (
    GameNotStarted,
    GameOver,
    LadderGame,
    NotSeated,
    NotYourTurn,
    SeatHandedOver,
    SeatOut,
)
from service.hosting.events import Event, Facts, numbered, step_events
from service.hosting.flag_clock import commit_in_time
from service.hosting.game import Game
from service.hosting.host import Host
from service.hosting.ladders.conduct import note_illegal
from service.hosting.reading import Table
from service.hosting.render import View, game_view
from service.store.games import Clock, Request
from splendor.engine.errors import IllegalAction
from splendor.engine.preview import veil
from splendor.engine.turn import Turn


def submit_action(host: Host, table: Table, turn: Turn, request: Request) -> Outcome:
    """Plays `turn` for the caller's seat at the version that `table` shows.

    Raises the engine's IllegalAction for what the rules forbid, a DomainError for what the state does, the store's
    Conflict where another commit was faster. In a ladder a seat that asks for what is illegal too often is put out.
    """
    try:
        step = _legal_step(table, turn)
    except IllegalAction as error:
        left = note_illegal(host, table)
        if left is None:
            raise
        raise IllegalAction(error.rule, f"{error.message} {_warning(left)}") from None
    return commit_in_time(host, table, step, request)


def _warning(left: int) -> str:
    if left < 0:
        return "The ladder has put this seat out of the game for it."
    return f"The ladder lets {left or 'no'} more illegal action{'' if left == 1 else 's'} pass in this game."


def preview_action(table: Table, turn: Turn) -> tuple[View, list[Event]]:
    """The view and the events that `turn` would give, with the present version; nothing is drawn or committed.

    It is played with the decks veiled, so no card that is not face up yet can have any part in it.
    """
    veiled = table._replace(game=_with_veiled_decks(table))
    step = _legal_step(veiled, turn)
    stored = table.stored
    view = game_view(step.after, stored._replace(clock=_clock_after(step, stored.clock)), table.viewer, over=False)
    events = step_events(step, table.viewer, over=False)
    number = stored.last_event + len(events)
    return view, numbered(events, Facts(stored.version, stored.tag, stored.updated_at, number, 0))


def check_right(table: Table) -> int:
    """The caller's seat. Raises NotSeated for a caller without one."""
    if table.viewer is None:
        raise NotSeated("You have no seat in this game.")
    return table.viewer


def check_no_ladder(game: Game) -> None:
    """Raises LadderGame where a ladder has put the players together: they have no say in anything but their turns."""
    if game.paired:
        raise LadderGame("This game belongs to a ladder.")


def check_seat_in_play(table: Table) -> int:
    """The caller's seat in a game that runs. Raises NotSeated, GameNotStarted, GameOver, SeatOut, SeatHandedOver."""
    game, seat = table.game, check_right(table)
    if game.status == "open":
        raise GameNotStarted("The game has not started; it waits for players.")
    if game.over:
        raise GameOver("The game is over.")
    if not game.still_in(seat):
        raise SeatOut("Your seat is out of the game.", rule="H1")
    if game.seats[seat].controlled_by_ai:
        raise SeatHandedOver("An AI player has taken this seat over.")
    return seat


def _legal_step(table: Table, turn: Turn) -> Step:
    seat = check_seat_in_play(table)
    if table.game.running.to_act != seat:
        raise NotYourTurn("Another seat is to act.")
    return advance_turn(table.game, seat, turn)


def _clock_after(step: Step, clock: Clock) -> Clock:
    """In the same turn the clock runs on; when the next one would begin is not known yet."""
    return clock if clock_step(step).keep else clock._replace(turn_at=0, deadline=0)


def _with_veiled_decks(table: Table) -> Game:
    game = table.game
    return game if game.state is None else msgspec.structs.replace(game, state=veil(game.state))
