"""The pictures of a simulation."""

from collections import Counter
from collections.abc import Iterable, Sequence

from splendor.arena import svg
from splendor.arena.caption import Setting, caption
from splendor.arena.facts import LEVELS, Facts, SeatFacts
from splendor.arena.folder import SHARES
from splendor.arena.statistics import (
    MOST,
    by_seats,
    others,
    reserved_of,
    seat_shares,
    share_by,
    winners,
    winners_by_nobles,
)

BIN = 2
"""Rounds that one bar of the picture of lengths stands for."""
MOST_LABELS = 12
"""Of lengths, as many as there is room for."""
Games = dict[int, list[Facts]]
"""By number of seats."""
_INTERVALS = "95 % intervals"
_COUNTS = [*map(str, range(MOST)), f"{MOST}+"]


def pictures(games: Sequence[Facts], setting: Setting) -> dict[str, str]:
    """All of them, by the names of their files."""
    found = by_seats(games)
    note = caption(len(games), setting, list(found))
    with_intervals = caption(len(games), setting, list(found), _INTERVALS)
    return {
        "length.svg": _length(found, note),
        SHARES: _shares(found, with_intervals),
        "leads.svg": _leads(found, note),
        "levels.svg": _levels(found, note),
        "nobles.svg": _nobles(found, with_intervals),
        "reserves.svg": _reserves(found, with_intervals),
    }


def _length(found: Games, note: str) -> str:
    every = [game.rounds // BIN for games in found.values() for game in games]
    bins = range(min(every), max(every) + 1)
    series = []
    for seats, games in found.items():
        counts = Counter(game.rounds // BIN for game in games)
        series.append(svg.Bars(f"{seats} seats", [counts[one] / len(games) for one in bins]))
    labels = _thinned([f"{one * BIN}-{one * BIN + BIN - 1}" for one in bins])
    return svg.bars("Length of games, in rounds", labels, series, "% of games", note)


def _thinned(labels: Sequence[str]) -> list[str]:
    """As many as there is room for; the others are left empty."""
    step = -(-len(labels) // MOST_LABELS)
    return [label if number % step == 0 else "" for number, label in enumerate(labels)]


def _shares(found: Games, note: str) -> str:
    rows, even = [], []
    for seats, games in found.items():
        for one in seat_shares(games):
            rows.append(svg.Share(f"{seats} seats, seat {one['seat']}", one["share"], one["low"], one["high"]))
            even.append(1 / seats)
    return svg.shares("Share of the victory by seat", rows, even, note)


def _leads(found: Games, note: str) -> str:
    most = 6
    series = []
    for seats, games in found.items():
        counts = Counter(min(most, game.lead_changes) for game in games)
        series.append(svg.Bars(f"{seats} seats", [counts[n] / len(games) for n in range(most + 1)]))
    return svg.bars("Changes of the lead", [*map(str, range(most)), f"{most}+"], series, "% of games", note)


def _levels(found: Games, note: str) -> str:
    labels = [f"{seats} seats, L{level}" for seats in found for level in LEVELS]
    series = [
        svg.Bars(name, [_mean(chosen(games), level) for games in found.values() for level in LEVELS])
        for name, chosen in (("winners", winners), ("others", others))
    ]
    return svg.bars("Purchased cards by level and number of seats", labels, series, "cards a seat", note)


def _mean(seats: Iterable[SeatFacts], level: int) -> float:
    counts = [(seat.level_1, seat.level_2, seat.level_3)[level - 1] for seat in seats]
    return sum(counts) / max(1, len(counts))


def _nobles(found: Games, note: str) -> str:
    series = [_with_ends(seats, "part", winners_by_nobles(games)) for seats, games in found.items()]
    return svg.bars("Nobles that winners hold", _COUNTS, series, "% of winners", note)


def _reserves(found: Games, note: str) -> str:
    series = [_with_ends(seats, "share", share_by(games, reserved_of)) for seats, games in found.items()]
    return svg.bars("Share of the victory by reserved cards", _COUNTS, series, "% of the victory", note)


def _with_ends(seats: int, name: str, told: dict[str, dict[str, float | None]]) -> svg.Bars:
    ends = [(one["low"] or 0.0, one["high"] or 0.0) for one in told.values()]
    return svg.Bars(f"{seats} seats", [one[name] for one in told.values()], ends)
