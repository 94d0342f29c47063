"""What the bench prints."""

from collections.abc import Sequence

from bench.scale.filling import Content, Taken
from bench.scale.memory import Parts
from bench.scale.patterns import Kind
from bench.scale.requests import Times, ratios
from bench.scale.ticking import Lag
from bench.scale.upkeep import Archiving

GOAL_KIB = 12
_TICK_GOAL_MS = 250
_WIDTHS = (8, 10, 7, 7, 7, 10, 7, 7, 14)


def memory(content: Content, parts: dict[Kind, Parts], entries: tuple[int, int]) -> None:
    """What a game takes, by kind, and which of its keys take it."""
    print(f"\nmemory, KiB a game (goal: {GOAL_KIB})")
    print(_columns("kind", "games", "versions", "all", "state", "log", "requests", "lists", "rest", "largest seen"))
    for kind, taken in content.taken.items():
        state, log, requests, largest = parts[kind]
        rest = taken.itself - state - log - requests
        figures = (_kib(each) for each in (state, log, requests, taken.lists, rest, largest))
        print(_columns(kind, str(taken.games), f"{taken.versions:.1f}", _kib(_all(taken)), *figures))
    number, size = entries
    print(f"a player with a token {_kib(content.person)} KiB, one of {number} due entries {size / number:.0f} bytes")


def keyed(taken: Taken) -> None:
    """The same for games whose players name each request."""
    print(f"a running game with an Idempotency-Key for each request: {_kib(_all(taken))} KiB")


def _all(taken: Taken) -> float:
    return taken.itself + taken.lists


def requests(times: Sequence[dict[str, Times]], games: Sequence[int]) -> None:
    """Each request by both stores."""
    few, many = times
    print(f"\nrequests, ms       {_games(games[0])} {_games(games[1])}")
    print(f"{'':18}{'median':>9} {'95 %':>7}{'median':>10} {'95 %':>7}   ratio  (in parts of the run)")
    for name, one in few.items():
        other = many[name]
        figures = f"{one.median:9.2f} {one.p95:7.2f}{other.median:10.2f} {other.p95:7.2f}"
        print(f"{name:18}{figures} {_ratio(one, other)}")


def ticking(lags: Sequence[Lag], forks: Sequence[float], games: Sequence[int]) -> None:
    """The ticker by both stores."""
    print(f"\nticker{'':22}{_games(games[0])} {_games(games[1])}   ratio")
    rows = {
        f"late, median ms (below {_TICK_GOAL_MS})": [sorted(lag.late)[len(lag.late) // 2] for lag in lags],
        "late, at most ms": [max(lag.late) for lag in lags],
        "CPU of an idle tick, ms": [lag.tick_ms for lag in lags],
        "of the store for it, ms": [lag.store_ms for lag in lags],
        "fork of the store, ms": [fork * 1000 for fork in forks],
    }
    for name, (one, other) in rows.items():
        print(f"{name:28}{one:16.1f} {other:16.1f} {other / one:7.2f}")


def upkeep(found: Sequence[tuple[tuple[int, float], tuple[int, float]]]) -> None:
    """Reindex and doctor by each store that they ran for."""
    print("\nfor 1,000 games")
    for reindexed, examined in found:
        for name, (games, seconds) in (("reindex", reindexed), ("doctor", examined)):
            print(f"{name:10}{seconds * 1000 / games:6.2f} s  (of {games})")


def archiving(done: Archiving, games: Sequence[int]) -> None:
    """The archive."""
    few, many = Times(done.few), Times(done.many)
    print(f"\narchiving a game      {_games(games[0])} {_games(games[1])}   ratio")
    print(f"median, ms{'':12}{few.median:16.2f} {many.median:16.2f} {_ratio(few, many)}")
    print(f"then it takes {_kib(done.left)} KiB of memory, and a file of {_kib(done.file)} KiB")


def _kib(size: float) -> str:
    return f"{size / 1024:.2f}"


def _columns(first: str, *others: str) -> str:
    return f"{first:10}" + "".join(f"{word:>{width}}" for word, width in zip(others, _WIDTHS, strict=True))


def _games(number: int) -> str:
    return f"{f'{number} games':>16}"


def _ratio(few: Times, many: Times) -> str:
    ratio, least, most = ratios(few, many)
    return f"{ratio:7.2f}  ({least:.2f} to {most:.2f})"
