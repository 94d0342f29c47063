"""What a series says: each player's share of the victory with its interval, wins, balance of seats, times of turns."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from splendor.arena.facts import Facts
from splendor.arena.figures import Times, interval, times
from splendor.arena.series import Series, SeriesGame


class PlayerTally(NamedTuple):
    """How one player fared."""

    name: str
    share: float
    """Of all victories; among equals it would be 1 / seats."""
    low: float
    high: float
    """The ends of the 95 % interval of the share; a deal is one observation."""
    won: int
    shared: int
    lost: int
    by_seat: list[float]
    """The share from each seat."""
    prestige: float
    """The mean at the end."""


class Tally(NamedTuple):
    """A series, as far as it was played: one deal at least."""

    games: int
    deals: int
    players: list[PlayerTally]
    seats: list[float]
    """The share of each seat, whoever sat there."""
    rounds: tuple[float, int, int]
    """Mean, least and most."""
    reasons: dict[str, int]
    """How many games ended for which reason."""


class Played:
    """The games of a series as they come in."""

    def __init__(self, players: int) -> None:
        self.deals: list[list[Facts]] = []
        self._spent = [array("d") for _ in range(players)]

    def add(self, deal: Sequence[SeriesGame]) -> None:
        """One more deal."""
        self.deals.append([game.facts for game in deal])
        for game in deal:
            for player, spent in enumerate(game.spent_ms):
                self._spent[player].extend(spent)

    @property
    def times(self) -> list[Times]:
        """What the turns of each player took."""
        return [times(spent) for spent in self._spent]


def tally(names: Sequence[str], deals: Sequence[Sequence[Facts]]) -> Tally:
    """What at least one deal says about these players."""
    games = [game for deal in deals for game in deal]
    rounds = [game.rounds for game in games]
    return Tally(
        games=len(games),
        deals=len(deals),
        players=[_player(name, deals) for name in names],
        seats=[fmean(game.seats[seat].share for game in games) for seat in range(len(names))],
        rounds=(fmean(rounds), min(rounds), max(rounds)),
        reasons=dict(sorted(Counter(game.reason for game in games).items())),
    )


def _player(name: str, deals: Sequence[Sequence[Facts]]) -> PlayerTally:
    own = [[next(seat for seat in game.seats if seat.player == name) for game in deal] for deal in deals]
    every = [seat for deal in own for seat in deal]
    per_deal = [fmean(seat.share for seat in deal) for deal in own]
    low, high = interval(per_deal, len(own[0]))
    won, lost = sum(seat.share == 1 for seat in every), sum(seat.share == 0 for seat in every)
    return PlayerTally(
        name=name,
        share=fmean(per_deal),
        low=low,
        high=high,
        won=won,
        shared=len(every) - won - lost,
        lost=lost,
        by_seat=[_share_from(name, seat, deals) for seat in range(len(own[0]))],
        prestige=fmean(seat.prestige for seat in every),
    )


def _share_from(name: str, seat: int, deals: Iterable[Sequence[Facts]]) -> float:
    return fmean(game.seats[seat].share for deal in deals for game in deal if game.seats[seat].player == name)


def summary(series: Series, found: Tally) -> dict[str, Any]:
    """summary.json: what was played and what came out, nothing that differs from run to run."""
    return {
        "format": "splendor-arena/1",
        "series": {
            "players": list(series.players),
            "games": series.games,
            "seed": series.seed,
            "target_prestige": series.target,
            "limit": series.limit._asdict(),
        },
        "games": found.games,
        "games_asked": series.games,
        "deals": found.deals,
        "players": [{key: _rounded(value) for key, value in one._asdict().items()} for one in found.players],
        "seats": _rounded(found.seats),
        "rounds": dict(zip(("mean", "least", "most"), _rounded(found.rounds), strict=True)),
        "reasons": found.reasons,
    }


def _rounded(value: Any) -> Any:
    """Six digits after the point, so that the file reads well."""
    if isinstance(value, float):
        return round(value, 6)
    return [_rounded(one) for one in value] if isinstance(value, (list, tuple)) else value
