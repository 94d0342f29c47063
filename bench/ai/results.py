"""What a match says: wins, share of the victory with its interval, balance of seats, length of games, time of turns."""

from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from bench.ai.contenders import think_ms
from bench.ai.matches import Deal, Pairing
from splendor.arena.figures import Times, interval, times

__all__ = ["Result", "Times", "interval", "summary", "times"]


class Result(NamedTuple):
    """A match as A sees it."""

    pairing: Pairing
    deals: int
    games: int
    won: int
    lost: int
    shared: int
    share: float
    """A's share of all victories."""
    low: float
    high: float
    """The ends of the 95 % interval of the share."""
    by_seat: list[float]
    """A's share from each seat."""
    rounds: float
    """The mean length of a game."""
    times: tuple[Times, Times]
    """Of A and of B."""

    @property
    def even(self) -> float:
        """The share among equals."""
        return 1 / self.pairing.seats


def summary(pairing: Pairing, deals: Iterable[Deal]) -> Result:
    """The result of a match of at least one deal."""
    played = list(deals)
    games = [game for deal in played for game in deal]
    shares = [fmean(game.share for game in deal) for deal in played]
    won, lost = sum(game.share == 1 for game in games), sum(game.share == 0 for game in games)
    low, high = interval(shares, pairing.seats)
    return Result(
        pairing=pairing,
        deals=len(played),
        games=len(games),
        won=won,
        lost=lost,
        shared=len(games) - won - lost,
        share=fmean(shares),
        low=low,
        high=high,
        by_seat=[fmean(deal[seat].share for deal in played) for seat in range(pairing.seats)],
        rounds=fmean(game.rounds for game in games),
        times=(
            times([ms for game in games for ms in game.spent_a], think_ms(pairing.a)),
            times([ms for game in games for ms in game.spent_b], think_ms(pairing.b)),
        ),
    )
