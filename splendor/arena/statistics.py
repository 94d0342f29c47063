"""What many games say about the game: the figures of statistics.json and cards.csv (docs/arena.md says what they mean)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean, pstdev, quantiles
from typing import Any

from splendor.arena.facts import Facts, SeatFacts
from splendor.arena.figures import interval, seats_interval
from splendor.engine.cards import CARDS
from splendor.engine.tokens import GEM_NAMES

CARD_HEADS = (
    "seats", "card", "level", "bonus", "prestige", "cost", *(f"cost_{colour}" for colour in GEM_NAMES),
    "purchases", "purchases_a_game", "share", "low", "high", "mean_order",
)  # fmt: skip
_MEANS = (
    "prestige", "purchased", "level_1", "level_2", "level_3", "nobles", "reserved", "reserves", "blind", "from_hand", "takes",
    "pairs", "returned", "first_purchase",
)  # fmt: skip
MOST = 4
"""Counts from here on are put together."""


def statistics(given: dict[str, Any], games: Sequence[Facts]) -> dict[str, Any]:
    """statistics.json: what was played, and the figures for each number of seats."""
    return {
        "format": "splendor-statistics/1",
        "simulation": given,
        "games": len(games),
        "games_asked": given["games"] * len(given["seats"]),
        "by_seats": {str(seats): of_seats(some) for seats, some in by_seats(games).items()},
    }


def by_seats(games: Iterable[Facts]) -> dict[int, list[Facts]]:
    """The games with each number of seats."""
    found: dict[int, list[Facts]] = defaultdict(list)
    for game in games:
        found[len(game.seats)].append(game)
    return dict(sorted(found.items()))


def of_seats(games: Sequence[Facts]) -> dict[str, Any]:
    """The figures of games with one number of seats; at least one."""
    won = list(winners(games))
    return {
        "games": len(games),
        "rounds": spread([game.rounds for game in games]),
        "turns": spread([game.turns for game in games]),
        "reasons": dict(sorted(Counter(game.reason for game in games).items())),
        "shared_victories": _part(sum(_is_shared(game) for game in games), len(games)),
        "lead_changes": spread([game.lead_changes for game in games]),
        "led_in_last_round_only": _part(sum(game.led_from == game.rounds for game in games), len(games)),
        "rounds_led": _mean([game.rounds - game.led_from + 1 for game in games if game.led_from]),
        "seats": seat_shares(games),
        "players": player_shares(games),
        "winners": means(won),
        "others": means(list(others(games))),
        "winners_with_nobles": winners_by_nobles(games),
        "by_reserved": share_by(games, reserved_of),
        "by_nobles": share_by(games, nobles_of),
    }


def nobles_of(seat: SeatFacts) -> int:
    """How many nobles it holds."""
    return seat.nobles


def reserved_of(seat: SeatFacts) -> int:
    """How many cards it has reserved."""
    return seat.reserved


def _is_shared(game: Facts) -> bool:
    return max(seat.share for seat in game.seats) < 1


def winners(games: Iterable[Facts]) -> Iterator[SeatFacts]:
    """The seats that won, alone or with others."""
    return (seat for game in games for seat in game.seats if seat.share)


def others(games: Iterable[Facts]) -> Iterator[SeatFacts]:
    """All others."""
    return (seat for game in games for seat in game.seats if not seat.share)


def spread(values: Sequence[int]) -> dict[str, float]:
    """How numbers are spread."""
    many = len(values) > 1
    quarter, median, three_quarters = quantiles(values, n=4, method="inclusive") if many else [float(values[0])] * 3
    found = {"mean": fmean(values), "deviation": pstdev(values), "least": min(values), "quarter": quarter}
    found |= {"median": median, "three_quarters": three_quarters, "most": max(values)}
    return {name: round(value, 4) for name, value in found.items()}


def means(seats: Sequence[SeatFacts]) -> dict[str, float | None]:
    """What these seats have and did, on the average, and how many of them hold nobles and reserved cards at all."""
    found = {name: _mean([getattr(seat, name) for seat in seats]) for name in _MEANS}
    return found | {
        "with_a_noble": _part(sum(seat.nobles > 0 for seat in seats), len(seats)),
        "with_a_reserve": _part(sum(seat.reserved > 0 for seat in seats), len(seats)),
    }


def seat_shares(games: Sequence[Facts]) -> list[dict[str, float]]:
    """Each seat's share of the victory with its 95 % interval; seat 0 is the first to act."""
    shares = [[game.seats[seat].share for game in games] for seat in range(len(games[0].seats))]
    return [{"seat": seat} | _with_interval(share, 1) for seat, share in enumerate(shares)]


def player_shares(games: Sequence[Facts]) -> list[dict[str, Any]]:
    """The same of each player, as a share of what one seat may win; who sits on several has the mean of them."""
    found: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for name in {seat.player for seat in game.seats}:
            found[name].append(fmean(seat.share for seat in game.seats if seat.player == name))
    return [{"name": name} | _with_interval(shares, 1) for name, shares in sorted(found.items())]


def _with_interval(shares: Sequence[float], games: int) -> dict[str, float]:
    low, high = interval(shares, games)
    return {"share": round(fmean(shares), 6), "low": round(low, 6), "high": round(high, 6)}


def winners_by_nobles(games: Iterable[Facts]) -> dict[str, dict[str, float | None]]:
    """For 0, 1, ... and MOST or more nobles: how many winners hold so many, and what part of all winners they are."""
    held = [[min(MOST, nobles_of(seat)) for seat in winners([game])] for game in games]
    per_game = {number: [[float(count == number) for count in counts] for counts in held] for number in range(MOST + 1)}
    return {str(n): {"winners": int(sum(map(sum, some)))} | _of_seats("part", some) for n, some in per_game.items()}


def share_by(games: Iterable[Facts], count: Callable[[SeatFacts], int]) -> dict[str, dict[str, float | None]]:
    """For 0, 1, ... and MOST or more of something: how many seats had so many, and what share of the victory they got."""
    shares: dict[int, list[list[float]]] = defaultdict(list)
    for game in games:
        own: dict[int, list[float]] = defaultdict(list)
        for seat in game.seats:
            own[min(MOST, count(seat))].append(seat.share)
        for number, some in own.items():
            shares[number].append(some)
    return {str(n): {"seats": sum(map(len, shares[n]))} | _of_seats("share", shares[n]) for n in range(MOST + 1)}


def _of_seats(name: str, per_game: Sequence[Sequence[float]]) -> dict[str, float | None]:
    """The mean over seats, given by game, under a name, with its 95 % interval: a game is one observation."""
    if not per_game:
        return dict.fromkeys((name, "low", "high"))
    low, high = seats_interval([sum(one) for one in per_game], [len(one) for one in per_game])
    mean = fmean(value for one in per_game for value in one)
    return {name: round(mean, 6), "low": round(low, 6), "high": round(high, 6)}


def headlines(games: Iterable[Facts]) -> list[list[str]]:
    """The figures that are asked for most: a name, and a text for each number of seats."""
    found = [of_seats(some) for some in by_seats(games).values()]
    return [[name, *(text(one) for one in found)] for name, text in _HEADLINES.items()]


def player_lines(games: Iterable[Facts]) -> list[list[str]]:
    """Each player's share with its 95 % interval for each number of seats; nothing where there is one player only."""
    found = [{one["name"]: one for one in player_shares(some)} for some in by_seats(games).values()]
    names = sorted({name for one in found for name in one})
    return [[name, *(_share_text(one.get(name)) for one in found)] for name in names] if len(names) > 1 else []


def _share_text(told: dict[str, Any] | None) -> str:
    return f"{told['share']:.1%} ({told['low']:.1%} to {told['high']:.1%})" if told else "-"


_HEADLINES: dict[str, Callable[[dict[str, Any]], str]] = {
    "games": lambda one: f"{one['games']}",
    "rounds, mean": lambda one: f"{one['rounds']['mean']:.1f}",
    "rounds, from to": lambda one: f"{one['rounds']['least']} to {one['rounds']['most']}",
    "share of the first seat": lambda one: f"{one['seats'][0]['share']:.1%}",
    "its 95 % interval": lambda one: f"{one['seats'][0]['low']:.1%} to {one['seats'][0]['high']:.1%}",
    "share of the last seat": lambda one: f"{one['seats'][-1]['share']:.1%}",
    "shared victories": lambda one: f"{one['shared_victories']:.1%}",
    "lead changes": lambda one: f"{one['lead_changes']['mean']:.2f}",
    "winners with a noble": lambda one: f"{one['winners']['with_a_noble']:.1%}",
    "cards of winners": lambda one: f"{one['winners']['purchased']:.1f}",
    "of level 1 / 2 / 3": lambda one: " / ".join(f"{one['winners'][f'level_{level}']:.1f}" for level in (1, 2, 3)),
    "reserves of winners": lambda one: f"{one['winners']['reserved']:.2f}",
    "of others": lambda one: f"{one['others']['reserved']:.2f}" if one["others"]["reserved"] is not None else "-",
}


def card_rows(games: Iterable[Facts]) -> Iterator[list[object]]:
    """The rows of cards.csv: for each number of seats how often each card was purchased, and how those who did fared."""
    for seats, some in by_seats(games).items():
        bought: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for game in some:
            for seat in game.seats:
                for place, card in enumerate(seat.cards, 1):
                    bought[card].append((seat.share, place))
        for kind in CARDS:
            found = bought[kind.number]
            yield [
                seats, kind.id, kind.level, GEM_NAMES[kind.bonus], kind.prestige, sum(kind.cost), *kind.cost,
                len(found), len(found) / len(some), *_fared(found),
            ]  # fmt: skip


def _fared(bought: Sequence[tuple[float, float]]) -> list[object]:
    """The mean share of those who purchased a card, its interval and the mean place; a card is purchased once in a game."""
    if not bought:
        return [""] * 4
    shares, places = zip(*bought, strict=True)
    return [fmean(shares), *seats_interval(shares, [1] * len(shares)), fmean(places)]


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 4) if values else None


def _part(count: int, of: int) -> float | None:
    return round(count / of, 6) if of else None
