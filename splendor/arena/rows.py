"""The rows of games.csv, and their heads."""

from splendor.arena.facts import Facts, SeatFacts

_GAME = ("deal", "rotation", "seats", "reason", "rounds", "turns", "lead_changes", "led_from")
_SEAT = tuple(name for name in SeatFacts._fields if name != "cards")
MOST_SEATS = 4


def heads(seats: int = MOST_SEATS) -> list[str]:
    """The heads of a table of games with at most so many seats; what is of one seat begins with `seat0_`, `seat1_`, ..."""
    return [*_GAME, *(f"seat{seat}_{name}" for seat in range(seats) for name in _SEAT)]


def row(facts: Facts, seats: int = MOST_SEATS) -> list[object]:
    """The row of a game; the cells of seats that it did not have are empty."""
    cells: list[object] = [facts.deal, facts.rotation, len(facts.seats), facts.reason]
    cells += [facts.rounds, facts.turns, facts.lead_changes, facts.led_from]
    for seat in facts.seats:
        cells += seat[: len(_SEAT)]
    return cells + [""] * (len(_SEAT) * (seats - len(facts.seats)))
