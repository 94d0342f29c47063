"""Matches on paired deals: one player, A, against B on all other seats; on each deal A has every seat once.

Whatever a deal gives to a seat, A and B have had it equally often. The games of a deal depend on each other, deals do not:
so a deal is what counts as one observation. Everything is a function of the contenders' texts and the numbers of the deals,
but for players that are set by time. All games of a deal have the same seed, so a player that plays against itself comes out
exactly even.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

from bench.ai.contenders import contender, prepare
from bench.ai.deals import opening
from splendor.arena.games import play as play_one
from splendor.arena.games import rotated, shares
from splendor.arena.processes import in_order, pool

__all__ = ["Deal", "Game", "Pairing", "play", "play_deal", "pool"]


class Pairing(NamedTuple):
    """A against B, both as bench.ai.contenders has them."""

    a: str
    b: str
    seats: int = 2
    target: int = 15


class Game(NamedTuple):
    """One game as A sees it."""

    seat: int
    """A's."""
    share: float
    """A's share of the victory: 1, 0 or 1/k."""
    rounds: int
    spent_a: list[float]
    """What each of A's turns took, in ms."""
    spent_b: list[float]
    """The same of all others."""


Deal = list[Game]
"""The games of one deal, by A's seat."""


def play(pairing: Pairing, numbers: range, executor: Executor | None = None) -> Iterator[Deal]:
    """The games of the deals of these numbers, in their order. Whoever stops early leaves the rest unplayed."""
    return in_order(executor, partial(play_deal, pairing), numbers)


def play_deal(pairing: Pairing, number: int) -> Deal:
    """All games of one deal."""
    prepare(pairing.a)
    prepare(pairing.b)
    return [_play_game(pairing, number, seat) for seat in range(pairing.seats)]


def _play_game(pairing: Pairing, number: int, seat: int) -> Game:
    texts = rotated([pairing.a, *[pairing.b] * (pairing.seats - 1)], seat)
    played = play_one(opening(pairing.seats, number, pairing.target), [contender(text) for text in texts], number)
    others = [ms for other, spent in enumerate(played.spent_ms) if other != seat for ms in spent]
    return Game(seat, shares(played.end)[seat], played.end.round, played.spent_ms[seat], others)
