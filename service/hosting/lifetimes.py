"""How long a game lives: open ones, those that nobody plays on, and finished ones."""

from typing import NamedTuple

from service.hosting.advancing import Step
from service.hosting.clock import timed
from service.hosting.game import Game
from service.store.games import StoredGame

HOUR_MS = 3_600_000


class Lifetimes(NamedTuple):
    """Durations in ms. `finished` is how long a game that is over stays in the store before it is archived.

    ladder_ms: how long one does at most whose players a ladder has put together: those may be very many.
    """

    open_ms: int = 24 * HOUR_MS
    idle_ms: int = 14 * 24 * HOUR_MS
    finished_ms: int = 24 * HOUR_MS
    ladder_ms: int = HOUR_MS


def life_of(lifetimes: Lifetimes, step: Step, stored: StoredGame | None) -> tuple[int, int]:
    """When a game has to be looked at after this step: an instant, and a time from now on, in ms, 0 for never.

    A game with a clock needs no other: its flags end it.
    """
    game = step.after
    if game.status == "open":
        return open_life(game), 0
    if game.status == "playing":
        return 0, 0 if timed(game) else game.idle_ms or lifetimes.idle_ms
    if step.before.over and stored is not None:
        return stored.life, 0
    return 0, min(lifetimes.finished_ms, lifetimes.ladder_ms) if game.paired else lifetimes.finished_ms


def open_life(game: Game) -> int:
    """When the next invitation ends, or the game itself (ms since 1970, 0 for never)."""
    ends = [seat.expires_at for seat in game.seats if seat.type == "invited"]
    return min([end for end in (*ends, game.open_until) if end], default=0)
