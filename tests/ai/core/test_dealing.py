"""Deals and guesses of what is hidden: nothing is lost, nothing comes twice, and all are as likely as one another."""

from itertools import permutations

import numpy as np
import pytest

from splendor.ai.core import layout
from splendor.ai.core.dealing import deal, redeal, stir
from splendor.ai.core.layout import CARDS, DECK, HAND_0, MARKET, NOBLES, POOL, POOL_START, SEAT_0, SEAT_SIZE
from splendor.ai.core.reading import from_engine
from splendor.ai.core.rng import new_rng
from splendor.engine import setup
from splendor.engine.state import Options
from tests.ai.core.uniform import looks_uniform

NO_PLACES = np.zeros(0, np.int64)


def dealt(seats, rng, room=None):
    array = np.zeros(layout.SIZE, np.int16) if room is None else room
    deal(array, seats, 18, 40, rng)
    return array


def cards_of(array):
    """Every card of market and pools, as often as it occurs."""
    pools = [array[start : start + array[POOL + row]] for row, start in enumerate(POOL_START)]
    return sorted(np.concatenate([array[MARKET : MARKET + 12], *pools]).tolist())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal_is_a_start_as_the_engine_makes_it(seats):
    """All that chance does not decide is the same (S1 to S4)."""
    array = dealt(seats, new_rng(seats))
    expected = from_engine(setup.deal(Options(seats, 18, max_rounds=40), bytes(32)))
    for first, last in ((MARKET, DECK), (CARDS, NOBLES + seats + 1)):
        array[first:last] = expected[first:last] = 0
    assert array.tolist() == expected.tolist()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal_has_every_card_once_and_every_noble_at_most(seats):
    rng = new_rng(seats)
    for _ in range(50):
        array = dealt(seats, rng)
        assert cards_of(array) == list(range(90))
        market = array[MARKET : MARKET + 12]
        assert [int(card >= 40) + int(card >= 70) for card in market] == [0] * 4 + [1] * 4 + [2] * 4
        nobles = array[NOBLES : NOBLES + 5].tolist()
        assert len(set(nobles[: seats + 1])) == seats + 1
        assert set(nobles[seats + 1 :]) <= {layout.EMPTY}


def test_deal_is_the_same_in_used_room():
    used = np.full(layout.SIZE, 7, np.int16)
    assert dealt(3, new_rng(1), used).tolist() == dealt(3, new_rng(1)).tolist()


def test_deal_is_uniform():
    rng = new_rng(11)
    arrays = [dealt(2, rng).copy() for _ in range(3000)]
    for row, size in enumerate((40, 30, 20)):
        top = [array[POOL_START[row] + array[POOL + row] - 1] for array in arrays]
        bottom = [array[POOL_START[row]] for array in arrays]
        slot = [array[MARKET + 4 * row + 2] for array in arrays]
        assert all(looks_uniform(map(int, drawn), size) for drawn in (top, bottom, slot))
    assert looks_uniform((int(array[NOBLES + 1]) for array in arrays), 10)


def guessed(pools, hands):
    """An array with these pools, and the cards of the first three seats' hands, whose places it gives as well."""
    array, places = layout.new_state(), []
    for row, pool in enumerate(pools):
        array[POOL + row] = len(pool)
        array[DECK + row] = max(0, len(pool) - 1)
        array[POOL_START[row] : POOL_START[row] + len(pool)] = pool
    for seat, hand in enumerate(hands):
        place = SEAT_0 + seat * SEAT_SIZE + HAND_0
        array[place : place + len(hand)] = hand
        places += range(place, place + len(hand))
    return array, np.array(places, np.int64)


@pytest.mark.parametrize(
    ("pools", "hands", "ways"),
    [
        (((0, 1, 2), (), ()), ((3,),), 4),
        (((0, 1, 2), (), ()), ((3, 4),), 5 * 4),
        (((0,), (), ()), ((1, 2), (3,)), 4 * 3 * 2),
        # Pools with nothing in them: only the hidden cards change places.
        (((), (), ()), ((0, 1, 2),), 3 * 2),
        (((), (), ()), ((0,), (1,), (2,)), 3 * 2),
        # Levels do not mix.
        (((0,), (40, 41), ()), ((1, 42),), 2 * 3),
        (((0, 1), (40,), (70,)), ((2, 41, 71), (42,), (3,)), 4 * 3 * 3 * 2 * 2),
    ],
)
def test_guesses_are_uniform(pools, hands, ways):
    array, places = guessed(pools, hands)
    rng, found = new_rng(ways), []
    for _ in range(60 * ways):
        guess = array.copy()
        redeal(guess, places, rng)
        held = guess[places].tolist()
        left = [guess[start : start + guess[POOL + row]].tolist() for row, start in enumerate(POOL_START)]
        assert sorted(sum(left, held)) == sorted(card for group in (*pools, *hands) for card in group)
        assert [int(card >= 40) + int(card >= 70) for card in held] == [
            int(c >= 40) + int(c >= 70) for hand in hands for c in hand
        ]
        found.append(tuple(held))
    assert looks_uniform(found, ways)


def test_guess_changes_cards_and_nothing_else():
    array, places = guessed(((0, 1, 2), (40,), ()), ((3, 41), (4,)))
    rng = new_rng(2)
    for _ in range(50):
        guess = array.copy()
        redeal(guess, places, rng)
        changed = set(np.flatnonzero(guess != array))
        assert changed <= {*places, *range(CARDS, CARDS + 3), POOL_START[1]}


def test_nothing_hidden_nothing_drawn():
    array, _ = guessed(((0, 1, 2), (), ()), ())
    rng = new_rng(4)
    before = array.tolist(), int(rng[0])
    redeal(array, NO_PLACES, rng)
    assert (array.tolist(), int(rng[0])) == before


def test_stir_lets_any_card_of_the_pool_be_next():
    array, _ = guessed(((), (40, 41, 42, 43, 44), ()), ())
    rng, found = new_rng(9), []
    for _ in range(2000):
        stir(array, 1, rng)
        found.append(int(array[POOL_START[1] + 4]))
        assert sorted(array[POOL_START[1] : POOL_START[1] + 5].tolist()) == [40, 41, 42, 43, 44]
    assert looks_uniform(found, 5)


def test_stirring_before_each_draw_is_a_shuffle():
    rng, found = new_rng(12), []
    for _ in range(24 * 60):
        array, _ = guessed(((), (), (70, 71, 72, 73)), ())
        order = []
        while array[POOL + 2]:
            stir(array, 2, rng)
            array[POOL + 2] -= 1
            order.append(int(array[POOL_START[2] + array[POOL + 2]]))
        found.append(tuple(order))
    assert looks_uniform(found, len(list(permutations(range(4)))))
