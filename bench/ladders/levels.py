"""Do ratings order the built-in players as direct matches do? A ladder of them, paired as the service pairs, its games played.

Then each plays a match on paired deals against the one below it in the table, which must not win.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import pairwise
from typing import NamedTuple

from bench.ai.matches import Pairing, play, pool
from bench.ai.printing import Printer
from bench.ai.results import Result, summary
from bench.ladders.simulated import Ladder, Player
from splendor.ai import PLAYERS
from splendor.ai.ready import make_ready
from splendor.arena.contenders import OWN, player_by
from splendor.arena.deals import Deals
from splendor.arena.processes import USABLE
from splendor.arena.series import play_one
from splendor.engine.outcome import outcome
from splendor.ratings.rating import Rating, interval, points


class Neighbour(NamedTuple):
    """Somebody in the table of a ladder, and its match against the one below it; the last one has none."""

    name: str
    rating: Rating
    games: int
    match: Result | None

    @property
    def contradicted(self) -> bool:
        """Whether the match gives another order than the ratings, with all of its interval."""
        return self.match is not None and self.match.high < 1 / self.match.pairing.seats


class PlayedLadder(Ladder):
    """A ladder of AI players, as splendor.arena.contenders has them, that really play; game after game on deals of its own."""

    def __init__(self, texts: Sequence[str], seats: int, seed: int) -> None:
        super().__init__([Player(text) for text in texts], seats, seed)
        self._deals = Deals(f"ladder {seed}", seats)
        self._ended = 0

    def places(self, ids: tuple[str, ...]) -> Sequence[int]:
        """See Ladder."""
        self._ended += 1
        result = outcome(play_one(self._deals, self._ended, ids, OWN).end)
        if result is None:
            raise ValueError("the game is not over")
        found = {one.seat: one.place for one in result.ranking}
        return [found[seat] for seat in range(len(ids))]


def contenders(think_ms: int) -> list[str]:
    """All built-in players; who is set by time thinks so long."""
    return [f"{name}@{think_ms}" if player_by(name).think_ms else name for name in PLAYERS]


def ranked(
    texts: Sequence[str], seats: int, games: int, deals: int, executor: Executor | None = None
) -> Iterator[Neighbour]:
    """The table of a ladder after so many games each, the best first, with matches between neighbours over so many deals."""
    one = PlayedLadder(texts, seats, seed=0)
    one.play(games)
    table = sorted(one.ratings, key=lambda text: -one.ratings[text].mean)
    for text, below in pairwise([*table, ""]):
        pairing = Pairing(text, below, seats)
        match = summary(pairing, play(pairing, range(deals), executor)) if below else None
        yield Neighbour(text, one.ratings[text], one.finished[text], match)


def levels(printer: Printer, seats: int, games: int, deals: int, think_ms: int) -> bool:
    """Prints the table; whether no match gives another order than the ratings."""
    make_ready()
    heads = ("player", "games", "rating, 95 %", "match against the next: share", "games")
    printer.table(f"a ladder of the built-in players, {seats} seats", heads, (10, 5, 20, 29, 5))
    right = True
    with pool(min(2, USABLE)) as executor:
        for one in ranked(contenders(think_ms), seats, games, deals, executor):
            printer.row(_row(one))
            right &= not one.contradicted
    printer.line("no match gives another order" if right else "WRONG: a match gives another order")
    return right


def _row(one: Neighbour) -> Sequence[str]:
    low, high = interval(one.rating)
    cells = (one.name, str(one.games), f"{points(one.rating)} ({low} to {high})")
    if one.match is None:
        return (*cells, "", "")
    match = one.match
    return (*cells, f"{match.share:.1%} ({match.low:.1%} to {match.high:.1%})", str(match.games))
