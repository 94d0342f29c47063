"""A series between two, three or four players: on each deal every one of them has every seat, by turns.

Whatever a deal gives to a seat all players have had equally often. The games of a deal depend on each other, deals do
not: so a deal is one observation. Who is not set by time plays the same series wherever and in however many processes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from splendor.ai.ready import make_ready
from splendor.ai.search_player import SearchPlayer
from splendor.arena.contenders import OWN, Limit, contender, player_by, warm_up
from splendor.arena.deals import Deals
from splendor.arena.facts import Facts, facts_of
from splendor.arena.fast import is_fast, play_fast
from splendor.arena.games import PlayedGame, play, rotated
from splendor.arena.processes import Processes, in_order
from splendor.arena.record import line_of, record

BATCH = 8
"""Deals that a process plays before it hands them over, where games take a millisecond."""
UNCOMPILED = frozenset({"random", "greedy"})
"""Players that play without the search."""


class Series(NamedTuple):
    """What is played; equal series give equal games."""

    players: tuple[str, ...]
    """As splendor.arena.contenders has them, in the order of their seats in the first game of each deal."""
    games: int
    """At least so many: all games of the last deal are played."""
    seed: int = 0
    """Tells the deals of one series from those of others."""
    target: int = 15
    limit: Limit = OWN

    @property
    def deals(self) -> Deals:
        """What is played on."""
        return Deals(f"arena {self.seed}", len(self.players), self.target)

    @property
    def numbers(self) -> range:
        """The numbers of the deals."""
        return range(-(-self.games // len(self.players)))

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each player; of equal ones the second is `#2`."""
        return distinct(self.players)


class SeriesGame(NamedTuple):
    """A game of a series."""

    facts: Facts
    record: str
    """A line of NDJSON."""
    spent_ms: list[list[float]]
    """For each player, in the order of the series, what its turns took."""


def distinct(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts, those that come again told apart by a number."""
    seen: Counter[str] = Counter()
    names = []
    for text in texts:
        seen[text] += 1
        names.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return tuple(names)


def games(series: Series, executor: Processes | None) -> Iterator[list[SeriesGame]]:
    """The games of each deal, in the order of the deals."""
    for batch in in_order(executor, partial(_play_batch, series), batches(series.numbers, series.players)):
        yield from batch


def batches(numbers: range, players: Sequence[str]) -> list[range]:
    """The numbers in parts that are worth handing over to a process."""
    size = BATCH if is_fast(players) else 1
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _play_batch(series: Series, numbers: range) -> list[list[SeriesGame]]:
    prepare(series.players, series.limit)
    return [play_deal(series, number) for number in numbers]


def play_deal(series: Series, number: int) -> list[SeriesGame]:
    """All games of one deal."""
    return [_game(series, number, rotation) for rotation in range(len(series.players))]


def _game(series: Series, number: int, rotation: int) -> SeriesGame:
    deals, names = series.deals, rotated(series.names, rotation)
    game = play_one(deals, number, rotated(series.players, rotation), series.limit)
    told = record(game, f"arena-{series.seed}-{number}-{rotation}", deals.seed(number), names)
    return SeriesGame(
        facts_of(game, number, rotation, names),
        line_of(told),
        [game.spent_ms[names.index(one)] for one in series.names],
    )


def play_one(deals: Deals, number: int, seated: Sequence[str], limit: Limit) -> PlayedGame:
    """The game of these players, by seat, on one deal. What chance they use comes from the deal."""
    if is_fast(seated):
        return play_fast(deals.opening(number))
    chance = int.from_bytes(deals.seed(number)[:8], "big")
    return play(deals.opening(number), [contender(text, limit) for text in seated], chance)


def get_ready(players: tuple[str, ...], limit: Limit) -> None:
    """Has those compiled that need it, before there are processes that would all do it. Raises ValueError.

    `greedy` alone needs a small part of what is compiled, and that is all that is loaded for it.
    """
    if not UNCOMPILED.issuperset(players):
        make_ready()
    prepare(players, limit)


def start(players: tuple[str, ...], limit: Limit, executor: Processes | None) -> None:
    """Starts the processes; returns when the first of them is ready to play, so that games can be timed."""
    if executor is not None:
        _ = next(in_order(executor, partial(prepare, players), [limit] * executor.count))


@lru_cache(maxsize=16)
def prepare(players: tuple[str, ...], limit: Limit) -> None:
    """Loads, or has compiled, what these players need, so that nobody waits for it while its time is measured."""
    for text in players:
        warm_up(player_by(text, limit))
    if is_fast(players):
        _ = play_fast(Deals("prepare", 2).opening(0))


def alike(players: Sequence[str], limit: Limit) -> list[tuple[str, str]]:
    """Pairs of players whose texts differ and who do not, by what each says and by the limit. Raises ValueError."""
    made = {text: _kind(text, limit) for text in dict.fromkeys(players)}
    texts = list(made)
    return [(one, other) for n, one in enumerate(texts) for other in texts[n + 1 :] if made[one] == made[other]]


def _kind(text: str, limit: Limit) -> object:
    """What makes its choices: two players of the same kind play alike."""
    player = player_by(text, limit)
    if isinstance(player, SearchPlayer):
        return player.think_ms, player.simulations, player.by_hand, player.weights
    return player.name
