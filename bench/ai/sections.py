"""The parts of the bench: what is played against what, in a short form and in a long one."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise

from bench.ai import speed
from bench.ai.contenders import think_ms
from bench.ai.matches import Pairing, play
from bench.ai.printing import Printer
from bench.ai.results import Result, Times, summary
from splendor.ai import PLAYERS
from splendor.ai.levels import LEVELS

RANDOM_GAMES = 20_000
SHARES = (0.5, 0.8, 0.9, 0.95, 1.0, 1.05, 1.2)
"""Where the classes of the histogram end, in parts of the budget."""
_MATCH_HEADS = (
    "A",
    "against",
    "seats",
    "games",
    "won-lost-shared",
    "A's share, 95 %",
    "goal",
    "by A's seat",
    "rounds",
    "A ms",
    "B ms",
    "late",
)
_MATCH_WIDTHS = (12, 14, 5, 5, 15, 19, 7, 11, 6, 14, 14, 5)


@dataclass(frozen=True)
class Bench:
    """One run of the bench."""

    printer: Printer
    full: bool = False
    executor: Executor | None = None
    first: int = 0
    """The number of the first deal."""

    def deals(self, short: int, full: int) -> range:
        """The numbers of the deals to be played."""
        return range(self.first, self.first + (full if self.full else short))

    def match(self, pairing: Pairing, deals: range, goal: str = "") -> Result:
        """Plays a match and adds its row."""
        result = summary(pairing, play(pairing, deals, self.executor))
        self.printer.row(match_row(result, goal))
        return result

    def matches(self, title: str) -> None:
        """Begins a table of matches."""
        self.printer.table(title, _MATCH_HEADS, _MATCH_WIDTHS)


def match_row(result: Result, goal: str) -> Sequence[str]:
    """A match as a row: `late` are turns that took more than their budget, and those that took a fifth more."""
    a, b = result.times
    return (
        result.pairing.a,
        result.pairing.b,
        str(result.pairing.seats),
        str(result.games),
        f"{result.won}-{result.lost}-{result.shared}",
        f"{result.share:.1%} ({result.low:.1%} to {result.high:.1%})",
        goal,
        ", ".join(f"{share:.0%}" for share in result.by_seat),
        f"{result.rounds:.1f}",
        _ms(a),
        _ms(b),
        f"{a.over + b.over}, {a.far_over + b.far_over}",
    )


def _ms(times: Times) -> str:
    """Mean, 99 % and greatest."""
    return f"{times.mean:.3g} / {times.high:.3g} / {times.most:.3g}"


def core(bench: Bench) -> None:
    """Speed of the compiled core."""
    heads = ("seats", "random games", "plies", "simulations, net", "simulations, by hand", "net", "by hand")
    title = (
        "Core, one thread, by CPU second (random games purchase what they can and else do anything, each action as likely); in the"
        f" first position / in round {speed.MIDDLE}; an evaluation in µs"
    )
    bench.printer.table(title, heads, (5, 12, 10, 16, 20, 11, 11))
    for seats in speed.SEATS:
        rates = speed.measure(seats, RANDOM_GAMES)
        pairs = [f"{one:,.0f} / {other:,.0f}" for one, other in (rates.simulations, rates.by_hand)]
        micros = [f"{one:.2f} / {other:.2f}" for one, other in (rates.net_us, rates.hand_us)]
        bench.printer.row((str(seats), f"{rates.games:,.0f}", f"{rates.plies:,.0f}", *pairs, *micros))


def levels(bench: Bench) -> None:
    """Each level against the one below."""
    bench.matches("Each level against the one below; at 3 and 4 seats one of A against B on all others")
    for weaker, stronger in pairwise([one.name for one in LEVELS]):
        slow = PLAYERS[stronger].think_ms > 0
        a = stronger if bench.full or not slow else f"{stronger}@100"
        for seats, short, short_slow, full in ((2, 25, 6, 200), (3, 8, 2, 67), (4, 6, 2, 50)):
            goal = "65 %" if seats == 2 else f"{1 / seats:.0%}"
            bench.match(Pairing(a, weaker, seats), bench.deals(short_slow if slow else short, full), goal)


def greedy(bench: Bench) -> None:
    """The strongest levels against `greedy`."""
    bench.matches("Against greedy")
    bench.match(Pairing("expert", "greedy"), bench.deals(10, 200), "90 %")
    a = "master@300" if bench.full else "master@30"
    for seats, short, full, goal in ((2, 10, 100, "98 %"), (3, 6, 67, "85 %"), (4, 5, 50, "80 %")):
        bench.match(Pairing(a, "greedy", seats), bench.deals(short, full), goal)


def uct(bench: Bench) -> None:
    """The master against plain UCT with a thousand random playouts."""
    bench.matches("Against plain UCT with 1,000 random playouts (bench/ai/uct.py)")
    bench.match(Pairing("master@30", "uct"), bench.deals(15, 100), "95 %")
    bench.match(Pairing("master@300", "uct"), bench.deals(4, 100), "98 %")
    for seats, short, full, goal in ((3, 4, 67, "75 %"), (4, 3, 50, "70 %")):
        for ms in (30, 300) if bench.full else (30,):
            bench.match(Pairing(f"master@{ms}", "uct", seats), bench.deals(short, full), goal)


def hand(bench: Bench) -> None:
    """The master against its own hand-made evaluation, with as much time."""
    bench.matches("Against the search with the hand-made evaluation, at equal time")
    bench.match(Pairing("master@30", "hand@30"), bench.deals(12, 100), "80 %")
    bench.match(Pairing("master@300", "hand@300"), bench.deals(2, 100), "80 %")
    if bench.full:
        for seats, full in ((3, 67), (4, 50)):
            bench.match(Pairing("master@30", "hand@30", seats), bench.deals(0, full), f"over {1 / seats:.0%}")


def time(bench: Bench) -> None:
    """What turns take, of their budget where they have one. In one process, so that turns have a core to themselves."""
    alone = Bench(bench.printer, bench.full, None, bench.first)
    heads = ("player", "seats", "turns", *(f"to {share:g}" for share in SHARES), "above", "greatest")
    bench.printer.table("Turns by the part of their budget that they took", heads, (12, 5, 5, *[7] * len(SHARES), 5, 8))
    for ms, seats, short in ((30, 2, 3), (30, 4, 1), (300, 2, 1), (1000, 2, 0), (1000, 4, 0)):
        pairing, numbers = Pairing(f"master@{ms}", f"master@{ms}", seats), alone.deals(short, max(4, short))
        if numbers:
            bench.printer.row((pairing.a, str(seats), *histogram(_turns(pairing, numbers), think_ms(pairing.a))))
    bench.printer.table(
        "Turns of the levels, ms", ("player", "seats", "turns", "mean / 99 % / greatest"), (12, 5, 5, 22)
    )
    quick = [name for name, player in PLAYERS.items() if not player.think_ms]
    for name in quick:
        for seats in speed.SEATS:
            times = summary(Pairing(name, name, seats), play(Pairing(name, name, seats), alone.deals(1, 10))).times[0]
            bench.printer.row((name, str(seats), str(times.turns), _ms(times)))


def _turns(pairing: Pairing, numbers: range) -> list[float]:
    return [ms for deal in play(pairing, numbers) for game in deal for ms in (*game.spent_a, *game.spent_b)]


def histogram(spent_ms: Iterable[float], budget_ms: float) -> Sequence[str]:
    """How many turns, how many in each class of SHARES and above, and the greatest part."""
    parts = sorted(spent / budget_ms for spent in spent_ms)
    up_to = [sum(part <= share for part in parts) for share in SHARES]
    classes = [more - fewer for fewer, more in pairwise([0, *up_to, len(parts)])]
    return (str(len(parts)), *map(str, classes), f"{parts[-1]:.3f}")


SECTIONS: dict[str, Callable[[Bench], None]] = {
    "core": core,
    "levels": levels,
    "greedy": greedy,
    "uct": uct,
    "hand": hand,
    "time": time,
}
