"""Perft counts what a plain walk over lists and `apply` counts; the golden numbers are in test_against_oracle.py."""

import pytest

from splendor.engine.exits import resign
from splendor.engine.legal import legal_actions
from splendor.engine.perft import divide, perft
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import Options, State
from tests.engine.builders import bonuses, frozen, seat, table, tok

SEED = bytes(range(32))


def walked(state: State, depth: int) -> int:
    """The count without any short cut."""
    if not depth:
        return 1
    return sum(walked(apply(state, action), depth - 1) for action in legal_actions(state))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_turn_has_thirty_actions(seats: int) -> None:
    """K1 ten, K2 five, V1 twelve and three; nothing can be paid yet."""
    assert perft(deal(Options(seats), SEED), 1) == 10 + 5 + 12 + 3


def test_no_plies_are_one_line() -> None:
    assert perft(deal(Options(2), SEED), 0) == 1


def test_it_counts_what_is_walked() -> None:
    start = deal(Options(2), SEED)
    assert perft(start, 2) == walked(start, 2)
    busy = table(seat(tok(1, 1, 3, 2, 0, 1), bonuses(w=4, u=4, k=4)), seat(tok(gold=3)), nobles="N01 N02")
    assert len(legal_actions(busy, "all")) > len(legal_actions(busy))
    assert [perft(busy, depth) for depth in (1, 2)] == [walked(busy, depth) for depth in (1, 2)]


def test_a_return_and_a_choice_are_plies_of_their_own() -> None:
    """L2, N3: of twelve tokens two go back, in fifteen ways less black twice; then either noble comes."""
    state = table(seat(tok(2, 2, 2, 2, 1), bonuses(w=4, u=4, k=4)), seat(), nobles="N01 N02")
    assert [divide(state, depth)["Twug"] for depth in (1, 2, 3)] == [1, 14, 28]


def test_divide_adds_up() -> None:
    start = deal(Options(3), SEED)
    parts = divide(start, 2)
    assert len(parts) == 30
    assert sum(parts.values()) == perft(start, 2)


def test_a_line_that_ends_early_does_not_count() -> None:
    """Q2: two passes end this game, so there is no line of three plies."""
    assert [perft(frozen(2), depth) for depth in (1, 2, 3)] == [1, 1, 0]
    over = resign(deal(Options(2), SEED), 0)
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
